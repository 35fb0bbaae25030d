import type { SearchParams, StandardPaper } from '@almagest/contracts/literature';
import { inTransaction } from '@almagest/service-kit/database';
import { Refusal } from '@almagest/service-kit/refusal';
import { mergeResults } from '../../domain/search/merge-results.ts';
import { queryOf } from '../../domain/search/pasted-query.ts';
import type { SourceRecord } from '../../domain/papers/source-record.ts';
import type { LibraryStore } from '../../files/library-store.ts';
import type { Db } from '../../persistence/database.ts';
import { findPapers } from '../../persistence/papers/paper-repository.ts';
import { storeRecords } from '../../persistence/papers/record-repository.ts';
import type { FoundRecords, LiteratureSource, Page, SourceError } from '../../sources/source.ts';
import { standardPaper } from '../papers/standard-paper.ts';
import { queryAll, refuseIfAllFailed } from './query-sources.ts';

export interface SearchDeps {
  readonly db: Db;
  readonly files: LibraryStore;
  readonly sources: readonly LiteratureSource[];
}

export interface SearchResult {
  readonly papers: readonly StandardPaper[];
  /** The sources that failed while another source answered. */
  readonly failures: readonly SourceError[];
}

/** The maximum length of a merged list. A search of both sources reads at most this many records from each source. */
const MAX_DEPTH = 2_000;

/**
 * Searches the sources concurrently and merges the results into one list. Stores all found papers, so that callers can
 * download a paper by its bibcode. The papers join the library only when a user saves them.
 */
export async function searchPapers(deps: SearchDeps, params: SearchParams): Promise<SearchResult> {
  const { source = 'all', rows = 10, start = 0, sort = 'relevance' } = params;
  const query = queryOf(params.q);
  const selected = deps.sources.filter((one) => source === 'all' || one.source === source);
  const page = selected.length > 1 ? merging({ start, rows, sort }) : { start, rows, sort };
  const { answers, failures } = await queryAll(selected, (one) => one.search(query, page));
  refuseIfAllFailed(answers, failures);
  const papers = mergeResults(
    answers.map(({ records }: FoundRecords) => records),
    sort,
  );
  const wanted = selected.length > 1 ? papers.slice(start, start + rows) : papers.slice(0, rows);
  return { papers: await remember(deps, wanted), failures };
}

/**
 * Returns a page from the first record to the end of the requested page. Duplicates can be found only in this complete
 * list.
 */
function merging({ start, rows, sort }: Page): Page {
  if (start + rows > MAX_DEPTH)
    throw new Refusal(
      'malformed',
      `start + rows is ${start + rows}. A search of all sources returns at most ${MAX_DEPTH}. Search one source, or narrow the query`,
    );
  return { start: 0, rows: start + rows, sort };
}

async function remember({ db, files }: SearchDeps, papers: readonly SourceRecord[][]): Promise<StandardPaper[]> {
  const ids = await inTransaction(db, (trx) => storeRecords(trx, papers.flat(), { keep: false }));
  // Two search results may belong to the same stored paper.
  const shown = new Set<number | undefined>();
  let place = 0;
  for (const records of papers) {
    shown.add(ids[place]);
    place += records.length;
  }
  const rows = await findPapers(db, ids);
  const unique = [...shown].map((id) => rows.get(id ?? 0)).filter((row) => row !== undefined);
  return await Promise.all(unique.map((row) => standardPaper(files, row)));
}
