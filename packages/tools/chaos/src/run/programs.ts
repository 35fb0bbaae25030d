import { programCommand } from '@almagest/test-kit/program-command';
import { REDIS_SERVER } from '@almagest/test-kit/redis-program';

/** This package runs compiled or, in tests, from its sources. The service under test runs in the same way. */
const COMPILED = import.meta.url.endsWith('.js');
const SERVICE = new URL('../../../../../services/grid-coordinator/', import.meta.url);
const AGENT = new URL('../../../../programs/grid-agent/', import.meta.url);

export function serviceCommand(name: 'api' | 'worker' | 'migrate'): string[] {
  return COMPILED
    ? [process.execPath, '--enable-source-maps', new URL(`dist/${name}.js`, SERVICE).pathname]
    : programCommand(`services/grid-coordinator/src/${name}.ts`);
}

export function agentCommand(): string[] {
  return COMPILED
    ? [process.execPath, '--enable-source-maps', new URL('dist/main.js', AGENT).pathname]
    : programCommand('packages/programs/grid-agent/src/main.ts');
}

/** Returns a command for the redis-server on the PATH with its data in `dir`, or undefined. */
export function redisCommand(port: number, dir: string): string[] | undefined {
  const settings = { port: String(port), bind: '127.0.0.1', dir, save: '', appendonly: 'yes' };
  if (REDIS_SERVER === undefined) return undefined;
  return [REDIS_SERVER, ...Object.entries(settings).flatMap(([name, value]) => [`--${name}`, value])];
}
