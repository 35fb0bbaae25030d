import { startTestCluster, type TestCluster } from '@almagest/test-kit/test-database';
import { migrateDatabase } from '../src/persistence/migrate.ts';

declare global {
  var literatureTestCluster: TestCluster | undefined;
}

/** Starts a temporary cluster for the run. Each test file copies its template, which has the migrated schema. */
export default async function setup(): Promise<void> {
  const cluster = await startTestCluster(async (url) => {
    await migrateDatabase({ database: { url, schema: 'literature' }, redisUrl: undefined });
  });
  globalThis.literatureTestCluster = cluster;
  process.env['LITERATURE_TEST_ADMIN_URL'] = cluster.adminUrl;
}
