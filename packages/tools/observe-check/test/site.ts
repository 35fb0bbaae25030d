import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startPostgres, type PostgresServer } from '@almagest/embedded-postgres';
import { COMPILE_CACHE } from '@almagest/test-kit/compile-cache';
import { freePort } from '@almagest/test-kit/free-port';
import { logLineOf, runProgram, type Program } from '@almagest/test-kit/program';
import { programCommand } from '@almagest/test-kit/program-command';
import { HAS_SMALL_DISK, onSmallDisk } from '@almagest/test-kit/small-disk';
import { startUpstreamLab, type UpstreamLab } from '@almagest/upstream-lab';
import pg from 'pg';
import { startBalancer, type Balancer } from './balancer.ts';

export const ADMIN_TOKEN = 'observe-admin-token';
export const API_TOKEN = 'observe-api-token';

/** The job names in the repository's scrape configuration. */
export type ProgramName = 'grid-api' | 'grid-worker' | 'grid' | 'literature-api' | 'literature-worker' | 'literature';
type BalancerName = 'grid' | 'literature';

interface Description {
  readonly source: string;
  readonly ready: string;
  readonly env: NodeJS.ProcessEnv;
  /** A command through which the program is started. */
  readonly through?: readonly string[];
}

/** Starts all scraped programs as separate processes, with a database. All of them can be killed. */
export class Site {
  readonly folder: string;
  readonly lab: UpstreamLab;
  readonly ports: Readonly<Record<ProgramName, number>>;
  readonly libraryDir: string;
  readonly #running = new Map<ProgramName, Pick<Program, 'pid' | 'kill'>>();
  readonly #replicas: Program[] = [];
  #postgres: PostgresServer;

  private constructor(
    folder: string,
    postgres: PostgresServer,
    lab: UpstreamLab,
    ports: Readonly<Record<ProgramName, number>>,
  ) {
    this.folder = folder;
    this.#postgres = postgres;
    this.lab = lab;
    this.ports = ports;
    this.libraryDir = join(folder, 'library');
  }

  static async open(): Promise<Site> {
    const folder = mkdtempSync(join(tmpdir(), 'observe-check-'));
    for (const name of ['grid', 'assets', 'library', 'prometheus']) mkdirSync(join(folder, name));
    const [gridApi, gridWorker, grid, literatureApi, literatureWorker, literature] = await Promise.all(
      Array.from({ length: 6 }, freePort),
    );
    const ports = {
      'grid-api': gridApi ?? 0,
      'grid-worker': gridWorker ?? 0,
      grid: grid ?? 0,
      'literature-api': literatureApi ?? 0,
      'literature-worker': literatureWorker ?? 0,
      literature: literature ?? 0,
    };
    const postgres = await startPostgres({ dataDir: join(folder, 'postgres') });
    const site = new Site(folder, postgres, await startUpstreamLab(), ports);
    await Promise.all([site.#migrate('grid-coordinator'), site.#migrate('literature')]);
    return site;
  }

  url(name: ProgramName): string {
    return `http://127.0.0.1:${this.ports[name]}`;
  }

  pidOf(name: ProgramName): number {
    return this.#running.get(name)?.pid ?? 0;
  }

  async start(...names: readonly ProgramName[]): Promise<void> {
    await Promise.all(
      names.map(async (name) => {
        if (isBalancer(name)) return void this.#running.set(name, await this.#startBalancer(name));
        const { source, ready, env, through = [] } = this.#describe(name);
        const program = runProgram([...through, ...programCommand(source)], {
          env: { ...this.#surroundings(), ...env },
        });
        this.#running.set(name, program);
        await logLineOf(program, ready);
      }),
    );
  }

  /** Starts another API of a service at another address. Does not wait until it is ready. */
  startReplica(name: 'grid-api' | 'literature-api', host: string, more: NodeJS.ProcessEnv): Program {
    const { source, env } = this.#describe(name);
    const own = { ...this.#surroundings(), ...env, HOST: host, API_TOKEN, LOG_LEVEL: 'warn', ...more };
    const program = runProgram(programCommand(source), { env: own });
    this.#replicas.push(program);
    return program;
  }

  async #startBalancer(name: BalancerName): Promise<Balancer> {
    const balancer = await startBalancer({ replicaPort: this.ports[`${name}-api`], port: this.ports[name] });
    balancer.setReplicas(['127.0.0.1']);
    return balancer;
  }

  async kill(...names: readonly ProgramName[]): Promise<void> {
    await Promise.all(names.map(async (name) => await this.#running.get(name)?.kill()));
  }

  /** Kills the database. `startDatabase` starts the database again with its rows, at the same address. */
  async killDatabase(): Promise<void> {
    process.kill(this.#postgres.pid, 'SIGKILL');
    await this.#postgres.stop();
  }

  async startDatabase(): Promise<void> {
    this.#postgres = await startPostgres({ dataDir: join(this.folder, 'postgres') });
  }

  /** Runs statements on one connection. Locks are held until `work` is done. */
  async sql<T>(work: (client: pg.Client) => Promise<T>): Promise<T> {
    const client = new pg.Client({ connectionString: this.#postgres.url() });
    await client.connect();
    try {
      return await work(client);
    } finally {
      await client.end();
    }
  }

  async close(): Promise<void> {
    await this.kill(...this.#running.keys());
    await Promise.all(this.#replicas.map((program) => program.kill()));
    await this.lab.close();
    await this.#postgres.stop();
    rmSync(this.folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
  }

  async #migrate(service: string): Promise<void> {
    const program = runProgram(programCommand(`services/${service}/src/migrate.ts`), {
      env: { ...this.#surroundings(), LIBRARY_DIR: this.libraryDir },
    });
    if ((await program.exited) !== 0) throw new Error(`the migration failed:\n${program.output()}`);
  }

  #surroundings(): NodeJS.ProcessEnv {
    const { PATH, HOME, TMPDIR } = process.env;
    return {
      ...(PATH === undefined ? {} : { PATH }),
      ...(HOME === undefined ? {} : { HOME }),
      ...(TMPDIR === undefined ? {} : { TMPDIR }),
      DATABASE_URL: this.#postgres.url(),
      SWEEP_EVERY_MS: '500',
      ...COMPILE_CACHE,
    };
  }

  #describe(name: Exclude<ProgramName, BalancerName>): Description {
    const port = String(this.ports[name]);
    const grid = {
      DATA_DIR: join(this.folder, 'grid'),
      ASSETS_DIR: join(this.folder, 'assets'),
      ADMIN_TOKEN,
      REGISTER_RATE_PER_MIN: '1000',
      HEARTBEAT_TIMEOUT_SEC: '6',
    };
    const literature = {
      LIBRARY_DIR: this.libraryDir,
      UPSTREAM_MIN_INTERVAL_MS: '0',
      ...this.lab.environment(),
    };
    switch (name) {
      case 'grid-api':
        return { source: 'services/grid-coordinator/src/api.ts', ready: 'listening', env: { ...grid, PORT: port } };
      case 'grid-worker':
        return {
          source: 'services/grid-coordinator/src/worker.ts',
          ready: 'working',
          env: { ...grid, METRICS_PORT: port },
        };
      case 'literature-api':
        return { source: 'services/literature/src/api.ts', ready: 'listening', env: { ...literature, PORT: port } };
      case 'literature-worker':
        return {
          source: 'services/literature/src/worker.ts',
          ready: 'working',
          env: { ...literature, METRICS_PORT: port },
          through: HAS_SMALL_DISK ? onSmallDisk(this.libraryDir) : [],
        };
    }
  }
}

function isBalancer(name: ProgramName): name is BalancerName {
  return name === 'grid' || name === 'literature';
}
