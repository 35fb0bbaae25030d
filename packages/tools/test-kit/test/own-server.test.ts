import pg from 'pg';
import { startPostgres, type PostgresServer } from '@almagest/embedded-postgres';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { copyTemplate, startTestCluster } from '../src/test-database.ts';

// Use a separate server, so that the test can count its databases.
const before = process.env['TEST_DATABASE_URL'];
let server: PostgresServer;
beforeAll(async () => {
  server = await startPostgres();
  process.env['TEST_DATABASE_URL'] = server.url('postgres');
});
afterAll(async () => {
  if (before === undefined) delete process.env['TEST_DATABASE_URL'];
  else process.env['TEST_DATABASE_URL'] = before;
  await server.stop();
});

const databases = () =>
  ask(server.url('postgres'), "select datname from pg_database where datname ^@ 'almagest_test_'");

async function ask(url: string, statement: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(statement)).rows;
  } finally {
    await client.end();
  }
}

test('a run on the user’s own server copies its template there and cleans up', async () => {
  const cluster = await startTestCluster(async (url) => void (await ask(url, 'create table prepared (n int)')));
  try {
    const [first, second] = [await copyTemplate(cluster.adminUrl), await copyTemplate(cluster.adminUrl)];
    await ask(first, 'insert into prepared values (1)');
    expect([await ask(first, 'select n from prepared'), await ask(second, 'select n from prepared')]).toEqual([
      [{ n: 1 }],
      [],
    ]);
    expect(await databases()).toHaveLength(3);
  } finally {
    await cluster.stop();
  }
  expect(await databases()).toEqual([]);
});

test('a template that cannot be prepared is removed', async () => {
  await expect(startTestCluster(() => Promise.reject(new Error('no migration')))).rejects.toThrow('no migration');
  expect(await databases()).toEqual([]);
});
