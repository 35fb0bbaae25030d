import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { startPostgres } from '@almagest/embedded-postgres';
import { addressOf, untilHealthy, untilPortIsFree } from './address.ts';
import { adminToken, type AdminToken } from './admin-token.ts';
import { keepRunning, runProgram, type KeptProcess, type Program, type Watch } from './kept-process.ts';
import type { Service } from './services.ts';
import { lockState } from './state-lock.ts';

export interface StackOptions {
  readonly stateDir: string;
  readonly services: readonly Service[];
  /** Handed on to the services. */
  readonly environment: NodeJS.ProcessEnv;
  /** Left out: an embedded server in the state folder. */
  readonly databaseUrl?: string;
  /** Gets what the services print; left out: the launcher's own streams. */
  readonly logFile?: string;
  /** Tells people what went wrong and what is done about it. */
  readonly warn: (line: string) => void;
  /** Aborted while the stack starts: everything is taken down again, and the start rejects. */
  readonly abort: AbortSignal;
  /** Aborted: the processes of the services are killed at once. */
  readonly killed: AbortSignal;
}

interface RunningService {
  readonly name: string;
  readonly address: string;
  /** Where people look at it, and what that is. */
  readonly page: { readonly label: string; readonly address: string };
}

/** Everything that runs on this machine. */
export interface Stack {
  readonly services: readonly RunningService[];
  readonly adminToken: AdminToken;
  readonly databaseUrl: string;
  /** Resolves when a service does not stay alive. */
  readonly failed: Promise<Error>;
  /** Services first, then the database, then the lock. */
  stop(): Promise<void>;
}

/** Starts the database and the services, and returns when all of them answer. */
export async function startStack(options: StackOptions): Promise<Stack> {
  const opened: (() => Promise<unknown>)[] = [];
  let stopping: Promise<void> | undefined;
  const closeAll = async () => {
    for (let close = opened.pop(); close; close = opened.pop()) await close();
  };
  const stop = () => (stopping ??= closeAll());
  try {
    return { ...(await open(options, (close) => opened.push(close))), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function open(
  options: StackOptions,
  onClose: (close: () => Promise<unknown>) => void,
): Promise<Omit<Stack, 'stop'>> {
  const { stateDir, services, environment, abort } = options;
  const listed = services.map((service) => {
    const address = addressOf(service.port, environment);
    return { name: service.name, address, page: { label: service.page.label, address: address + service.page.path } };
  });
  mkdirSync(stateDir, { recursive: true });
  const lock = await lockState(
    stateDir,
    listed.map(({ address }) => address),
  );
  onClose(() => lock.release());
  for (const { port } of services) await untilPortIsFree(port, environment, options.warn, abort);

  const token = adminToken(stateDir, environment['ADMIN_TOKEN']);
  const databaseUrl = options.databaseUrl ?? (await openDatabase(options, onClose));
  const shared = { ...environment, DATABASE_URL: databaseUrl, ADMIN_TOKEN: token.value };
  const kept: KeptProcess[] = [];
  onClose(() => Promise.all(kept.map((one) => one.stop())));
  for (const service of services) {
    const own = { ...shared, ...service.environment, PORT: String(service.port) };
    for (const folder of service.folders) mkdirSync(folder, { recursive: true });
    const program = (name: string) => programOf(service, name, own, options.logFile);
    await migrate(program('migrate'), options, abort);
    kept.push(keepRunning(program('api'), options));
    kept.push(keepRunning(program('worker'), options));
  }

  const failed = Promise.race(kept.map((one) => one.gaveUp));
  await untilAllHealthy(listed, failed, abort);
  return { services: listed, adminToken: token, databaseUrl, failed };
}

async function untilAllHealthy(
  services: readonly { readonly name: string; readonly address: string }[],
  failed: Promise<Error>,
  abort: AbortSignal,
): Promise<void> {
  const waiting = new AbortController();
  const until = AbortSignal.any([abort, waiting.signal]);
  try {
    const healthy = Promise.all(services.map(({ name, address }) => untilHealthy(name, address, until)));
    const fault = await Promise.race([failed, healthy.then(() => undefined)]);
    if (fault) throw fault;
  } finally {
    waiting.abort();
  }
}

function programOf(
  service: Service,
  name: string,
  environment: NodeJS.ProcessEnv,
  logFile: string | undefined,
): Program {
  const script = join(service.programs, `${name}.js`);
  return { name: `${service.name} ${name}`, script, environment, ...(logFile === undefined ? {} : { logFile }) };
}

async function migrate(migration: Program, watch: Watch, abort: AbortSignal): Promise<void> {
  abort.throwIfAborted();
  const run = runProgram(migration, watch);
  const interrupt = () => void run.end();
  abort.addEventListener('abort', interrupt, { once: true });
  const end = await run.ended;
  abort.removeEventListener('abort', interrupt);
  abort.throwIfAborted();
  if (end !== 'exit code 0') throw new Error(`${migration.name} failed (${end})`);
}

async function openDatabase(
  { stateDir, warn, abort }: StackOptions,
  onClose: (close: () => Promise<unknown>) => void,
): Promise<string> {
  let closing = false;
  const server = await startPostgres({
    dataDir: join(stateDir, 'postgres'),
    log: (line, source) => {
      // While it closes it tells every client that it does. Its other lines are errors of statements, which the
      // services report themselves, and its daily life.
      const telling = source === 'supervisor' || (!closing && /\b(WARNING|FATAL|PANIC):/.test(line));
      if (telling) warn(line);
    },
  });
  onClose(() => {
    closing = true;
    return server.stop();
  });
  abort.throwIfAborted();
  return server.url();
}
