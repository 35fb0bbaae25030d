import { startTestCluster, type TestCluster } from '@almagest/service-kit/test-database';
import { migrateDatabase } from '../src/persistence/migrate.ts';

declare global {
  var literatureTestCluster: TestCluster | undefined;
}

/** One throw-away cluster for the run; its template holds the migrated schema that each test file copies. */
export default async function setup(): Promise<void> {
  const cluster = await startTestCluster(async (url) => {
    await migrateDatabase({ database: { url, schema: 'literature' }, redisUrl: undefined });
  });
  globalThis.literatureTestCluster = cluster;
  process.env['LITERATURE_TEST_ADMIN_URL'] = cluster.adminUrl;
}
