import { randomBytes } from 'node:crypto';
import { statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { startPostgres, type PostgresServer } from '@almagest/embedded-postgres';
import pg from 'pg';

/** Where the test files of a project get their databases. Each copies the migrated template into its own. */
export interface TestCluster {
  /** Handed to the test processes through the environment. */
  readonly adminUrl: string;
  stop(): Promise<void>;
}

/** What the databases of a project begin with, and its connections are called. */
const RUN = /^almagest_test_[0-9a-f]+$/;

/** A file system in memory, on Linux. */
const MEMORY_FOLDER = '/dev/shm';
/** The databases of a whole run take 3 GiB, and its processes as much. */
const ENOUGH_MEMORY_BYTES = 8 * 1024 ** 3;

/** The temporary server of this test run. Its projects are prepared, and stopped, one after another in one process. */
let ownServer: { readonly server: PostgresServer; users: number } | undefined;

/**
 * Lets `prepare` migrate the template, on a temporary server that all projects of a run share. Where `TEST_DATABASE_URL` is
 * set, the run uses that server: its role must be allowed to create databases, and only databases of this run are touched and
 * dropped at its end.
 */
export async function startTestCluster(prepare: (templateUrl: string) => Promise<void>): Promise<TestCluster> {
  const given = process.env['TEST_DATABASE_URL'];
  if (given) return await prepareTemplate(given, prepare, dropDatabases);
  // With a database for each test file, autovacuum would start a process in one of them every second, for tables of a few rows.
  const settings = { max_connections: 400, autovacuum: 'off' };
  ownServer ??= { server: await startPostgres({ temporaryFolder: databaseFolder(), settings }), users: 0 };
  ownServer.users += 1;
  return await prepareTemplate(ownServer.server.url('postgres'), prepare, leaveOwnServer);
}

/**
 * In memory where there is enough: a database was copied in 17 ms there, and in 25 to 180 ms on a disk, depending on what else
 * was written.
 */
function databaseFolder(): string {
  try {
    const { bavail, bsize } = statfsSync(MEMORY_FOLDER);
    if (Math.min(bavail * bsize, process.availableMemory()) >= ENOUGH_MEMORY_BYTES) return MEMORY_FOLDER;
  } catch {
    // Not Linux.
  }
  return tmpdir();
}

/** Its databases go with it. */
async function leaveOwnServer(): Promise<void> {
  if (ownServer === undefined) return;
  ownServer.users -= 1;
  if (ownServer.users > 0) return;
  const { server } = ownServer;
  ownServer = undefined;
  await server.stop();
}

async function dropDatabases(adminUrl: string): Promise<void> {
  await execute(adminUrl, async (client) => {
    const own = 'select datname from pg_database where datname ^@ $1';
    const { rows } = await client.query<{ datname: string }>(own, [runOf(adminUrl)]);
    for (const { datname } of rows) await client.query(`drop database ${datname} with (force)`);
  });
}

async function prepareTemplate(
  serverUrl: string,
  prepare: (templateUrl: string) => Promise<void>,
  leave: (adminUrl: string) => Promise<void>,
): Promise<TestCluster> {
  const run = `almagest_test_${randomBytes(6).toString('hex')}`;
  const adminUrl = `${serverUrl}${serverUrl.includes('?') ? '&' : '?'}application_name=${run}`;
  const stop = () => leave(adminUrl);
  try {
    await execute(adminUrl, async (client) => void (await client.query(`create database ${templateOf(adminUrl)}`)));
    await prepare(databaseUrl(adminUrl, templateOf(adminUrl)));
  } catch (error) {
    await stop();
    throw error;
  }
  return { adminUrl, stop };
}

/** A fresh copy of the template. It goes when the run ends. */
export async function copyTemplate(adminUrl: string): Promise<string> {
  const name = `${runOf(adminUrl)}_${randomBytes(6).toString('hex')}`;
  await execute(adminUrl, async (client) => {
    await client.query(`create database ${name} template ${templateOf(adminUrl)} strategy file_copy`);
  });
  return databaseUrl(adminUrl, name);
}

function runOf(adminUrl: string): string {
  const name = new URLSearchParams(adminUrl.split('?')[1]).get('application_name') ?? '';
  if (!RUN.test(name)) throw new Error('not a URL of a test cluster');
  return name;
}

function templateOf(adminUrl: string): string {
  return `${runOf(adminUrl)}_template`;
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
