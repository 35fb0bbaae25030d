import { setTimeout as sleep } from 'node:timers/promises';
import { Interrupted, Refused, Unreachable } from '../failures.ts';

const BASE_MS = 500;
const CEILING_MS = 30_000;

/** What another try may cure: a broken line, a busy or restarting coordinator. A refusal stays a refusal. */
export function isPassing(error: unknown): error is Refused | Unreachable {
  if (error instanceof Unreachable) return true;
  return error instanceof Refused && (error.status === 429 || error.status === 408 || error.status >= 500);
}

/**
 * How long to wait before try number `attempt` + 1. Doubles up to a ceiling; the random half keeps parallel senders
 * from coming back all at once. A server that says when to come back is believed.
 */
export function backOffMs(attempt: number, error: unknown, random: number): number {
  const asked = error instanceof Refused ? error.retryAfterSeconds : undefined;
  if (asked !== undefined) return Math.min(asked * 1000, CEILING_MS * 10);
  const full = Math.min(CEILING_MS, BASE_MS * 2 ** (attempt - 1));
  return full * (0.5 + random / 2);
}

export interface Retries {
  readonly tries: number;
  readonly signal: AbortSignal;
  readonly onWait: (error: Refused | Unreachable, waitMs: number) => void;
}

export async function withRetries<T>({ tries, signal, onWait }: Retries, attempt: () => Promise<T>): Promise<T> {
  for (let number = 1; ; number += 1) {
    try {
      return await attempt();
    } catch (error) {
      if (number >= tries || !isPassing(error)) throw error;
      const waitMs = backOffMs(number, error, Math.random());
      onWait(error, waitMs);
      await sleep(waitMs, undefined, { signal }).catch(() => {
        throw new Interrupted();
      });
    }
  }
}
