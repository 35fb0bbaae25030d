import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TaskReport, TaskSpec } from '@almagest/contracts/grid';
import { startRedis } from '@almagest/test-kit/redis-server';
import { copyTemplate } from '@almagest/test-kit/test-database';
import { until } from '@almagest/test-kit/until';
import { useOpened } from '@almagest/test-kit/use-opened';
import { beforeAll } from '@jest/globals';
import pg from 'pg';
import request from 'supertest';
import { startApi, startWorkerProcess } from '../src/compose.ts';
import { readConfig } from '../src/config.ts';

export const ADMIN_TOKEN = 'test-admin-token';

type Method = 'get' | 'post' | 'put' | 'patch' | 'delete';

/** A separate coordinator: database, folders, an API and, if requested, a worker in this process. */
export interface World extends AsyncDisposable {
  readonly url: string;
  readonly databaseUrl: string;
  readonly dataDir: string;
  readonly assetsDir: string;
  /** Sends a request with the administrator's token. */
  admin(method: Method, path: string): request.Test;
  anyone(method: Method, path: string): request.Test;
  as(token: string, method: Method, path: string): request.Test;
  /** The environment for further processes with the same data. */
  readonly env: Record<string, string>;
  startApi(env?: Readonly<Record<string, string>>): Promise<Replica>;
  /** Starts the worker of a world that was opened without one. */
  startWorker(): Promise<void>;
  /** Runs a statement on the coordinator's database. */
  sql<R = Record<string, unknown>>(text: string, values?: readonly unknown[]): Promise<R[]>;
  close(): Promise<void>;
}

interface Replica extends AsyncDisposable {
  readonly url: string;
  readonly stop: () => Promise<void>;
}

export interface WorldOptions {
  readonly worker?: boolean;
  readonly env?: Readonly<Record<string, string>>;
  /** A migrated database. Defaults to a copy of the template. */
  readonly databaseUrl?: string;
}

/** Keeps jobs and limits in the world's own Redis instead of PostgreSQL. Set by `onRedis` of `@almagest/test-kit`. */
const ON_REDIS = process.env['TEST_ON_REDIS'] === '1';

/** A sweep runs about forty statements. Most test files wait for at most one sweep. Other files use `OFTEN_SWEPT`. */
const SELDOM_SWEPT_MS = '1000';

/** The environment of worlds whose tests wait for many sweeps. */
export const OFTEN_SWEPT = { SWEEP_EVERY_MS: '250' };

/** Opens a world before the tests of a file and closes it after them. Use its members only in hooks and tests. */
export function useWorld(options?: WorldOptions): World {
  return useOpened(async () => await openWorld(options));
}

/** Opens a world, which the caller must close. `useWorld` opens and closes a world for a test file. */
export async function openWorld({ worker = true, env: more = {}, ...given }: WorldOptions = {}): Promise<World> {
  const adminUrl = process.env['GRID_TEST_ADMIN_URL'];
  if (adminUrl === undefined) throw new Error('the test cluster is not running');
  const databaseUrl = given.databaseUrl ?? (await copyTemplate(adminUrl));
  const root = await mkdtemp(join(tmpdir(), 'grid-test-'));
  const redis = ON_REDIS ? await startRedis() : undefined;
  const env: Record<string, string> = {
    DATABASE_URL: databaseUrl,
    ...(redis === undefined ? {} : { REDIS_URL: redis.url }),
    DATA_DIR: join(root, 'data'),
    ASSETS_DIR: join(root, 'assets'),
    AGENT_DIR: join(root, 'agent'),
    ADMIN_TOKEN,
    LOG_LEVEL: 'error',
    SWEEP_EVERY_MS: SELDOM_SWEPT_MS,
    LOGIN_RATE_PER_MIN: '1000',
    REGISTER_RATE_PER_MIN: '1000',
    PORT: '0',
    ...more,
  };
  for (const [name, value] of Object.entries(env)) if (value === '') delete env[name];
  const config = readConfig(env, []);
  const api = await startApi(config);
  let background = worker ? await startWorkerProcess(config) : undefined;
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 4, options: '-c search_path=grid' });
  const url = `http://127.0.0.1:${api.server.port}`;
  const send = (token: string | undefined) => (method: Method, path: string) => {
    const test = request(url)[method](path);
    return token === undefined ? test : test.set('Authorization', `Bearer ${token}`);
  };
  const close = async () => {
    await background?.stop();
    await api.stop();
    await pool.end();
    await redis?.stop();
    await rm(root, { recursive: true, force: true });
  };
  return {
    url,
    databaseUrl,
    dataDir: config.dataDir,
    assetsDir: config.assetsDir,
    env,
    admin: send(ADMIN_TOKEN),
    anyone: send(undefined),
    as: (token, method, path) => send(token)(method, path),
    startApi: async (other = {}) => {
      const replica = await startApi(readConfig({ ...env, ...other }, []));
      return {
        url: `http://127.0.0.1:${replica.server.port}`,
        stop: replica.stop,
        [Symbol.asyncDispose]: replica.stop,
      };
    },
    startWorker: async () => {
      background ??= await startWorkerProcess(config);
    },
    sql: async <R>(text: string, values: readonly unknown[] = []) => {
      const { rows } = await pool.query(text, [...values]);
      return rows as R[];
    },
    close,
    [Symbol.asyncDispose]: close,
  };
}

/** Creates an approved node that has sent a heartbeat. */
export async function givenNode(world: World, nodeId: string, maxSlots = 64): Promise<TestNode> {
  await world.anyone('post', '/api/node/register').send({ node_id: nodeId, max_slots: maxSlots }).expect(200);
  const { body } = await world.admin('post', `/api/admin/nodes/${nodeId}/approve`).expect(200);
  const node = new TestNode(world, nodeId, (body as { data: { node_token: string } }).data.node_token);
  await node.beat(0);
  return node;
}

/** Creates a node before the tests of a file, as `givenNode` does. Use its members only in hooks and tests. */
export function useNode(world: World, nodeId: string, maxSlots?: number): TestNode {
  const node = Object.create(TestNode.prototype) as TestNode;
  beforeAll(async () => {
    Object.assign(node, await givenNode(world, nodeId, maxSlots));
  });
  return node;
}

type ReportFields = Partial<TaskReport> & { seed?: string | Buffer };

/** A node as the coordinator sees it. */
export class TestNode {
  readonly world: World;
  readonly id: string;
  readonly token: string;

  constructor(world: World, id: string, token: string) {
    this.world = world;
    this.id = id;
    this.token = token;
  }

  async beat(activeSlots: number): Promise<request.Response> {
    return await this.world
      .as(this.token, 'post', '/api/node/heartbeat')
      .send({ node_id: this.id, active_slots: activeSlots, cpu_usage: 10, memory_usage: 20 })
      .expect(200);
  }

  async claim(): Promise<TaskSpec | null> {
    const { body } = await this.world.as(this.token, 'post', '/api/task/claim').expect(200);
    return (body as { task: TaskSpec | null }).task;
  }

  /** Claims until a task is available, because the expansion takes a moment after a start. */
  async claimSoon(): Promise<TaskSpec> {
    return await until(async () => (await this.claim()) ?? undefined, 'a task to claim');
  }

  /** Claims until no task is left. */
  async claimAll(): Promise<TaskSpec[]> {
    const tasks: TaskSpec[] = [];
    for (let task = await this.claim(); task !== null; task = await this.claim()) tasks.push(task);
    return tasks;
  }

  report(task: TaskSpec, { seed, ...fields }: ReportFields = {}): request.Test {
    const report: TaskReport = {
      task_id: task.task_id,
      point_name: task.point_name,
      node_id: this.id,
      status: 'completed',
      converged: true,
      max_relc: 1e-4,
      atmosphere_has_nan: false,
      elapsed_sec: 10,
      ...fields,
    };
    const test = this.world.as(this.token, 'post', '/api/task/report').field('report', JSON.stringify(report));
    return seed === undefined ? test : test.attach('seed_file', Buffer.from(seed), 'out.7');
  }

  async converge(task: TaskSpec, seed: string | undefined = `seed of ${task.point_name}`): Promise<void> {
    await this.report(task, seed === undefined ? {} : { seed }).expect(200);
  }

  async fail(task: TaskSpec, error = 'did not converge'): Promise<void> {
    await this.report(task, { status: 'failed', converged: false, error_message: error }).expect(200);
  }
}

interface GridAxes {
  teff?: string[];
  logg?: string[];
  loghe?: string[];
  logc?: string[];
  logn?: string[];
  logo?: string[];
}

/** Returns a configuration. Unnamed axes have one value. */
export function configYaml(axes: GridAxes = {}, more = ''): string {
  const list = (values: string[] | undefined, lone: string) => `[${(values ?? [lone]).join(', ')}]`;
  return `grid:
  teff: ${list(axes.teff, '20000')}
  logg: ${list(axes.logg, '5.0')}
  loghe: ${list(axes.loghe, '-1.0')}
  logc: ${list(axes.logc, '-4.0')}
  logn: ${list(axes.logn, '-4.0')}
  logo: ${list(axes.logo, '-4.0')}
chain:
  - {label: lte, lte: true, niter: 50}
${more}`;
}

export async function givenWorkflow(world: World, name: string, yaml: string): Promise<void> {
  await world.admin('post', '/api/workflows').send({ name, description: null, config_yaml: yaml }).expect(200);
}

/** Creates and starts a workflow and waits until it is open. */
export async function givenRunning(world: World, name: string, yaml: string): Promise<void> {
  await givenWorkflow(world, name, yaml);
  await start(world, name);
}

export async function start(world: World, name: string): Promise<void> {
  await world.admin('post', `/api/workflows/${name}/start`).expect(200);
  await until(async () => (await statusOf(world, name)) !== 'initializing', `${name} to be initialised`);
}

export async function statusOf(world: World, name: string): Promise<string> {
  const { body } = await world.admin('get', `/api/workflows/${name}`).expect(200);
  return (body as { data: { status: string } }).data.status;
}

export interface PointRow {
  name: string;
  wave: number;
  status: string;
  success_method: string | null;
  attempt_count: number;
  last_error: string | null;
  seed_point_name: string | null;
  held?: true;
}

export async function pointsOf(world: World, name: string, query = ''): Promise<PointRow[]> {
  const { body } = await world.admin('get', `/api/workflows/${name}/points?limit=500${query}`).expect(200);
  return (body as { data: { points: PointRow[] } }).data.points;
}
