import { randomBytes } from 'node:crypto';
import { statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { startPostgres } from '@almagest/embedded-postgres';
import pg from 'pg';

/** A temporary cluster for a test run. Each test file copies the migrated template into its own database. */
export interface TestCluster {
  /** The connection address for administration, passed to the test processes through the environment. */
  readonly adminUrl: string;
  stop(): Promise<void>;
}

const TEMPLATE = 'template_service';
/**
 * Matches the name of a run on the user's own server. The names of its databases begin with this name, and its
 * connections use it.
 */
const RUN = /^almagest_test_[0-9a-f]+$/;

/** An in-memory file system, on Linux. */
const MEMORY_FOLDER = '/dev/shm';
/** The databases of a whole run take 3 GiB, and the processes of the run take as much. */
const ENOUGH_MEMORY_BYTES = 8 * 1024 ** 3;

/**
 * Starts the cluster and lets `prepare` migrate the template. If `TEST_DATABASE_URL` is set, the run uses that server.
 * The role in this URL must be allowed to create databases. The run touches only its own databases and drops them at
 * the end.
 */
export async function startTestCluster(prepare: (templateUrl: string) => Promise<void>): Promise<TestCluster> {
  const given = process.env['TEST_DATABASE_URL'];
  if (given) return await useServer(given, prepare);
  // With one database per test file, autovacuum would start a process every second, for tables of a few rows.
  const settings = { max_connections: 400, autovacuum: 'off' };
  const server = await startPostgres({ database: TEMPLATE, temporaryFolder: databaseFolder(), settings });
  await prepare(server.url(TEMPLATE));
  return { adminUrl: server.url('postgres'), stop: () => server.stop() };
}

/**
 * Returns a folder in memory if there is enough memory. Copying a database took 17 ms there, and 25 to 180 ms on disk,
 * depending on other writes.
 */
function databaseFolder(): string {
  try {
    const { bavail, bsize } = statfsSync(MEMORY_FOLDER);
    if (Math.min(bavail * bsize, process.availableMemory()) >= ENOUGH_MEMORY_BYTES) return MEMORY_FOLDER;
  } catch {
    // Not on Linux.
  }
  return tmpdir();
}

async function useServer(given: string, prepare: (templateUrl: string) => Promise<void>): Promise<TestCluster> {
  const run = `almagest_test_${randomBytes(6).toString('hex')}`;
  const adminUrl = `${given}${given.includes('?') ? '&' : '?'}application_name=${run}`;
  const template = templateOf(adminUrl);
  await execute(adminUrl, async (client) => void (await client.query(`create database ${template}`)));
  const stop = () =>
    execute(adminUrl, async (client) => {
      const { rows } = await client.query<{ datname: string }>('select datname from pg_database where datname ^@ $1', [
        run,
      ]);
      for (const { datname } of rows) await client.query(`drop database ${datname} with (force)`);
    });
  try {
    await prepare(databaseUrl(adminUrl, template));
  } catch (error) {
    await stop();
    throw error;
  }
  return { adminUrl, stop };
}

/** Creates a copy of the template. The copy is dropped when the run ends. */
export async function copyTemplate(adminUrl: string): Promise<string> {
  const run = runOf(adminUrl);
  const name = `${run ?? 't'}_${randomBytes(6).toString('hex')}`;
  await execute(adminUrl, async (client) => {
    await client.query(`create database ${name} template ${templateOf(adminUrl)} strategy file_copy`);
  });
  return databaseUrl(adminUrl, name);
}

/** Returns the name of the run on a server of the user. Returns undefined on a temporary cluster. */
function runOf(adminUrl: string): string | undefined {
  const name = new URLSearchParams(adminUrl.split('?')[1]).get('application_name') ?? '';
  return RUN.test(name) ? name : undefined;
}

function templateOf(adminUrl: string): string {
  const run = runOf(adminUrl);
  return run === undefined ? TEMPLATE : `${run}_template`;
}

function databaseUrl(adminUrl: string, name: string): string {
  return adminUrl.replace(/\/[^/?]*(?=\?|$)/, `/${name}`);
}

async function execute(url: string, work: (client: pg.Client) => Promise<void>): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}
