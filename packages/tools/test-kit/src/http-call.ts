import { until } from './until.ts';

/** Status 0 means that no reply arrived, because the connection was refused or cut. */
export interface HttpReply {
  readonly status: number;
  readonly body: unknown;
}

export const NO_REPLY: HttpReply = { status: 0, body: undefined };

export type Payload = FormData | Readonly<Record<string, unknown>> | undefined;

interface Request {
  readonly token?: string | undefined;
  readonly path: string;
  /** With a payload, even an empty one, the request is a POST. Otherwise it is a GET. */
  readonly payload?: Payload;
  readonly signal?: AbortSignal;
}

/** Sends one request to the process at `url`. Never rejects. */
export async function sendRequest(url: string, { token, path, payload, signal }: Request): Promise<HttpReply> {
  const headers = new Headers(token === undefined ? {} : { authorization: `Bearer ${token}` });
  const init: RequestInit = { method: payload === undefined ? 'GET' : 'POST', headers };
  if (signal !== undefined) init.signal = signal;
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
    return NO_REPLY;
  }
}

/** Repeats a request until the service replies with a status below 500. Rejects if that status is not 200. */
export async function retryUntilAnswered<T>(ask: () => Promise<HttpReply>, what: string): Promise<T> {
  const { body } = await until(async () => {
    const answered = await ask();
    if (answered.status === 0 || answered.status >= 500) return undefined;
    if (answered.status !== 200) throw new Error(`${what}: ${answered.status} ${JSON.stringify(answered.body)}`);
    return answered;
  }, `an answer to ${what}`);
  return body as T;
}
