import type { FoundPaper, LibrarySearch, LibrarySearchResult, SearchHit } from '@almagest/contracts/literature';
import { Refusal } from '@almagest/service-kit/refusal';
import { matchesIn, placedWords } from '../../domain/library/found-words.ts';
import { parseSearchQuery, type SearchQuery } from '../../domain/library/parse-query.ts';
import { snippetOf } from '../../domain/library/snippet.ts';
import { isName, readReference } from '../../domain/papers/paper-reference.ts';
import type { Viewer } from '../../domain/people/access.ts';
import type { LibraryStore } from '../../files/library-store.ts';
import type { Db } from '../../persistence/database.ts';
import { satisfies, type LibraryFilter } from '../../persistence/library/library-filter.ts';
import { countFound, findInLibrary, type FoundPlace } from '../../persistence/library/library-search.ts';
import { findPapers, type PaperRow } from '../../persistence/papers/paper-repository.ts';
import { listSearchedTexts } from '../../persistence/library/searched-texts.ts';
import { findAskedWords } from '../../persistence/library/text-query.ts';
import { findKnown } from '../papers/require-paper.ts';
import { standardPaper } from '../papers/standard-paper.ts';
import { requireCollections } from './require-collection.ts';
import { suggestSearches } from './suggest-searches.ts';

export interface LibrarySearchDeps {
  readonly db: Db;
  readonly files: LibraryStore;
}

const KINDS = ['record', 'text', 'translation', 'note'] as const;
const PLACES_PER_PAPER = 5;
const MOST_TERMS = 32;

/** Searches all texts in the library: papers, notes and translations. */
export async function searchLibrary(
  { db, files }: LibrarySearchDeps,
  viewer: Viewer,
  { q, kind, limit = 20, offset = 0, sort, with_counts: withCounts = false, ...filter }: LibrarySearch,
): Promise<LibrarySearchResult> {
  const query = readQuery(q);
  await requireCollections(db, viewer, filter);
  const named = await findNamed(db, viewer, q, filter);
  if (named !== undefined) {
    const papers = offset > 0 ? [] : [await asFound(files, named, [identifierHit(named)], 1)];
    return { papers, total: 1, is_complete: true, suggestions: null, counts: null };
  }
  const kinds = kind === undefined ? KINDS : [kind];
  const found = await findInLibrary(db, {
    viewer,
    query,
    kinds,
    filter,
    offset,
    limit,
    sort,
    placesPerPaper: PLACES_PER_PAPER,
  });
  const rows = await findPapers(
    db,
    found.papers.map(({ paper_id }) => paper_id),
  );
  const hitOf = await readHits(
    db,
    query,
    found.papers.flatMap(({ places }) => places),
  );
  const papers = found.papers.flatMap(({ paper_id, count, places }) => {
    const row = rows.get(paper_id);
    // The paper was removed after the search.
    if (row === undefined) return [];
    return [asFound(files, row, places.flatMap(hitOf), count)];
  });
  return {
    papers: await Promise.all(papers),
    total: found.total,
    is_complete: found.isComplete,
    suggestions:
      found.papers.length === 0 && offset === 0 ? await suggestSearches(db, q, { viewer, kinds, filter }) : null,
    counts: withCounts ? await countFound(db, { viewer, query, kinds, filter }) : null,
  };
}

function readQuery(q: string): SearchQuery {
  const query = parseSearchQuery(q);
  if (query.wanted.length === 0)
    throw new Refusal(
      'malformed',
      `q: '${q.slice(0, 80)}' has no word to search for. Add at least one word without a minus`,
    );
  if (query.wanted.length + query.unwanted.length > MOST_TERMS)
    throw new Refusal('malformed', `q: more than ${MOST_TERMS} words. Leave some out, or search for a phrase`);
  return query;
}

/** Finds the paper whose identifier is the query. */
async function findNamed(db: Db, viewer: Viewer, q: string, filter: LibraryFilter): Promise<PaperRow | undefined> {
  const name = q.trim();
  if (!isName(readReference(name))) return undefined;
  const paper = await findKnown(db, name);
  return paper !== undefined && (await satisfies(db, viewer, paper.id, filter)) ? paper : undefined;
}

function identifierHit({ bibcode }: PaperRow): SearchHit {
  const snippet = { text: bibcode, ranges: [{ start: 0, end: bibcode.length }] };
  return { kind: 'record', field: 'identifier', paragraph_index: null, note_id: null, section: null, snippet };
}

async function asFound(
  files: LibraryStore,
  paper: PaperRow,
  hits: SearchHit[],
  hit_count: number,
): Promise<FoundPaper> {
  return { paper: await standardPaper(files, paper), hits, hit_count };
}

/** Returns the text that matches best at each place. */
async function readHits(
  db: Db,
  { wanted }: SearchQuery,
  places: readonly FoundPlace[],
): Promise<(place: FoundPlace) => SearchHit[]> {
  const textsOf = await listSearchedTexts(db, places);
  const words = new Set(places.flatMap(textsOf).flatMap(({ text }) => placedWords(text).map(({ word }) => word)));
  const asked = await findAskedWords(db, wanted, [...words]);
  return (found) => {
    const shown = textsOf(found).map((text) => {
      const matches = matchesIn(text.text, wanted, (word) => asked.has(word));
      return { text, matches, terms: new Set(matches.map(({ term }) => term)).size };
    });
    // If several texts are equally good, the first one wins.
    const [best] = shown.toSorted((a, b) => b.terms - a.terms);
    if (best === undefined) return [];
    const { field, paragraph_index, note_id, section, text } = best.text;
    const { ranges, ...snippet } = snippetOf(text, best.matches);
    const where = { field, paragraph_index, note_id, section };
    return [{ kind: found.kind, ...where, snippet: { ...snippet, ranges: [...ranges] } }];
  };
}
