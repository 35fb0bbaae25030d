import { setTimeout as sleep } from 'node:timers/promises';

/** A killed coordinator is started again within a few seconds; one that needs longer than this is broken. */
const PATIENCE_MS = 60_000;
const RETRY_MS = 250;
const ANSWER_WITHIN_MS = 15_000;

/** An answer that will not change by asking again. */
export class Refused extends Error {
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

/**
 * The administrator's side of the coordinator, through its public interface only.
 *
 * Asks again while nobody answers, because the launcher starts a coordinator again that died. So an operation may have
 * been done although its answer was lost: whoever calls `post` must take a refusal of the second time into account.
 */
export class CoordinatorClient {
  readonly #address: string;
  readonly #token: string;
  readonly #signal: AbortSignal;

  constructor(address: string, token: string, signal: AbortSignal) {
    this.#address = address;
    this.#token = token;
    this.#signal = signal;
  }

  /** The `data` of the answer's envelope. */
  async get<T>(path: string): Promise<T> {
    return await this.#ask<T>('GET', path);
  }

  async post(path: string, body?: unknown): Promise<void> {
    await this.#ask('POST', path, body);
  }

  async #ask<T>(method: string, path: string, body?: unknown): Promise<T> {
    const until = Date.now() + PATIENCE_MS;
    for (;;) {
      this.#signal.throwIfAborted();
      try {
        return await this.#askOnce<T>(method, path, body);
      } catch (error) {
        const isFinal = error instanceof Refused && error.status < 500;
        if (isFinal || this.#signal.aborted || Date.now() > until) throw error;
      }
      await sleep(RETRY_MS, undefined, { signal: this.#signal });
    }
  }

  async #askOnce<T>(method: string, path: string, body: unknown): Promise<T> {
    const response = await fetch(this.#address + path, {
      method,
      headers: { 'x-api-key': this.#token, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      signal: AbortSignal.any([this.#signal, AbortSignal.timeout(ANSWER_WITHIN_MS)]),
    });
    const answer = (await response.json()) as { readonly message?: string; readonly data: T };
    if (!response.ok) throw new Refused(response.status, answer.message ?? `status ${response.status}`);
    return answer.data;
  }
}
