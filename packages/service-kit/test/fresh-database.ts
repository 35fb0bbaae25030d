import { copyTemplate } from '@almagest/test-kit/test-database';

/** The URL of an empty database that no other test sees. */
export async function freshDatabase(): Promise<string> {
  const adminUrl = process.env['KIT_TEST_ADMIN_URL'];
  if (adminUrl === undefined) throw new Error('the test cluster is not running');
  return await copyTemplate(adminUrl);
}
