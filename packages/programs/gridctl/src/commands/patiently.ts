import { retry } from '@almagest/http-client';
import { InvalidArgumentError } from 'commander';
import type { Context } from '../context.ts';
import { transientFailure } from '../client/transient-failure.ts';

/**
 * A coordinator that restarts or moves to another machine is back within this time. An unattended command must end at
 * some point.
 */
const MAX_WAIT_MS = 10 * 60_000;

/**
 * Sends the requests of a command that follows something. The first request must succeed. Later requests wait for a
 * restarting coordinator.
 */
export async function patiently<T>(
  { terminal, signal }: Context,
  read: () => Promise<T>,
  { isFollowing, intervalSeconds }: { readonly isFollowing: boolean; readonly intervalSeconds: number },
): Promise<T> {
  const until = performance.now() + MAX_WAIT_MS;
  const everyMs = intervalSeconds * 1000;
  let told = false;
  return await retry(read, {
    policy: {
      attempts: isFollowing ? Infinity : 1,
      firstMs: everyMs,
      factor: 1,
      maxMs: everyMs,
      maxRetryAfterMs: 60_000,
    },
    transient: (outcome) => ('error' in outcome ? transientFailure(outcome.error) : undefined),
    maxWaitMs: () => until - performance.now(),
    onWait: (outcome) => {
      if (!told && 'error' in outcome) terminal.note(`${(outcome.error as Error).message}. Retrying`);
      told = true;
    },
    signal,
  });
}

/** Reads the time between two requests, in seconds. */
export function parseInterval(value: string): number {
  const seconds = Number(value);
  if (!(seconds >= 0.1 && seconds <= 3600)) throw new InvalidArgumentError('It must be from 0.1 to 3600.');
  return seconds;
}
