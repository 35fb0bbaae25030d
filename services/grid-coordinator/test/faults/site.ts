import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { COMPILE_CACHE } from '@almagest/test-kit/compile-cache';
import { logLineOf, runProgram, type Program } from '@almagest/test-kit/program';
import { programCommand } from '@almagest/test-kit/program-command';
import { copyTemplate } from '@almagest/test-kit/test-database';
import { useOpenedEach } from '@almagest/test-kit/use-opened';
import pg from 'pg';
import { ADMIN_TOKEN } from '../world.ts';

const SERVICE = join(import.meta.dirname, '../..');

export interface ApiProcess extends Program {
  readonly url: string;
}

/** A coordinator in killable processes, with its database and folders. */
export interface Site {
  readonly databaseUrl: string;
  readonly dataDir: string;
  readonly root: string;
  /** Running API processes. Callers use any of these processes. */
  readonly apis: ApiProcess[];
  /** Aborted when the site closes, so that waiting nodes give up. */
  readonly closing: AbortSignal;
  /** The test's own connection, with the service's schema in its search path. */
  readonly db: pg.Client;
  connect(): Promise<pg.Client>;
  /** `through` is a wrapper command that takes the program as its arguments. */
  startApi(through?: readonly string[], more?: Readonly<Record<string, string>>): Promise<ApiProcess>;
  startWorker(through?: readonly string[]): Promise<Program>;
  startAgent(options: AgentOptions): Program;
  close(): Promise<void>;
}

export interface AgentOptions {
  readonly url: string;
  readonly nodeId: string;
  readonly workDir: string;
  readonly engine: string;
  readonly slots: number;
}

export interface SiteOptions {
  readonly env?: Readonly<Record<string, string>>;
  /** A migrated database. Defaults to a copy of the template. */
  readonly databaseUrl?: string;
}

/** Opens a site before each test and closes it after the test. Use its members only in hooks and tests. */
export function useSite(): Site {
  return useOpenedEach(openSite);
}

export async function openSite({ env: more = {}, databaseUrl }: SiteOptions = {}): Promise<Site> {
  const adminUrl = process.env['GRID_TEST_ADMIN_URL'];
  if (adminUrl === undefined) throw new Error('the test cluster is not running');
  const url = databaseUrl ?? (await copyTemplate(adminUrl));
  const root = await mkdtemp(join(tmpdir(), 'grid-faults-'));
  const dataDir = join(root, 'data');
  const env = { ...ownEnvironment(url, root), DATA_DIR: dataDir, ...more };
  const programs: Program[] = [];
  const clients: pg.Client[] = [];
  const run = (
    script: string,
    args: readonly string[] = [],
    through: readonly string[] = [],
    more: Readonly<Record<string, string>> = {},
  ) => {
    const command = [...through, ...programCommand(script), ...args];
    const program = runProgram(command, { cwd: SERVICE, env: { ...env, ...more } });
    programs.push(program);
    return program;
  };
  const connect = async () => {
    const client = new pg.Client({ connectionString: url, options: '-c search_path=grid' });
    // Killing the database closes this connection. A running query then throws the error itself.
    client.on('error', () => undefined);
    await client.connect();
    clients.push(client);
    return client;
  };
  const apis: ApiProcess[] = [];
  const closing = new AbortController();
  return {
    databaseUrl: url,
    dataDir,
    root,
    apis,
    closing: closing.signal,
    db: await connect(),
    connect,
    startApi: async (through = [], more = {}) => {
      const api = await listening(run('services/grid-coordinator/src/api.ts', [], through, more));
      apis.push(api);
      void api.exited.then(() => apis.splice(apis.indexOf(api), 1));
      return api;
    },
    startWorker: async (through = []) => {
      const worker = run('services/grid-coordinator/src/worker.ts', [], through);
      await logLineOf(worker, 'working');
      return worker;
    },
    startAgent: (options) => run('packages/programs/grid-agent/src/main.ts', agentArguments(options)),
    close: async () => {
      closing.abort();
      await Promise.all(programs.map((program) => program.kill()));
      for (const client of clients) await client.end().catch(() => undefined);
      await rm(root, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 });
    },
  };
}

function ownEnvironment(databaseUrl: string, root: string): NodeJS.ProcessEnv {
  return {
    ...process.env,
    DATABASE_URL: databaseUrl,
    ASSETS_DIR: join(root, 'assets'),
    ADMIN_TOKEN,
    PORT: '0',
    SWEEP_EVERY_MS: '250',
    REGISTER_RATE_PER_MIN: '1000',
    ...COMPILE_CACHE,
  };
}

async function listening(program: Program): Promise<ApiProcess> {
  const { port } = (await logLineOf(program, 'listening')) as { port: number };
  return { ...program, url: `http://127.0.0.1:${port}` };
}

/** Returns the arguments of an agent with short waits. */
function agentArguments({ url, nodeId, workDir, engine, slots }: AgentOptions): string[] {
  const own = { url, 'node-id': nodeId, slots: String(slots), 'work-dir': workDir, engine };
  const quick = { 'heartbeat-sec': '0.2', 'poll-sec': '0.1', 'approval-poll-sec': '0.1', 'retry-max-sec': '0.3' };
  return Object.entries({ ...own, ...quick }).flatMap(([name, value]) => [`--${name}`, value]);
}
