// `sh infra/local/start` as people run it: the launcher with the real services, all from their sources.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, lstatSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { freePort } from '@almagest/test-kit/free-port';
import { until } from '@almagest/test-kit/until';
import { expect, test } from '@jest/globals';
import { cleanUp, newState, type State } from '../world.ts';

const CHECKOUT = join(import.meta.dirname, '../../../../..');
function start(argv: readonly string[], variables: NodeJS.ProcessEnv) {
  const child = spawn('sh', [join(CHECKOUT, 'infra/local/start'), ...argv], {
    env: { PATH: process.env['PATH'], HOME: process.env['HOME'], ...variables },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let stdout = '';
  let stderr = '';
  child.stdout.on('data', (chunk: Buffer) => (stdout += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()));
  const exitCode = once(child, 'close').then(([code]) => code as number | null);
  const isUp = () => stdout.includes('Almagest is running.');
  const untilUp = async () => {
    await until(() => isUp() || child.exitCode !== null);
    if (!isUp()) throw new Error(`the launcher ended with ${child.exitCode}:\n${stderr}`);
  };
  const running = untilUp();
  running.catch(() => undefined);
  cleanUp(async () => {
    child.kill('SIGTERM');
    await exitCode;
  });
  return { running, exitCode, stdout: () => stdout, stderr: () => stderr };
}

/** A path with blanks and umlauts that is too long for a socket. */
const LONG_FOLDER = `Rechnungen für große Gitter/${'ä'.repeat(60)}`;

/** Returns, by script, the environment of each program that runs for a state folder. Includes the database server. */
function environments({ directory }: State): Map<string, NodeJS.ProcessEnv> {
  const found = new Map<string, NodeJS.ProcessEnv>();
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    try {
      const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
      const text = readFileSync(`/proc/${pid}/environ`, 'utf8');
      const program = /(?:grid-coordinator|literature)\/src\/\w+\.ts/.exec(command)?.[0];
      const isServer = command.includes(`postgres -D ${directory}/`);
      if (!isServer && !(program !== undefined && text.includes(directory))) continue;
      const entries = text.split('\0').filter((entry) => entry.includes('='));
      const pairs = entries.map((entry) => [entry.slice(0, entry.indexOf('=')), entry.slice(entry.indexOf('=') + 1)]);
      found.set(isServer ? 'postgres' : (program ?? ''), Object.fromEntries(pairs) as NodeJS.ProcessEnv);
    } catch {
      // The process has ended.
    }
  }
  return found;
}

/** Returns the paths below a folder that anyone other than the owner may use. */
function openToOthers(folder: string): string[] {
  const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name));
  return [folder, ...paths].filter((path) => {
    const found = lstatSync(path, { throwIfNoEntry: false });
    return found !== undefined && !found.isSymbolicLink() && (found.mode & 0o077) !== 0;
  });
}

test('each program gets only its own secrets, each worker its own metrics port, and the state is private', async () => {
  const state = await newState(LONG_FOLDER);
  const [gridMetrics, literatureMetrics] = [await freePort(), await freePort()];
  // Simulates a state folder of an earlier version.
  mkdirSync(join(state.directory, 'grid/seeds'), { recursive: true });
  writeFileSync(join(state.directory, 'grid/seeds/old'), 'seed');
  for (const folder of ['', 'grid', 'grid/seeds']) chmodSync(join(state.directory, folder), 0o755);
  const tokenFile = join(state.directory, 'given-token');
  writeFileSync(tokenFile, 'the-administrators-token\n', { mode: 0o644 });

  const launched = start(['--port', String(state.port), '--literature-port', String(state.otherPort)], {
    STATE_DIR: state.directory,
    // This address requires a token.
    HOST: '127.0.0.2',
    ADMIN_TOKEN_FILE: tokenFile,
    ADMIN_PASSWORD: 'the-consoles-password',
    CATALOG_API_KEY: 'the-catalogs-key',
    OPENAI_API_KEY: 'the-providers-key',
    SECRET_OF_SOMEBODY: 'of-no-service',
    GRID_METRICS_PORT: String(gridMetrics),
    LITERATURE_METRICS_PORT: String(literatureMetrics),
    LOG_LEVEL: 'warn',
  });
  await launched.running;
  const programs = ['grid-coordinator/src/api.ts', 'grid-coordinator/src/worker.ts'];
  const readers = ['literature/src/api.ts', 'literature/src/worker.ts'];
  await until(() => environments(state).size === 5);
  const seen = environments(state);
  expect([...seen.keys()].toSorted()).toEqual([...programs, ...readers, 'postgres']);
  const apiToken = readFileSync(join(state.directory, 'api-token'), 'utf8').trim();
  const secrets = (name: string) => {
    const values = Object.values(seen.get(name) ?? {}).join('\n');
    const all = ['the-administrators-token', 'the-consoles-password', 'the-catalogs-key', 'the-providers-key'];
    return [...all, apiToken, 'of-no-service'].filter((secret) => values.includes(secret));
  };
  for (const name of programs) expect(secrets(name)).toEqual(['the-administrators-token', 'the-consoles-password']);
  for (const name of readers) expect(secrets(name)).toEqual(['the-catalogs-key', 'the-providers-key', apiToken]);
  expect(secrets('postgres')).toEqual([]);

  const library = `http://127.0.0.2:${state.otherPort}/api/library`;
  const statusWith = async (token: string) =>
    (await fetch(library, { headers: { authorization: `Bearer ${token}` } })).status;
  expect([await statusWith(apiToken), await statusWith('the-administrators-token')]).toEqual([200, 401]);
  expect(launched.stdout()).toContain(join(state.directory, 'api-token'));
  for (const port of [gridMetrics, literatureMetrics])
    await until(async () => (await fetch(`http://127.0.0.2:${port}/metrics`).catch(() => undefined))?.ok);

  expect(openToOthers(state.directory)).toEqual([]);
  expect(existsSync(join(state.directory, 'grid/seeds/old'))).toBe(true);
});

test.each([
  [['--prot', '1'], {}, 2, "almagest: Unknown option '--prot'. See sh infra/local/start --help\n"],
  [
    [],
    { METRICS_PORT: '9100' },
    1,
    'almagest: METRICS_PORT cannot serve two workers: set GRID_METRICS_PORT and LITERATURE_METRICS_PORT instead\n',
  ],
])('an unusable setting ends the start with one line: %j %j', async (argv, variables, code, told) => {
  const state = await newState();
  const launched = start(argv, { STATE_DIR: state.directory, ...variables });
  expect([await launched.exitCode, launched.stderr()]).toEqual([code, told]);
  expect(readdirSync(state.directory)).toEqual([]);
});
