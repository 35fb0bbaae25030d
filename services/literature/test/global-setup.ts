import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { startTestCluster, type TestCluster } from '@almagest/test-kit/test-database';
import { migrateDatabase } from '../src/persistence/migrate.ts';

declare global {
  var literatureTestCluster: TestCluster | undefined;
}

const BUILD_READER = new URL('../../../infra/local/build-reader', import.meta.url).pathname;

/**
 * Builds the reader if its sources have changed. Starts a temporary cluster for the run. Each test file copies its
 * template database, which has the migrated schema.
 */
export default async function setup(): Promise<void> {
  await promisify(execFile)('sh', [BUILD_READER]);
  const cluster = await startTestCluster(async (url) => {
    await migrateDatabase({ database: { url, schema: 'literature' }, redisUrl: undefined });
  });
  globalThis.literatureTestCluster = cluster;
  process.env['LITERATURE_TEST_ADMIN_URL'] = cluster.adminUrl;
}
