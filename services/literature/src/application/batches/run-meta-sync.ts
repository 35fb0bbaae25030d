import type { MetaSyncRequest, Source } from '@almagest/contracts/literature';
import { inTransaction } from '@almagest/service-kit/database';
import { storeRecords } from '../../persistence/record-repository.ts';
import { SourceFailure, type LiteratureSource } from '../../sources/source.ts';
import { withBatch, type HeldBatch, type HoldDeps } from './hold-batch.ts';

export interface MetaSyncDeps extends HoldDeps {
  readonly sources: readonly LiteratureSource[];
}

/** Records asked for at once: a page is stored in one transaction, and is what a crash repeats at most. */
const PAGE_ROWS = 200;

/** Brings what a query finds into the library, the sources taking turns, page by page. */
export async function runMetaSync(deps: MetaSyncDeps, run: number, signal?: AbortSignal): Promise<void> {
  await withBatch(deps, { kind: 'meta', run }, signal, async (batch) => {
    const request = batch.row.request as unknown as MetaSyncRequest;
    const open = await countMatches(deps, batch, request);
    const offsets: Record<string, number> = { ...batch.row.progress };
    let left = Math.min(request.limit, sum([...open.values()])) - sum(Object.values(offsets));
    await batch.advance({ total: left + sum(Object.values(offsets)) });
    for (let turn = 0; left > 0 && open.size > 0 && !batch.isOver; turn += 1) {
      const source = [...open.keys()][turn % open.size];
      if (source === undefined) break;
      const start = offsets[source.source] ?? 0;
      const rows = Math.min(PAGE_ROWS, left);
      const consumed = await syncPage(deps, batch, { source, request, start, rows, offsets });
      left -= consumed;
      if (consumed < rows || start + consumed >= (open.get(source) ?? 0)) open.delete(source);
    }
  });
}

/** How many papers each source has; one that does not answer is left out of this run. */
async function countMatches(
  { sources }: MetaSyncDeps,
  batch: HeldBatch,
  { q, source }: MetaSyncRequest,
): Promise<Map<LiteratureSource, number>> {
  const counts = new Map<LiteratureSource, number>();
  for (const one of sources.filter((other) => source === 'all' || other.source === source)) {
    try {
      const total = await one.count(q, batch.signal);
      if (total > 0) counts.set(one, total);
    } catch (error) {
      await tellFailure(batch, one.source, error);
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
 * Stores a page together with the note that it is stored. Returns how many of the source's documents it took: a page
 * whose records are fewer, because the source repeats itself, is not its last.
 */
async function syncPage(
  { db }: MetaSyncDeps,
  batch: HeldBatch,
  { source, request, start, rows, offsets }: PageOf,
): Promise<number> {
  try {
    const page = { start, rows, sort: 'relevance' } as const;
    const { records, consumed } = await source.search(request.q, page, batch.signal);
    offsets[source.source] = start + consumed;
    await inTransaction(db, async (trx) => {
      await storeRecords(trx, records, { keep: true });
      await batch.advance({ add: { synced: records.length }, progress: offsets }, trx);
    });
    return consumed;
  } catch (error) {
    await tellFailure(batch, source.source, error);
    return 0;
  }
}

async function tellFailure(batch: HeldBatch, source: Source, error: unknown): Promise<void> {
  if (batch.isOver) return;
  if (!(error instanceof SourceFailure)) throw error;
  await batch.log(`${source}: ${error.message}`);
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, n) => total + n, 0);
}
