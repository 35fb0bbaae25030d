import { migrate } from '@almagest/service-kit/database';
import { startTestCluster, type TestCluster } from '@almagest/test-kit/test-database';
import { accountMigration } from '../src/account-migration.ts';
import { passkeyMigration } from '../src/passkey-migration.ts';

declare global {
  var accountTestCluster: TestCluster | undefined;
}

export default async function setup(): Promise<void> {
  const cluster = await startTestCluster(async (url) => {
    await migrate({ url, schema: 'people' }, { '0001-accounts': accountMigration, '0002-passkeys': passkeyMigration });
  });
  globalThis.accountTestCluster = cluster;
  process.env['ACCOUNT_TEST_ADMIN_URL'] = cluster.adminUrl;
}
