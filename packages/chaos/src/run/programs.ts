import { accessSync, constants } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { delimiter, join } from 'node:path';

/** This package runs compiled or, in tests, from its sources; the service that it examines is of the same kind. */
const COMPILED = import.meta.url.endsWith('.js');
const SERVICE = new URL('../../../../services/grid-coordinator/', import.meta.url);

/** The command line of a program of the service. */
export function serviceCommand(name: 'api' | 'worker' | 'migrate'): string[] {
  return COMPILED
    ? [process.execPath, '--enable-source-maps', new URL(`dist/${name}.js`, SERVICE).pathname]
    : [
        process.execPath,
        '--disable-warning=ExperimentalWarning',
        '--conditions=@almagest/source',
        new URL(`src/${name}.ts`, SERVICE).pathname,
      ];
}

/** The redis-server on the PATH, keeping its data in `dir`; undefined where there is none. */
export function redisCommand(port: number, dir: string): string[] | undefined {
  const program = (process.env['PATH'] ?? '')
    .split(delimiter)
    .map((folder) => join(folder, 'redis-server'))
    .find(isExecutable);
  const settings = { port: String(port), bind: '127.0.0.1', dir, save: '', appendonly: 'yes' };
  if (program === undefined) return undefined;
  return [program, ...Object.entries(settings).flatMap(([name, value]) => [`--${name}`, value])];
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** Another program may take it between here and its use; then the test does not begin. */
export async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}
