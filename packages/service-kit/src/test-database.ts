import { randomBytes } from 'node:crypto';
import { startPostgres } from '@almagest/embedded-postgres';
import pg from 'pg';

/** One throw-away cluster for a run; each test file copies the migrated template into a database of its own. */
export interface TestCluster {
  /** Handed to the test processes through the environment. */
  readonly adminUrl: string;
  stop(): Promise<void>;
}

const TEMPLATE = 'template_service';

/** Starts the cluster and lets `prepare` migrate the template. */
export async function startTestCluster(prepare: (templateUrl: string) => Promise<void>): Promise<TestCluster> {
  const server = await startPostgres({ database: TEMPLATE, settings: { max_connections: 400 } });
  await prepare(server.url(TEMPLATE));
  return { adminUrl: server.url('postgres'), stop: () => server.stop() };
}

/** A fresh copy of the template. It is not dropped: the whole cluster goes when the run ends. */
export async function copyTemplate(adminUrl: string): Promise<string> {
  const name = `t_${randomBytes(6).toString('hex')}`;
  const client = new pg.Client({ connectionString: adminUrl });
  await client.connect();
  try {
    await client.query(`create database ${name} template ${TEMPLATE} strategy file_copy`);
  } finally {
    await client.end();
  }
  return adminUrl.replace(/\/postgres(?=\?|$)/, `/${name}`);
}
