import { startTestCluster, type TestCluster } from '../src/test-database.ts';

declare global {
  var kitTestCluster: TestCluster | undefined;
}

export default async function setup(): Promise<void> {
  const cluster = await startTestCluster(() => Promise.resolve());
  globalThis.kitTestCluster = cluster;
  process.env['KIT_TEST_ADMIN_URL'] = cluster.adminUrl;
}
