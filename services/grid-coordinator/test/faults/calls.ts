import { sendRequest, NO_REPLY, retryUntilAnswered, type HttpReply, type Payload } from '@almagest/test-kit/http-call';
import { ADMIN_TOKEN } from '../world.ts';
import type { Site } from './site.ts';

/** Sends one request to any running API process. */
export async function call(site: Site, token: string | undefined, path: string, payload?: Payload): Promise<HttpReply> {
  const api = site.apis[Math.floor(Math.random() * site.apis.length)];
  if (api === undefined) return NO_REPLY;
  return await sendRequest(api.url, { token, path, payload });
}

/** Sends an administrator's request and retries until it is answered. */
export async function asAdmin<T>(site: Site, path: string, payload?: Payload): Promise<T> {
  return await retryUntilAnswered<T>(() => call(site, ADMIN_TOKEN, path, payload), path);
}

export async function givenWorkflow(site: Site, name: string, yaml: string): Promise<void> {
  await asAdmin(site, '/api/workflows', { name, description: null, config_yaml: yaml });
  await asAdmin(site, `/api/workflows/${name}/start`, {});
}

/** Reads the database, so it works while no API process runs. */
export async function statusOf(site: Site, name: string): Promise<string | undefined> {
  const { rows } = await site.db.query<{ status: string }>('select status from workflow where name = $1', [name]);
  return rows[0]?.status;
}
