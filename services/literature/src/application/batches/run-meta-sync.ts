import type { BatchOutcome, MetaSyncRequest, Source } from '@almagest/contracts/literature';
import { inTransaction } from '@almagest/service-kit/database';
import { queryOf } from '../../domain/search/pasted-query.ts';
import { recordRun } from '../../persistence/batches/query-repository.ts';
import { storeRecords } from '../../persistence/papers/record-repository.ts';
import { SourceError, type LiteratureSource } from '../../sources/source.ts';
import { withBatch, type LeasedBatch, type BatchDeps } from './leased-batch.ts';

export interface MetaSyncDeps extends BatchDeps {
  readonly sources: readonly LiteratureSource[];
}

/** Number of records per request. Each page is stored in one transaction, so a crash repeats at most one page. */
const PAGE_ROWS = 200;

/** Adds the papers that match a query to the library. Reads one page from each source in turn. */
export async function runMetaSync(deps: MetaSyncDeps, run: number, signal?: AbortSignal): Promise<void> {
  let request: MetaSyncRequest | undefined;
  await withBatch(
    deps,
    {
      kind: 'meta',
      run,
      work: async (batch) => {
        request = batch.row.request as unknown as MetaSyncRequest;
        return await synchronise(deps, batch, request);
      },
      onEnd: async (trx, end) => {
        if (request !== undefined) await recordRun(trx, { ...end, query: request.q, source: request.source });
      },
    },
    signal,
  );
}

async function synchronise(deps: MetaSyncDeps, batch: LeasedBatch, request: MetaSyncRequest): Promise<BatchOutcome> {
  const { source: choice } = request;
  const selected = deps.sources.filter((other) => choice === 'all' || other.source === choice);
  const problems: Problems = { failed: new Set(), cutShort: new Set() };
  const open = await countMatches(batch, request, selected, problems);
  const offsets: Record<string, number> = { ...batch.row.progress };
  let left = Math.min(request.limit, sum([...open.values()])) - sum(Object.values(offsets));
  await batch.advance({ total: left + sum(Object.values(offsets)) });
  for (let turn = 0; left > 0 && open.size > 0 && !batch.isOver; turn += 1) {
    const source = [...open.keys()][turn % open.size];
    if (source === undefined) break;
    const start = offsets[source.source] ?? 0;
    const rows = Math.min(PAGE_ROWS, left);
    const page = { source, request, start, rows, offsets };
    const { consumed, isDone } = await syncNextPage(deps, batch, page, { total: open.get(source) ?? 0, problems });
    left -= consumed;
    if (isDone) open.delete(source);
  }
  if (problems.failed.size === selected.length) return 'failed';
  return problems.failed.size + problems.cutShort.size > 0 ? 'incomplete' : 'completed';
}

/** The sources that failed, and the sources that returned fewer papers than their total. */
interface Problems {
  readonly failed: Set<Source>;
  readonly cutShort: Set<Source>;
}

/** Synchronises the next page of a source. Returns the number of documents read, and whether the source is finished. */
async function syncNextPage(
  deps: MetaSyncDeps,
  batch: LeasedBatch,
  page: PageOf,
  { total, problems }: { readonly total: number; readonly problems: Problems },
): Promise<{ consumed: number; isDone: boolean }> {
  const { source } = page.source;
  const consumed = await syncPage(deps, batch, page);
  if (consumed === undefined) {
    problems.failed.add(source);
    return { consumed: 0, isDone: true };
  }
  const reached = page.start + consumed;
  const isLast = consumed < page.rows;
  if (isLast && reached < total) {
    problems.cutShort.add(source);
    await batch.fail(`${source}: returned only ${reached} of its ${total} papers. Narrow the query`);
  }
  return { consumed, isDone: isLast || reached >= total };
}

/**
 * Counts the matches in each source. Omits sources without matches, and sources that fail, from the rest of the run.
 */
async function countMatches(
  batch: LeasedBatch,
  { q }: MetaSyncRequest,
  selected: readonly LiteratureSource[],
  problems: Problems,
): Promise<Map<LiteratureSource, number>> {
  const counts = new Map<LiteratureSource, number>();
  for (const one of selected) {
    try {
      const total = await one.count(queryOf(q), batch.signal);
      if (total > 0) counts.set(one, total);
    } catch (error) {
      problems.failed.add(one.source);
      await logFailure(batch, one.source, error);
    }
  }
  return counts;
}

interface PageOf {
  readonly source: LiteratureSource;
  readonly request: MetaSyncRequest;
  readonly start: number;
  readonly rows: number;
  readonly offsets: Record<string, number>;
}

/**
 * Stores a page and the new offset in one transaction. Returns the number of documents read, or undefined if the source
 * failed. Sources repeat documents, so a page may have fewer records than documents. A page with missing records is not
 * necessarily the last page.
 */
async function syncPage(
  { db }: MetaSyncDeps,
  batch: LeasedBatch,
  { source, request, start, rows, offsets }: PageOf,
): Promise<number | undefined> {
  try {
    const page = { start, rows, sort: 'relevance' } as const;
    const { records, consumed } = await source.search(queryOf(request.q), page, batch.signal);
    offsets[source.source] = start + consumed;
    await inTransaction(db, async (trx) => {
      await storeRecords(trx, records, { keep: true });
      await batch.advance({ add: { synced: records.length }, progress: offsets }, trx);
    });
    return consumed;
  } catch (error) {
    await logFailure(batch, source.source, error);
    return undefined;
  }
}

async function logFailure(batch: LeasedBatch, source: Source, error: unknown): Promise<void> {
  if (batch.isOver) return;
  if (!(error instanceof SourceError)) throw error;
  await batch.fail(`${source}: ${error.message}`);
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, n) => total + n, 0);
}
