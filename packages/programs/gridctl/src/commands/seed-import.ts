import { join } from 'node:path';
import type { ImportMethod } from '@almagest/contracts/grid';
import type { Context } from '../context.ts';
import { EXIT, CommandError, fileFailure, InterruptedError } from '../errors.ts';
import { writeAtomically } from '../files/atomic-file.ts';
import { JournalWriter, readJournal } from '../import/journal.ts';
import { reportInWords, type ImportReport } from '../import/report.ts';
import { runImport } from '../import/run-import.ts';
import { walkResults, type WalkEntry } from '../import/walk.ts';
import {
  etaInWords,
  samplesInWindow,
  progressLine,
  rateInWords,
  rateOf,
  type Sample,
} from '../output/progress-line.ts';
import { count, duration } from '../output/wording.ts';

export interface ImportOptions {
  readonly workflow: string;
  readonly method?: ImportMethod;
  readonly concurrency: number;
  readonly retries: number;
  readonly journal?: string;
  readonly report?: string;
  readonly dryRun?: true;
}

export async function importSeeds(context: Context, directory: string, options: ImportOptions): Promise<void> {
  const { client, terminal, signal } = context;
  const { workflow, method, concurrency, report: reportFile } = options;
  const journalFile = options.journal ?? join(directory, '.gridctl-import.jsonl');
  const results = await findAll(context, directory);
  const accepted = await readJournal(journalFile, { url: client.url, workflow });
  const journal = options.dryRun ? undefined : new JournalWriter(journalFile);
  const report = emptyReport(directory, workflow, journal === undefined, results.length);
  const progress = new ImportProgress(context, report);
  let end: unknown;
  try {
    const run = { client, root: directory, workflow, method, concurrency, accepted, journal, signal, report };
    const { onProgress, onWait } = progress;
    const onInterrupt = () => terminal.note('finishing the uploads in flight. Press Ctrl-C again to exit now');
    await runImport({ ...run, tries: options.retries + 1, onProgress, onWait, onInterrupt }, results);
  } catch (error) {
    end = error;
  } finally {
    journal?.close();
    terminal.endLive();
  }
  // Report even after a failure or Ctrl-C, because the operator needs to know what was imported.
  if (reportFile !== undefined) await writeReport(reportFile, report);
  if (terminal.json) await terminal.document(report);
  else for (const line of reportInWords(report)) terminal.note(line);
  conclude(report, end);
}

function conclude(report: ImportReport, end: unknown): void {
  if (end instanceof InterruptedError) throw new InterruptedError('interrupted. Run the same command again to resume');
  if (end !== undefined) throw end;
  const left = report.refused.length + report.failed.length;
  if (left > 0)
    throw new CommandError(`${count(left)} of ${count(report.found)} results were not imported`, EXIT.refused);
}

/** Lists names only, for the total of the progress bar. The contents are read later, one result at a time. */
async function findAll({ terminal, signal }: Context, directory: string): Promise<WalkEntry[]> {
  const results: WalkEntry[] = [];
  try {
    for await (const result of walkResults(directory)) {
      if (signal.aborted) throw new InterruptedError();
      results.push(result);
      if (terminal.isLive && results.length % 500 === 0) terminal.live(`looking: ${count(results.length)} results`);
    }
  } catch (error) {
    throw error instanceof CommandError ? error : fileFailure('read', directory, error);
  } finally {
    terminal.endLive();
  }
  return results;
}

function emptyReport(directory: string, workflow: string, dry_run: boolean, found: number): ImportReport {
  return { directory, workflow, dry_run, found, imported: 0, skipped: 0, refused: [], failed: [], warnings: [] };
}

async function writeReport(file: string, report: ImportReport): Promise<void> {
  await writeAtomically(file, (handle) => handle.writeFile(`${JSON.stringify(report, null, 2)}\n`));
}

const RATE_WINDOW_MS = 60_000;
const REDRAW_MS = 100;

/** Shows a bar on a terminal, and a line for every 10 % elsewhere. */
class ImportProgress {
  readonly #terminal: Context['terminal'];
  readonly #report: ImportReport;
  #samples: Sample[] = [];
  #drawnMs = -Infinity;
  #tenth = 0;
  #waitTold = '';

  constructor({ terminal }: Context, report: ImportReport) {
    this.#terminal = terminal;
    this.#report = report;
    // Counts only sent results. Skipped results would make the speed seem too high.
    this.#samples = [{ atMs: performance.now(), done: 0 }];
  }

  readonly onProgress = (): void => {
    const { imported, skipped, refused, failed, found } = this.#report;
    const atMs = performance.now();
    const done = imported + skipped + refused.length + failed.length;
    const tenth = Math.floor((done / found) * 10);
    this.#waitTold = '';
    if (this.#terminal.isLive) {
      if (atMs - this.#drawnMs < REDRAW_MS && done < found) return;
      this.#drawnMs = atMs;
      this.#samples = samplesInWindow([...this.#samples, { atMs, done: imported }], RATE_WINDOW_MS);
      this.#terminal.live(this.#line(done));
    } else if (tenth > this.#tenth) {
      this.#tenth = tenth;
      this.#terminal.note(`${tenth * 10} %  ${this.#counts().join('  ')}`);
    }
  };

  /** Prints a failure. Several senders may hit the same failure at once, so it is printed only once. */
  readonly onWait = (message: string, waitMs: number): void => {
    if (message === this.#waitTold) return;
    this.#waitTold = message;
    this.#terminal.note(`${message} (waiting ${duration(waitMs / 1000)})`);
  };

  #line(done: number): string {
    const rate = rateOf(this.#samples);
    const { found } = this.#report;
    const eta = rate === null ? null : (found - done) / rate;
    return progressLine(
      { done, total: found, parts: [etaInWords(eta), ...this.#counts(), rateInWords(rate)] },
      this.#terminal.liveWidth,
    );
  }

  #counts(): string[] {
    const { imported, skipped, refused, failed } = this.#report;
    const counts = { imported, skipped, refused: refused.length, failed: failed.length };
    return Object.entries(counts).map(([word, number]) => `${word} ${count(number)}`);
  }
}
