import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { startPostgres } from '@almagest/embedded-postgres';
import { addressOf, untilHealthy, untilPortIsFree } from './address.ts';
import { closeState } from './close-state.ts';
import { handedOn } from './handed-on.ts';
import { keepRunning, runProgram, type KeptProcess, type Program, type Watch } from './kept-process.ts';
import { keptToken, type KeptToken } from './kept-token.ts';
import { ownEnvironment, type Service } from './services.ts';
import { lockState } from './state-lock.ts';

export interface StackOptions {
  readonly stateDir: string;
  readonly services: readonly Service[];
  /** What of it a service reads is handed on to that service. */
  readonly environment: NodeJS.ProcessEnv;
  /** Left out: one that is made and kept in the state folder. */
  readonly adminToken?: string;
  /** Left out: an embedded server in the state folder. */
  readonly databaseUrl?: string;
  /** Gets what the services print; left out: the launcher's own streams. */
  readonly logFile?: string;
  /** Tells people what went wrong and what is done about it. */
  readonly warn: (line: string) => void;
  /** Tells people what is being started; left out: nobody. */
  readonly tell?: (line: string) => void;
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
  /** The token that was made for it. */
  readonly token?: KeptToken;
}

/** Everything that runs on this machine. */
export interface Stack {
  readonly services: readonly RunningService[];
  readonly adminToken: KeptToken;
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
  const token = keptToken(stateDir, admin);
  if (options.databaseUrl === undefined) options.tell?.('starting the database');
  const databaseUrl = options.databaseUrl ?? (await openDatabase(options, onClose));
  // As values, whether they came as such or in files.
  const { DATABASE_URL_FILE: _databaseFile, ADMIN_TOKEN_FILE: _tokenFile, ...others } = environment;
  const shared = { ...others, DATABASE_URL: databaseUrl, ADMIN_TOKEN: token.value };
  const kept: KeptProcess[] = [];
  onClose(() => Promise.all(kept.map((one) => one.stop())));
  const running: RunningService[] = [];
  for (const [index, service] of services.entries()) {
    const own = ownEnvironment(service, stateDir);
    const variables = await handedOn(service.programs, { ...shared, ...own.variables });
    for (const folder of service.folders) mkdirSync(folder, { recursive: true });
    const program = (name: string) => programOf(service, name, variables, options.logFile);
    options.tell?.(`starting the ${service.name}`);
    await migrate(program('migrate'), options, abort);
    kept.push(keepRunning(program('api'), options));
    kept.push(keepRunning(program('worker'), options));
    running.push({ ...(listed[index] as RunningService), ...(own.token === undefined ? {} : { token: own.token }) });
  }

  const failed = Promise.race(kept.map((one) => one.gaveUp));
  await untilAllHealthy(listed, failed, abort);
  return { services: running, adminToken: token, databaseUrl, failed };
}

/** Where the administrator's token is kept that was made here. */
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
