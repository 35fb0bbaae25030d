import { migrate, openDatabase } from '@almagest/service-kit/database';
import { copyTemplate } from '@almagest/test-kit/test-database';
import { afterAll, beforeAll } from '@jest/globals';
import pg from 'pg';
import type { Database, Db } from '../src/persistence/database.ts';
import { migrations } from '../src/persistence/migrations/index.ts';

const schema = 'literature';
const copy = async () => await copyTemplate(process.env['LITERATURE_TEST_ADMIN_URL'] ?? '');

/** Opens a database before the tests of a file and passes it to `use`. Closes the database after the tests. */
export function useDatabase(use: (db: Db) => unknown): void {
  let db: Db | undefined;
  beforeAll(async () => {
    ({ db } = openDatabase<Database>({ url: await copy(), schema }, { max: 8, onFault: () => undefined }));
    await use(db);
  });
  afterAll(async () => await db?.destroy());
}

/** Opens a database that has only the migrations up to this number. */
export async function openEarlier(number: string) {
  const url = await copy();
  const client = new pg.Client({ connectionString: url, options: `-c search_path=${schema}` });
  await client.connect();
  await client.query(`drop schema ${schema} cascade`);
  const migrateTo = async (last = '9999') => {
    const some = Object.entries(migrations).filter(([name]) => name.slice(0, last.length) <= last);
    return await migrate({ url, schema }, Object.fromEntries(some));
  };
  await migrateTo(number);
  return { url, client, migrateTo, [Symbol.asyncDispose]: async () => await client.end() };
}
