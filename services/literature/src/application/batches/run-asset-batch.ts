import type { AssetBatchRequest } from '@almagest/contracts/literature';
import { inTransaction } from '@almagest/service-kit/database';
import { isInScope, STEPS, type Step } from '../../domain/batches/batch.ts';
import { isMarkedNoResource } from '../../domain/full-text/diagnosis.ts';
import type { LibraryStore } from '../../files/library-store.ts';
import {
  finishPaper,
  listOpenPapers,
  planPapers,
  type BatchCounter,
} from '../../persistence/batches/batch-repository.ts';
import { findPapers, listForBatch, type PaperRow } from '../../persistence/papers/paper-repository.ts';
import { standardPaper } from '../papers/standard-paper.ts';
import { withBatch, type LeasedBatch, type BatchDeps } from './leased-batch.ts';

/** The outcome of a step. If the step failed, contains the reason. */
export type StepOutcome = { readonly ok: true } | { readonly ok: false; readonly reason: string };

type RunStep = (paper: PaperRow, signal: AbortSignal) => Promise<StepOutcome>;

export interface AssetBatchDeps extends BatchDeps {
  readonly files: LibraryStore;
  readonly steps: Readonly<Record<Step, RunStep>>;
}

/**
 * Number of papers processed concurrently. Requests to each host are rate-limited anyway. With concurrency, a worker
 * can parse one paper while it downloads another.
 */
const CONCURRENCY = 3;

const COUNTERS: Readonly<Record<Step, { done: BatchCounter; failed: BatchCounter }>> = {
  download: { done: 'downloaded', failed: 'download_failed' },
  parse: { done: 'parsed', failed: 'parse_failed' },
  translate: { done: 'translated', failed: 'translate_failed' },
};

/**
 * Downloads, parses or translates papers of the library. The papers and their order are fixed when the run begins. One
 * transaction marks a paper as done and updates the counters. A run that resumes after a crash therefore neither
 * repeats nor omits a paper.
 */
export async function runAssetBatch(deps: AssetBatchDeps, run: number, signal?: AbortSignal): Promise<void> {
  const work = async (batch: LeasedBatch) => {
    const request = batch.row.request as unknown as AssetBatchRequest;
    if (batch.row.progress['planned'] === undefined) await plan(deps, batch, request);
    else await batch.log('the run resumes after an interruption');
    while (!batch.isOver) {
      const open = await listOpenPapers(deps.db, run, CONCURRENCY * 20);
      if (open.length === 0) break;
      const papers = await findPapers(
        deps.db,
        open.map(({ paper_id }) => paper_id),
      );
      const queue = open.values();
      const takePapers = async () => {
        for (const { position, paper_id } of queue) {
          const paper = papers.get(paper_id);
          if (batch.isOver) return;
          // The paper was merged, deleted or moved to the trash in the meantime.
          if (paper === undefined || paper.in_library_since === null) await finishPaper(deps.db, run, position);
          else await doPaper(deps, batch, request, { paper, position });
        }
      };
      await Promise.all(Array.from({ length: CONCURRENCY }, takePapers));
    }
    if (batch.signal.reason === 'stop') await batch.log('the run was stopped');
    else if (!batch.isOver) await batch.log('the run is complete');
    return 'completed' as const;
  };
  await withBatch(deps, { kind: 'asset', run, work }, signal);
}

async function plan({ db, files }: AssetBatchDeps, batch: LeasedBatch, request: AssetBatchRequest): Promise<void> {
  const wanted: number[] = [];
  const limit = request.limit_count ?? Infinity;
  const chosen = request.bibcodes === undefined ? undefined : new Set(request.bibcodes);
  for await (const papers of listForBatch(db, request.sort_order ?? 'default')) {
    for (const paper of papers) {
      if (chosen?.has(paper.bibcode) === false) continue;
      const { is_downloaded, has_markdown } = await standardPaper(files, paper);
      const markedNoResource = isMarkedNoResource([paper.pdf_location, paper.html_location]);
      if (isInScope(request.scope, { downloaded: is_downloaded, parsed: has_markdown, markedNoResource }))
        wanted.push(paper.id);
    }
    await batch.advance();
    if (wanted.length >= limit || batch.isOver) break;
  }
  const ids = wanted.slice(0, limit);
  await inTransaction(db, async (trx) => {
    const isOurs = await batch.advance({ total: ids.length, progress: { planned: ids.length } }, trx);
    if (isOurs) await planPapers(trx, batch.key.run, ids);
  });
  await batch.log(`${ids.length} papers to process`);
}

async function doPaper(
  { db, steps }: AssetBatchDeps,
  batch: LeasedBatch,
  { action }: AssetBatchRequest,
  { paper, position }: { paper: PaperRow; position: number },
): Promise<void> {
  await batch.advance({ current: paper.bibcode });
  const counted: Partial<Record<BatchCounter, number>> = {};
  for (const step of STEPS[action]) {
    if (batch.isOver) return;
    const outcome = await attempt(() => steps[step](paper, batch.signal));
    // An interrupted paper is neither done nor failed. A later run processes the paper again.
    if (batch.isOver && !outcome.ok) return;
    counted[outcome.ok ? COUNTERS[step].done : COUNTERS[step].failed] = 1;
    await batch.log(`${paper.bibcode}: ${step} ${outcome.ok ? 'done' : `failed: ${outcome.reason}`}`);
    if (!outcome.ok) break;
  }
  await inTransaction(db, async (trx) => {
    // If the lease is lost, the new holder processes and counts the paper.
    const isOpen = (await batch.advance({}, trx)) && (await finishPaper(trx, batch.key.run, position));
    if (isOpen) await batch.advance({ add: counted }, trx);
  });
}

/** Runs a step and returns failures as outcomes, because the failure of one paper must not end the batch. */
async function attempt(run: () => Promise<StepOutcome>): Promise<StepOutcome> {
  try {
    return await run();
  } catch (error) {
    return { ok: false, reason: (error as Error).message };
  }
}
