import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { startTestCluster, type TestCluster } from '@almagest/test-kit/test-database';
import { migrateDatabase } from '../src/persistence/migrate.ts';

declare global {
  var gridTestCluster: TestCluster | undefined;
}

const BUILD_CONSOLE = new URL('../../../infra/local/build-console', import.meta.url).pathname;

/**
 * Builds the console if its sources have changed. Starts a temporary cluster for the run, with a migrated template that
 * each test file copies.
 */
export default async function setup(): Promise<void> {
  await promisify(execFile)('sh', [BUILD_CONSOLE]);
  const cluster = await startTestCluster(async (url) => {
    await migrateDatabase({ database: { url, schema: 'grid' }, redisUrl: undefined });
  });
  globalThis.gridTestCluster = cluster;
  process.env['GRID_TEST_ADMIN_URL'] = cluster.adminUrl;
}
