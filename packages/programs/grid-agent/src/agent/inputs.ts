import { join } from 'node:path';
import type { TaskSpec } from '@almagest/contracts/grid';
import { Retries, systemClock, type RetryPolicy } from '@almagest/http-client';
import { LONGEST_TIMER_MS } from '../notifier.ts';
import { retryAfterOf, type RequestResult } from '../coordinator/request-result.ts';
import type { Coordinator, Download, Resumption } from '../coordinator/client.ts';
import { downloadAnswerMs } from '../decisions/line-limits.ts';
import { isDownloadRefusalFinal } from '../decisions/response-status.ts';
import { requestedAssets } from '../decisions/assets.ts';
import { startModelOf, type StartModel } from '../decisions/start-model.ts';
import type { AssetCache } from '../disk/asset-cache.ts';
import { downloadFile } from '../disk/download-file.ts';
import { linkOrCopy } from '../disk/link-or-copy.ts';
import type { Log } from '../log.ts';
import type { Membership } from './membership.ts';

interface InputsDeps {
  readonly coordinator: Coordinator;
  readonly membership: Membership;
  readonly cache: AssetCache;
  readonly log: Log;
  readonly retry: RetryPolicy;
}

export type Inputs =
  /** `assetVersions` maps each asset's name to its SHA-256. */
  | { readonly kind: 'ready'; readonly assetVersions: Readonly<Record<string, string>> }
  /** `unavailable` means that a required file cannot be downloaded. This failure says nothing about the point. */
  | { readonly kind: 'failed' | 'unavailable'; readonly message: string };

type Fetched = { readonly kind: 'ready' } | Extract<Inputs, { readonly kind: 'unavailable' | 'failed' }>;

/** Downloads the seed and the assets of a task into its folder. */
export async function fetchInputs(deps: InputsDeps, task: TaskSpec, to: Destination): Promise<Inputs> {
  const request = requestedAssets(task);
  if (!request.ok) return { kind: 'failed', message: request.fault };
  const seed = startModelOf(task);
  if (seed !== undefined) {
    const fetched = await untilHad(deps, seed.what, to, (attempt) => fetchSeed(deps, seed, to, attempt));
    if (fetched.kind !== 'ready') return fetched;
  }
  const assetVersions: Record<string, string> = {};
  for (const { name, path, version } of request.assets) {
    const fetched = await untilHad(deps, `asset ${name}`, to, async (attempt) => {
      const file = await deps.cache.obtain({ path, version }, (etag, from) =>
        begin(deps, path, to, { etag, from, attempt }),
      );
      if (file.kind !== 'answered') return file;
      await linkOrCopy(file.value.file, join(to.folder, 'assets', name));
      assetVersions[name] = file.value.sha256;
      return file;
    });
    if (fetched.kind !== 'ready') return fetched;
  }
  return { kind: 'ready', assetVersions };
}

interface Destination {
  readonly folder: string;
  /** When the task's time limit ends, in ms of `performance.now()`. */
  readonly deadline: number;
  /** Aborted when the task is cancelled. */
  readonly signal: AbortSignal;
}

async function fetchSeed(
  deps: InputsDeps,
  { path, version }: StartModel,
  to: Destination,
  attempt: number,
): Promise<RequestResult<unknown>> {
  const file = join(to.folder, 'seed.7');
  const answer = await downloadFile(file, version, (from) => begin(deps, path, to, { from, attempt }));
  if (answer.kind !== 'answered' || !answer.value.isUnchanged) return answer;
  return { kind: 'unavailable', message: 'got 304 for an unconditional request' };
}

interface DownloadAttempt {
  readonly etag?: string | undefined;
  readonly from: Resumption | undefined;
  /** Counted from 1. */
  readonly attempt: number;
}

function begin(
  { coordinator, membership }: InputsDeps,
  path: string,
  { deadline, signal: cancelled }: Destination,
  { etag, from, attempt }: DownloadAttempt,
): Promise<RequestResult<Download>> {
  const signal =
    deadline === Infinity ? cancelled : AbortSignal.any([cancelled, AbortSignal.timeout(timeLeft(deadline))]);
  const answerMs = downloadAnswerMs(attempt);
  return coordinator.download(path, { token: membership.token, etag, from, signal, answerMs });
}

function timeLeft(deadline: number): number {
  return Math.min(Math.max(Math.ceil(deadline - performance.now()), 0), LONGEST_TIMER_MS);
}

/** After this many downloads with the wrong content, another attempt is unlikely to help. */
const MOST_WRONG = 5;

/** Retries until the file is downloaded or known not to exist, the task's time is up, or the task is cancelled. */
async function untilHad(
  { log, retry }: InputsDeps,
  what: string,
  { deadline, signal }: Destination,
  fetchIt: (attempt: number) => Promise<RequestResult<unknown>>,
): Promise<Fetched> {
  // The last attempt happens at the deadline.
  const wait = (ms: number) =>
    systemClock.wait(Math.min(ms, Math.max(deadline - performance.now(), 0)), signal).catch(() => undefined);
  const retries = new Retries({ policy: retry, clock: { wait } });
  let wrong = 0;
  for (;;) {
    const answer = await fetchIt(retries.attempt);
    if (answer.kind === 'answered') return { kind: 'ready' };
    const message = `cannot download ${what}: ${answer.message}`;
    if (signal.aborted) return { kind: 'unavailable', message: `the task was cancelled: ${message}` };
    if (answer.kind === 'refused' && isDownloadRefusalFinal(answer.status)) return { kind: 'unavailable', message };
    if (performance.now() >= deadline) return { kind: 'unavailable', message: `time limit reached: ${message}` };
    if (answer.kind === 'unavailable' && answer.isWrong && ++wrong === MOST_WRONG)
      return { kind: 'unavailable', message: `${message} (${wrong} times)` };
    if (retries.attempt === 1) log.warn('download failed, retrying', { file: what, reason: answer.message });
    await retries.next({ retryAfterMs: retryAfterOf(answer) });
  }
}
