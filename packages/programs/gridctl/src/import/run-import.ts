import { openAsBlob } from 'node:fs';
import { join } from 'node:path';
import type { ImportMethod } from '@almagest/contracts/grid';
import { FormData, retry } from '@almagest/http-client';
import type { GridClient } from '../client/grid-client.ts';
import { errorCode, CommandError, InterruptedError, RefusedError, UnreachableError } from '../errors.ts';
import type { AcceptedResults, JournalWriter } from './journal.ts';
import { prepare, type Ready } from './prepare.ts';
import type { ImportReport } from './report.ts';
import { retryPolicy, transientFailure } from '../client/transient-failure.ts';
import type { WalkEntry } from './walk.ts';

export interface ImportRun {
  readonly client: GridClient;
  readonly root: string;
  readonly workflow: string;
  readonly method: ImportMethod | undefined;
  readonly concurrency: number;
  readonly tries: number;
  readonly accepted: AcceptedResults;
  /** Undefined in a dry run, which checks everything and sends nothing. */
  readonly journal: JournalWriter | undefined;
  readonly signal: AbortSignal;
  readonly report: ImportReport;
  readonly onProgress: () => void;
  readonly onInterrupt: () => void;
  readonly onWait: (message: string, waitMs: number) => void;
}

/**
 * Sends the results, several at a time. Stops at a failure that would affect every further result too, such as a silent
 * coordinator or a rejected credential.
 */
export async function runImport(run: ImportRun, results: readonly WalkEntry[]): Promise<void> {
  const queue = results.values();
  let fatal: unknown;
  const work = async () => {
    for (const result of queue) {
      if (run.signal.aborted || fatal !== undefined) return;
      try {
        await importOne(run, result);
      } catch (error) {
        fatal ??= error;
        return;
      }
      run.onProgress();
    }
  };
  run.signal.addEventListener('abort', run.onInterrupt, { once: true });
  await Promise.all(Array.from({ length: run.concurrency }, work));
  if (fatal !== undefined) throw fatal;
  if (run.signal.aborted) throw new InterruptedError();
}

async function importOne(run: ImportRun, result: WalkEntry): Promise<void> {
  const { report } = run;
  if (result.kind === 'unreadable') {
    report.failed.push({ file: result.folder, point: null, reason: result.reason });
    return;
  }
  const file = join(result.folder, result.found.summary);
  const prepared = await prepare(run.root, result.folder, result.found, run.accepted);
  if (prepared.kind === 'skipped') {
    report.skipped += 1;
    return;
  }
  if (prepared.kind === 'refused') {
    report.refused.push({ file, point: prepared.point, reason: prepared.reason });
    return;
  }
  const { point, warning } = prepared;
  if (warning !== undefined) report.warnings.push({ file, point, reason: warning });
  if (run.journal) await deliver(run, file, prepared);
  else report.imported += 1;
}

async function deliver(run: ImportRun, file: string, ready: Ready): Promise<void> {
  const { report, signal, tries } = run;
  try {
    // Importing the same result again changes nothing.
    await retry(() => send(run, ready), {
      policy: retryPolicy(tries),
      transient: (outcome) => ('error' in outcome ? transientFailure(outcome.error) : undefined),
      onWait: (outcome, waitMs) => run.onWait('error' in outcome ? (outcome.error as Error).message : '', waitMs),
      signal,
    });
  } catch (error) {
    if (isFatal(error)) throw error;
    const reason = error instanceof RefusedError ? error.reason : (error as Error).message;
    const isRefused = error instanceof RefusedError && transientFailure(error) === undefined;
    (isRefused ? report.refused : report.failed).push({
      file,
      point: ready.point,
      reason,
    });
    return;
  }
  const { point, summary, seed } = ready;
  run.journal?.append({ url: run.client.url, workflow: run.workflow, point, summary, seed });
  report.imported += 1;
}

function isFatal(error: unknown): boolean {
  if (error instanceof RefusedError) return error.status === 401 || error.status === 403;
  if (error instanceof UnreachableError || error instanceof InterruptedError) return true;
  return !(error instanceof CommandError) && errorCode(error) === undefined;
}

/** Uploads one result. Ctrl-C does not abort the upload, so that its outcome is always known. */
async function send(run: ImportRun, ready: Ready): Promise<void> {
  const form = new FormData();
  form.set('report', ready.summaryText);
  if (ready.seed) {
    // A file-backed blob is read while it is sent, so the file is never completely in memory.
    form.set('seed_file', await openAsBlob(join(run.root, ready.seed.file)), `${ready.point}.7`);
  }
  if (run.method !== undefined) form.set('success_method', run.method);
  const reply = await run.client.call('importSeed', { query: { workflow: run.workflow } }, { form });
  if (reply.point_name !== ready.point) {
    throw new CommandError(`the coordinator stored the result as ${reply.point_name}`, 1);
  }
}
