import { appendFileSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { COMPILE_CACHE } from '@almagest/test-kit/compile-cache';
import { freePort } from '@almagest/test-kit/free-port';
import { sendRequest, retryUntilAnswered, type Payload } from '@almagest/test-kit/http-call';
import { runProgram, type Program } from '@almagest/test-kit/program';
import { rngFor } from '../rng.ts';
import { SupervisedPostgres } from './supervised-postgres.ts';
import { SupervisedProgram, type SupervisedOptions } from './supervised-program.ts';
import type { Pace } from './pace.ts';
import { redisCommand, serviceCommand } from './programs.ts';
import type { KillTarget } from './kill-target.ts';

const ADMIN_TOKEN = 'chaos-admin-token';
const API_REPLICAS = 2;

/** A complete coordinator as separate processes. Each of them may be killed. */
export interface Site {
  readonly postgres: SupervisedPostgres;
  readonly dataDir: string;
  /** The addresses of the API replicas, whether or not they run. */
  readonly urls: readonly string[];
  readonly targets: readonly KillTarget[];
  readonly programs: readonly SupervisedProgram[];
  /** Sends an administrator's request to any replica until it is answered. */
  asAdmin<T>(path: string, payload?: Payload): Promise<T>;
  close(): Promise<void>;
}

type SitePace = Pick<Pace, 'restartMs' | 'heartbeatTimeoutSec' | 'nodeLostGraceSec' | 'reportGraceSec' | 'sweepMs'>;

export interface SiteOptions {
  /** The folder for all files. The site creates this folder. */
  readonly folder: string;
  readonly seed: string;
  readonly pace: SitePace;
  /** `own`: a separate server, which is killed as well. */
  readonly redis: 'none' | 'own' | { readonly url: string };
}

/** Opens the site. Calls `opened` first, so that a signal during the start can close it. */
export async function openSite(options: SiteOptions, opened: (close: () => Promise<void>) => void): Promise<Site> {
  const closers: (() => Promise<unknown>)[] = [];
  let closing: Promise<void> | undefined;
  const closeAll = async () => {
    for (let close = closers.pop(); close; close = closers.pop()) await close().catch(() => undefined);
  };
  const close = () => (closing ??= closeAll());
  opened(close);
  const { folder, pace, seed } = options;
  for (const name of ['data', 'assets', 'logs', 'redis']) mkdirSync(join(folder, name), { recursive: true });
  const draw = { restartMs: pace.restartMs, rng: rngFor(seed, 'restarts') };
  const postgres = await SupervisedPostgres.start({
    ...draw,
    dataDir: join(folder, 'postgres'),
    log: (line) => appendFileSync(logFile(folder, 'postgres'), `${line}\n`),
  });
  closers.push(() => postgres.stop());
  const keep = async (description: Description) => {
    const program = new SupervisedProgram({ ...draw, ...description, logFile: logFile(folder, description.name) });
    closers.push(() => program.stop());
    await program.untilReady();
    return program;
  };
  const redis = await openRedis(options, keep);
  const env = environment(options, {
    DATABASE_URL: postgres.url,
    ...(redis === undefined ? {} : { REDIS_URL: redis.url }),
  });
  await migrate(env, logFile(folder, 'migrate'));
  const ports = await Promise.all(Array.from({ length: API_REPLICAS }, freePort));
  const apis = ports.map((port, index) => keep(apiAt(port, `api-${index + 1}`, env)));
  const programs = await Promise.all([...apis, keep(worker(env))]);
  const urls = ports.map(urlAt);
  let turn = 0;
  return {
    postgres,
    dataDir: join(folder, 'data'),
    urls,
    targets: [...programs, postgres.postmaster, postgres.backend, ...(redis?.programs ?? [])],
    programs,
    asAdmin: (path, payload) =>
      retryUntilAnswered(
        () => sendRequest(urls[(turn += 1) % urls.length] ?? '', { token: ADMIN_TOKEN, path, payload }),
        path,
      ),
    close,
  };
}

type Description = Pick<SupervisedOptions, 'kind' | 'name' | 'command' | 'env' | 'isReady'>;

function logFile(folder: string, name: string): string {
  return join(folder, 'logs', `${name}.log`);
}

function urlAt(port: number): string {
  return `http://127.0.0.1:${port}`;
}

function apiAt(port: number, name: string, env: NodeJS.ProcessEnv): Description {
  return {
    kind: 'api',
    name,
    command: serviceCommand('api'),
    // Logging every request would take most of the service's time.
    env: { ...env, PORT: String(port), LOG_LEVEL: 'warn' },
    isReady: async () => (await sendRequest(urlAt(port), { path: '/healthz' })).status === 200,
  };
}

function worker(env: NodeJS.ProcessEnv): Description {
  return {
    kind: 'worker',
    name: 'worker',
    command: serviceCommand('worker'),
    env,
    isReady: (program) => program.output().includes('"msg":"working"'),
  };
}

interface Redis {
  readonly url: string;
  /** The server, if this test has started it and can kill it. */
  readonly programs: readonly SupervisedProgram[];
}

async function openRedis(
  { folder, redis }: SiteOptions,
  keep: (description: Description) => Promise<SupervisedProgram>,
): Promise<Redis | undefined> {
  if (redis === 'none') return undefined;
  if (redis !== 'own') return { url: redis.url, programs: [] };
  const port = await freePort();
  const command = redisCommand(port, join(folder, 'redis'));
  if (command === undefined) throw new Error('no redis-server on the PATH: install the package redis-server');
  const isReady = (program: Program) => program.output().includes('Ready to accept connections');
  const program = await keep({ kind: 'redis', name: 'redis', command, env: process.env, isReady });
  return { url: `redis://127.0.0.1:${port}`, programs: [program] };
}

/** Returns the complete environment of the service, so that no outside setting changes the test. */
function environment({ folder, pace }: SiteOptions, more: Readonly<Record<string, string>>): NodeJS.ProcessEnv {
  const { PATH, HOME, TMPDIR } = process.env;
  return {
    ...(PATH === undefined ? {} : { PATH }),
    ...(HOME === undefined ? {} : { HOME }),
    ...(TMPDIR === undefined ? {} : { TMPDIR }),
    ...more,
    DATA_DIR: join(folder, 'data'),
    ASSETS_DIR: join(folder, 'assets'),
    ADMIN_TOKEN,
    REGISTER_RATE_PER_MIN: '1000000',
    HEARTBEAT_TIMEOUT_SEC: String(pace.heartbeatTimeoutSec),
    NODE_LOST_GRACE_SEC: String(pace.nodeLostGraceSec),
    REPORT_GRACE_SEC: String(pace.reportGraceSec),
    SWEEP_EVERY_MS: String(pace.sweepMs),
    ...COMPILE_CACHE,
  };
}

async function migrate(env: NodeJS.ProcessEnv, logFile: string): Promise<void> {
  const program = runProgram(serviceCommand('migrate'), { env, logFile });
  if ((await program.exited) !== 0) throw new Error(`the migration failed:\n${program.output().slice(-2_000)}`);
}
