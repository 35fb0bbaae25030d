import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { startPostgres } from '@almagest/embedded-postgres';
import { addressOf, untilHealthy, untilPortIsFree } from './address.ts';
import { closeState } from './close-state.ts';
import { serviceEnvironment } from './service-environment.ts';
import { supervise, runProgram, type SupervisedProcess, type Program, type Watch } from './supervised-process.ts';
import { loadOrCreateToken, type PersistentToken } from './persistent-token.ts';
import { ownEnvironment, type Service } from './services.ts';
import { lockState } from './state-lock.ts';

export interface StackOptions {
  readonly stateDir: string;
  readonly services: readonly Service[];
  /** Each service gets only the variables that it reads. */
  readonly environment: NodeJS.ProcessEnv;
  /** Default: a token that is created and stored in the state folder. */
  readonly adminToken?: string;
  /** Default: an embedded server in the state folder. */
  readonly databaseUrl?: string;
  /** Receives the services' output. Default: the launcher's own streams. */
  readonly logFile?: string;
  /** Prints what failed and how the launcher reacts. */
  readonly warn: (line: string) => void;
  readonly log?: (line: string) => void;
  /** Aborting this during the start stops everything, and the start rejects. */
  readonly abort: AbortSignal;
  /** Aborting this kills the services' processes immediately. */
  readonly killed: AbortSignal;
}

interface RunningService {
  readonly name: string;
  readonly address: string;
  readonly page: { readonly label: string; readonly address: string };
  /** The token that was created for the service. */
  readonly token?: PersistentToken;
}

export interface Stack {
  readonly services: readonly RunningService[];
  readonly adminToken: PersistentToken;
  readonly databaseUrl: string;
  /** Resolves when a service keeps ending although it was restarted. */
  readonly failed: Promise<Error>;
  /** Stops the services first, then the database, then releases the lock. */
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
  closeState(stateDir);
  const listed = services.map((service) => {
    const address = addressOf(service.port, environment);
    return { name: service.name, address, page: { label: service.page.label, address: address + service.page.path } };
  });
  const lock = await lockState(
    stateDir,
    listed.map(({ address }) => address),
  );
  onClose(() => lock.release());
  for (const { port } of services) await untilPortIsFree(port, environment, options.warn, abort);

  const admin = { file: ADMIN_TOKEN_FILE, variable: 'ADMIN_TOKEN', given: options.adminToken };
  const token = await loadOrCreateToken(stateDir, admin);
  if (options.databaseUrl === undefined) options.log?.('starting the database');
  const databaseUrl = options.databaseUrl ?? (await openDatabase(options, onClose));
  // Services get these settings as values, even if the launcher read them from files.
  const { DATABASE_URL_FILE: _databaseFile, ADMIN_TOKEN_FILE: _tokenFile, ...others } = environment;
  const shared = { ...others, DATABASE_URL: databaseUrl, ADMIN_TOKEN: token.value };
  const kept: SupervisedProcess[] = [];
  onClose(() => Promise.all(kept.map((one) => one.stop())));
  const start = async (service: Service, until: AbortSignal): Promise<PersistentToken | undefined> => {
    const own = await ownEnvironment(service, stateDir);
    const variables = await serviceEnvironment(fileOf(service, 'config'), { ...shared, ...own.variables });
    for (const folder of service.folders) mkdirSync(folder, { recursive: true });
    const program = (name: string) => programOf(service, name, variables, options.logFile);
    options.log?.(`starting the ${service.name}`);
    await migrate(program('migrate'), options, until);
    kept.push(supervise(program('api'), options));
    kept.push(supervise(program('worker'), options));
    return own.token;
  };
  const tokens = await allOrNone(services, start, abort);
  const running = listed.map((one, index): RunningService => {
    const created = tokens[index];
    return created === undefined ? one : { ...one, token: created };
  });

  const failed = Promise.race(kept.map((one) => one.gaveUp));
  await untilAllHealthy(listed, failed, abort);
  return { services: running, adminToken: token, databaseUrl, failed };
}

/**
 * Runs `start` for all services at once. If one service fails, interrupts the other services, waits for them and
 * rejects.
 */
async function allOrNone<T>(
  services: readonly Service[],
  start: (service: Service, until: AbortSignal) => Promise<T>,
  abort: AbortSignal,
): Promise<T[]> {
  const failing = new AbortController();
  const until = AbortSignal.any([abort, failing.signal]);
  const starting = services.map((service) => start(service, until));
  for (const one of starting) one.catch((error: unknown) => failing.abort(error));
  await Promise.allSettled(starting);
  return await Promise.all(starting);
}

/** The file with the administrator token that was created here. */
const ADMIN_TOKEN_FILE = 'admin-token';

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

function fileOf({ programs, language }: Service, name: string): string {
  return join(programs, `${name}.${language ?? 'js'}`);
}

function programOf(
  service: Service,
  name: string,
  environment: NodeJS.ProcessEnv,
  logFile: string | undefined,
): Program {
  const { nodeOptions = [], watched = false } = service;
  return {
    name: `${service.name} ${name}`,
    script: fileOf(service, name),
    nodeOptions: watched && name !== 'migrate' ? [...nodeOptions, ...WATCH] : nodeOptions,
    environment,
    ...(logFile === undefined ? {} : { logFile }),
  };
}

/** With these options, Node restarts a changed program itself and keeps the earlier output on the screen. */
const WATCH = ['--watch', '--watch-preserve-output'];

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
      // During a shutdown PostgreSQL logs a line for every client. Other lines are routine messages or statement
      // errors, which the services report themselves.
      const isRelevant = source === 'supervisor' || (!closing && /\b(WARNING|FATAL|PANIC):/.test(line));
      if (isRelevant) warn(line);
    },
  });
  onClose(() => {
    closing = true;
    return server.stop();
  });
  abort.throwIfAborted();
  return server.url();
}
