import { migrate } from '@almagest/service-kit/database';
import { startTestCluster, type TestCluster } from '@almagest/test-kit/test-database';
import { accountMigration } from '../src/account-migration.ts';
import { oidcMigration } from '../src/oidc/oidc-migration.ts';
import { passkeyMigration } from '../src/passkey-migration.ts';

declare global {
  var accountTestCluster: TestCluster | undefined;
}

export default async function setup(): Promise<void> {
  const cluster = await startTestCluster(async (url) => {
    const migrations = {
      '0001-accounts': accountMigration,
      '0002-oidc': oidcMigration,
      '0003-passkeys': passkeyMigration,
    };
    await migrate({ url, schema: 'people' }, migrations);
  });
  globalThis.accountTestCluster = cluster;
  process.env['ACCOUNT_TEST_ADMIN_URL'] = cluster.adminUrl;
}
