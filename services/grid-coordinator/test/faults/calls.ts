import { ADMIN_TOKEN } from '../world.ts';
import { until } from '../until.ts';
import type { Site } from './site.ts';

/** What came back; status 0 when nothing did: the connection was refused or cut. */
export interface Answered {
  readonly status: number;
  readonly body: unknown;
}

type Payload = FormData | Readonly<Record<string, unknown>> | undefined;

/** One request to an API process, whichever is alive. */
export async function call(site: Site, token: string | undefined, path: string, payload?: Payload): Promise<Answered> {
  const api = site.apis[Math.floor(Math.random() * site.apis.length)];
  if (api === undefined) return { status: 0, body: undefined };
  return await callAt(api.url, token, path, payload);
}

/** Sends a POST when there is a payload, also an empty one, else a GET. */
export async function callAt(
  url: string,
  token: string | undefined,
  path: string,
  payload?: Payload,
): Promise<Answered> {
  const headers = new Headers(token === undefined ? {} : { authorization: `Bearer ${token}` });
  const init: RequestInit = { method: payload === undefined ? 'GET' : 'POST', headers };
  if (payload instanceof FormData) init.body = payload;
  else if (payload !== undefined) {
    headers.set('content-type', 'application/json');
    init.body = JSON.stringify(payload);
  }
  try {
    const response = await fetch(url + path, init);
    const text = await response.text();
    return { status: response.status, body: text === '' ? undefined : (JSON.parse(text) as unknown) };
  } catch {
    return { status: 0, body: undefined };
  }
}

/** An administrator's request, repeated until it is answered. */
export async function asAdmin<T>(site: Site, path: string, payload?: Payload): Promise<T> {
  const { body } = await until(async () => {
    const answered = await call(site, ADMIN_TOKEN, path, payload);
    if (answered.status === 0 || answered.status >= 500) return undefined;
    if (answered.status !== 200) throw new Error(`${path}: ${answered.status} ${JSON.stringify(answered.body)}`);
    return answered;
  }, `an answer of ${path}`);
  return body as T;
}

export async function givenWorkflow(site: Site, name: string, yaml: string): Promise<void> {
  await asAdmin(site, '/api/workflows', { name, description: null, config_yaml: yaml });
  await asAdmin(site, `/api/workflows/${name}/start`, {});
}

/** Asks the database, so that it also tells while no API process is alive. */
export async function statusOf(site: Site, name: string): Promise<string | undefined> {
  const { rows } = await site.db.query<{ status: string }>('select status from workflow where name = $1', [name]);
  return rows[0]?.status;
}
