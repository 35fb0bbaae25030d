import { copyTemplate } from '@almagest/test-kit/test-database';

/** Creates an empty database for one test and returns its URL. */
export async function freshDatabase(): Promise<string> {
  const adminUrl = process.env['KIT_TEST_ADMIN_URL'];
  if (adminUrl === undefined) throw new Error('the test cluster is not running');
  return await copyTemplate(adminUrl);
}
