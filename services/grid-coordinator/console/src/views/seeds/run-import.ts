import { ApiError } from '@almagest/ui/api-error';
import { chooseSeed, type FolderFile, type FoundResult } from './find-results.ts';
import type { ImportJournal } from './import-journal.ts';

type Refusal = 'noSeed' | 'severalSeeds' | 'noSummary' | { readonly message: string };

export interface ImportProgress {
  readonly all: number;
  readonly sent: number;
  readonly skipped: number;
  readonly refused: readonly { readonly path: string; readonly why: Refusal }[];
}

export function doneOf({ sent, skipped, refused }: ImportProgress): number {
  return sent + skipped + refused.length;
}

export interface ImportRun {
  readonly workflow: string;
  readonly results: readonly FoundResult[];
  readonly journal: ImportJournal;
  readonly signal: AbortSignal;
  readonly onProgress: (progress: ImportProgress) => void;
}

/** Browsers allow six connections to a server. Two are left for the page. */
const SENDERS = 4;

/** Number of retries while the coordinator is busy or unreachable, with growing pauses. */
const TRIES = 6;
const FIRST_PAUSE_MS = 1_000;

/**
 * Imports results in parallel. Stops at the first error that all further results would hit too. The journal records
 * imported results, so the next import skips them.
 */
export async function runImport({ workflow, results, journal, signal, onProgress }: ImportRun): Promise<void> {
  let progress: ImportProgress = { all: results.length, sent: 0, skipped: 0, refused: [] };
  const tell = (part: Partial<ImportProgress>) => onProgress((progress = { ...progress, ...part }));
  const queue = results.values();
  const send = async () => {
    for (const result of queue) {
      if (signal.aborted) return;
      const outcome = await importResult(workflow, result, { journal, signal });
      if (outcome === 'sent') tell({ sent: progress.sent + 1 });
      else if (outcome === 'skipped') tell({ skipped: progress.skipped + 1 });
      else tell({ refused: [...progress.refused, { path: result.summary.path, why: outcome }] });
    }
  };
  tell({});
  try {
    await Promise.all(Array.from({ length: SENDERS }, send));
  } finally {
    journal.write();
  }
}

async function importResult(
  workflow: string,
  result: FoundResult,
  { journal, signal }: Pick<ImportRun, 'journal' | 'signal'>,
): Promise<'sent' | 'skipped' | Refusal> {
  const text = await result.summary.file.text();
  const summary = parseSummary(text);
  if (summary === undefined) return 'noSummary';
  const seed = summary.converged ? chooseSeed(result, summary.name) : undefined;
  if (seed === 'none') return 'noSeed';
  if (seed === 'ambiguous') return 'severalSeeds';
  const files: FolderFile[] = [result.summary, ...(seed === undefined ? [] : [seed.file])];
  if (journal.has(files)) return 'skipped';
  const form = new FormData();
  form.append('report', text);
  if (seed !== undefined) form.append('seed_file', seed.file.file, `${summary.name}.7`);
  try {
    await sendPatiently(workflow, form, signal);
  } catch (error) {
    if (error instanceof ApiError && [400, 409, 413].includes(error.status)) return { message: error.message };
    throw error;
  }
  journal.add(files);
  return 'sent';
}

function parseSummary(text: string): { readonly name: string; readonly converged: boolean } | undefined {
  try {
    const { name, converged } = JSON.parse(text) as { name?: unknown; converged?: unknown };
    return typeof name === 'string' && typeof converged === 'boolean' ? { name, converged } : undefined;
  } catch {
    return undefined;
  }
}

async function sendPatiently(workflow: string, form: FormData, signal: AbortSignal): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    const failure = await sendOnce(workflow, form, signal);
    if (failure === undefined) return;
    if (!failure.mayPass || attempt === TRIES) throw failure;
    await new Promise<void>((resolve, reject) => {
      const timer = setTimeout(resolve, FIRST_PAUSE_MS * 2 ** (attempt - 1));
      signal.addEventListener('abort', () => (clearTimeout(timer), reject(failure)), { once: true });
    });
  }
}

async function sendOnce(workflow: string, form: FormData, signal: AbortSignal): Promise<ApiError | undefined> {
  let response: Response;
  try {
    const address = `/api/admin/import_seed?workflow=${encodeURIComponent(workflow)}`;
    response = await fetch(address, { method: 'POST', body: form, signal });
  } catch (error) {
    if (signal.aborted) throw error;
    return new ApiError(0, 'the server does not answer');
  }
  if (response.ok) return undefined;
  const reply = (await response.json().catch(() => ({}))) as { message?: unknown };
  return new ApiError(response.status, typeof reply.message === 'string' ? reply.message : String(response.status));
}
