import type { SearchCounts, SearchedKind } from '@almagest/contracts/literature';
import { sql, type RawBuilder } from 'kysely';
import type { SearchQuery } from '../../domain/library/parse-query.ts';
import type { Viewer } from '../../domain/people/access.ts';
import type { Db } from '../database.ts';
import { personalTo, visibleTo } from '../people/visibility.ts';
import { HAS_FILE, isInLibrary, type LibraryFilter } from './library-filter.ts';
import { findNeighbours, textQueryOf, type Neighbours } from './text-query.ts';

/** A place where a query was found: a record, a note, a passage or a block of a translation. */
export interface FoundPlace {
  readonly paper_id: number;
  readonly kind: SearchedKind;
  /** The id of the note or passage, or the position of the translated block. 0 for a record. */
  readonly place: number;
}

interface FoundPaper {
  readonly paper_id: number;
  /** The number of matching places in the paper. */
  readonly count: number;
  readonly places: readonly FoundPlace[];
}

interface FoundPapers {
  readonly papers: readonly FoundPaper[];
  /** The number of ranked papers. */
  readonly total: number;
  /** Whether all matching papers were ranked. */
  readonly isComplete: boolean;
}

/**
 * Maximum number of places of each kind to rank. Ranking a place requires reading all its words, and a query with more
 * matches is not specific.
 */
const MOST_PLACES = 1_500;

/** The weight of a place, by its kind. */
const KIND_WEIGHTS: Readonly<Record<SearchedKind, number>> = { record: 4, note: 3, text: 1, translation: 1 };

/** Weights of PostgreSQL's classes D, C, B and A, which hold the abstract, the keywords, the authors and the title. */
const CLASS_WEIGHTS = '{0.2, 0.4, 0.6, 1}';

/**
 * Weights of a passage's text and headings. A heading is repeated in each passage below it, so the text counts more.
 */
const PASSAGE_WEIGHTS = '{0.2, 0, 0, 0.05}';

export interface SearchRequest {
  readonly viewer: Viewer;
  readonly query: SearchQuery;
  readonly kinds: readonly SearchedKind[];
  readonly filter: LibraryFilter;
  readonly offset: number;
  readonly limit: number;
  readonly placesPerPaper: number;
  readonly sort?: 'relevance' | 'year_desc' | 'year_asc' | undefined;
}

const ORDERS = {
  relevance: sql`score desc`,
  year_desc: sql`nullif(year, '') desc nulls last, score desc`,
  year_asc: sql`nullif(year, '') nulls last, score desc`,
};

/**
 * Finds papers with a place that contains all words. Ranks a paper by the sum of the scores of its best place of each
 * kind.
 */
export async function findInLibrary(db: Db, request: SearchRequest): Promise<FoundPapers> {
  const { offset, limit, placesPerPaper, sort = 'relevance' } = request;
  const { rows } = await sql<FoundPlace & { place_count: number; total: number; cut: boolean }>`
    with ${await foundPapers(db, request)}, page as (
      select paper_id, place_count, count(*) over ()::int as total, row_number() over (order by ${ORDERS[sort]}, paper_id) as rank
      from best join paper on paper.id = paper_id order by rank offset ${offset} limit ${limit}
    ), ranked as (
      select page.*, kind, place, row_number() over (partition by paper_id order by score desc, kind, place) as nth
      from page join found using (paper_id)
    )
    select paper_id, kind, place, place_count, total,
           exists (select from found group by kind having count(*) >= ${MOST_PLACES}) as cut
    from ranked where nth <= ${placesPerPaper} order by rank, nth`.execute(db);
  const papers = Map.groupBy(rows, ({ paper_id }) => paper_id);
  return {
    papers: [...papers].map(([paper_id, places]) => ({ paper_id, count: places[0]?.place_count ?? 0, places })),
    total: rows[0]?.total ?? 0,
    isComplete: rows[0]?.cut !== true,
  };
}

type Found = Pick<SearchRequest, 'viewer' | 'query' | 'kinds' | 'filter'>;

/** Builds the queries `found` for the matching places and `best` for their papers with scores. */
async function foundPapers(db: Db, { viewer, query, kinds, filter }: Found): Promise<RawBuilder<unknown>> {
  const neighbours = await findNeighbours(db, query.wanted);
  const inLibrary = isInLibrary(viewer, filter);
  const isShown = { ...SHOWN, note: visibleTo(viewer, 'note') };
  const found = kinds.map((kind) => sql`(${placesOf(kind, neighbours, { inLibrary, isShown: isShown[kind] })})`);
  return sql`
    asked as materialized (select ${textQueryOf(query)} as query),
    found as materialized (${sql.join(found, sql` union all `)}),
    best as materialized (
      select paper_id, sum(score) as score, sum(count)::int as place_count
      from (select paper_id, kind, max(score) as score, count(*) as count from found group by paper_id, kind) as of_kind
      group by paper_id)`;
}

/** Maximum number of values to count for each field. */
const MOST_VALUES = 20;

/** Counts the found papers for each value in their records. */
export async function countFound(db: Db, request: Found): Promise<SearchCounts> {
  const { viewer } = request;
  const { rows } = await sql<{ kind: keyof SearchCounts; value: string; count: number }>`
    with ${await foundPapers(db, request)}, valued as (
      select 'year' as kind, year as value from best join paper on paper.id = paper_id where year <> ''
      union all select 'author', author from best join paper on paper.id = paper_id, unnest(authors) as author
      union all select 'collection', collection_id::text from best join collection_paper using (paper_id)
        join collection on collection.id = collection_id where ${visibleTo(viewer, 'collection')}
      -- A person and the built-in account may have given a paper the same tag.
      union all select distinct on (paper_id, name) 'tag', name from best join tag using (paper_id)
        where ${personalTo(viewer, 'tag')}
      union all select 'has_full_text', (${HAS_FILE})::text from best join paper on paper.id = paper_id
    ), counted as (
      select kind, value, count(*)::int as count,
             row_number() over (partition by kind order by count(*) desc, value collate "C") as place
      from valued group by kind, value)
    select kind, value, count from counted where place <= ${MOST_VALUES} order by kind, place`.execute(db);
  const counts: SearchCounts = { year: [], author: [], collection: [], tag: [], has_full_text: [] };
  for (const { kind, value, count } of rows) counts[kind].push({ value, count });
  return counts;
}

/** Selects the printed words of a passage. The index also has implied words, which this search does not use. */
const PRINTED = sql`ts_filter(chunk.words, '{a,d}')`;

/** For each kind of place, the table with the words and the column that identifies a place. */
const TABLES: Readonly<Record<SearchedKind, { readonly table: string; readonly place: RawBuilder<unknown> }>> = {
  record: { table: 'paper', place: sql`0` },
  note: { table: 'note', place: sql`note.id` },
  text: { table: 'chunk', place: sql`chunk.id` },
  translation: { table: 'translated_block', place: sql`translated_block.position` },
};

/** Conditions that hide the text of a file after the file was replaced. */
const SHOWN: Readonly<Record<Exclude<SearchedKind, 'note'>, RawBuilder<unknown>>> = {
  record: sql`true`,
  text: sql`not paper.markdown_outdated`,
  translation: sql`not paper.markdown_outdated`,
};

/**
 * Returns the places of a kind with their scores. PostgreSQL underestimates the cost of `@@` outside an index and would
 * read the words of all passages. `offset 0` and a query that is not a constant force PostgreSQL to use the index.
 */
function placesOf(
  kind: SearchedKind,
  neighbours: Neighbours,
  { inLibrary, isShown }: { readonly inLibrary: RawBuilder<boolean>; readonly isShown: RawBuilder<unknown> },
): RawBuilder<unknown> {
  const { table, place } = TABLES[kind];
  const words = sql.ref(`${table}.words`);
  const ofPaper = kind === 'record' ? sql`` : sql`join paper on paper.id = ${sql.ref(`${table}.paper_id`)}`;
  const indexed = kind === 'record' ? sql`${indexedBy(neighbours)} and ${inLibrary}` : indexedBy(neighbours);
  // Rank outside the subquery. Inside, PostgreSQL would rank all places before it applies the limit.
  return sql`
    select paper_id, ${sql.lit(kind)} as kind, place,
           ${sql.lit(KIND_WEIGHTS[kind])}::float8 * ts_rank(${kind === 'text' ? PASSAGE_WEIGHTS : CLASS_WEIGHTS}::float4[], words, query, 1) as score
    from asked, lateral (
      select paper.id as paper_id, ${place} as place, ${words} as words
      from (select * from ${sql.table(table)} where ${indexed} offset 0) as ${sql.table(table)} ${ofPaper}
      where ${kind === 'text' ? PRINTED : words} @@ query and ${isShown} and ${inLibrary}
      limit ${MOST_PLACES}) as place`;
}

/**
 * Builds the condition for the index. Finds phrases by their word pairs, because many places contain all words of a
 * phrase, but few contain the words in sequence.
 */
function indexedBy({ pairs, single }: Neighbours): RawBuilder<unknown> {
  if (pairs.length === 0) return sql`words @@ query`;
  const others = single.length === 0 ? sql`` : sql` and words @@ (${textQueryOf({ wanted: single, unwanted: [] })})`;
  return sql`word_pairs(words) @> ${pairs}::int[]${others}`;
}
