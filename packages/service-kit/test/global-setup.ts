import { startTestCluster, type TestCluster } from '@almagest/test-kit/test-database';

declare global {
  var kitTestCluster: TestCluster | undefined;
}

export default async function setup(): Promise<void> {
  const cluster = await startTestCluster(() => Promise.resolve());
  globalThis.kitTestCluster = cluster;
  process.env['KIT_TEST_ADMIN_URL'] = cluster.adminUrl;
}
