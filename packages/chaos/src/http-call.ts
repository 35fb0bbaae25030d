import { until } from './until.ts';

/** What came back; status 0 when nothing did: the connection was refused or cut. */
export interface Answered {
  readonly status: number;
  readonly body: unknown;
}

export const NO_ANSWER: Answered = { status: 0, body: undefined };

export type Payload = FormData | Readonly<Record<string, unknown>> | undefined;

interface Request {
  readonly token?: string | undefined;
  readonly path: string;
  /** With one, also an empty one, it is a POST, else a GET. */
  readonly payload?: Payload;
  readonly signal?: AbortSignal;
}

/** One request to the process at `url`. Never rejects. */
export async function callAt(url: string, { token, path, payload, signal }: Request): Promise<Answered> {
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
    return NO_ANSWER;
  }
}

/** Asks until there is an answer of the service's own will; rejects when that is a refusal. */
export async function untilAnswered<T>(ask: () => Promise<Answered>, what: string): Promise<T> {
  const { body } = await until(async () => {
    const answered = await ask();
    if (answered.status === 0 || answered.status >= 500) return undefined;
    if (answered.status !== 200) throw new Error(`${what}: ${answered.status} ${JSON.stringify(answered.body)}`);
    return answered;
  }, `an answer of ${what}`);
  return body as T;
}
