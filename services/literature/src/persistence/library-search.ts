import type { SearchedKind } from '@almagest/contracts/literature';
import { sql, type RawBuilder } from 'kysely';
import type { QueryPart, SearchQuery } from '../domain/library-search/parse-query.ts';
import type { Db } from './database.ts';
import { isInLibrary, type LibraryFilter } from './library-filter.ts';

/** A place where a query was found: a record, a note, a passage or a block of a translation. */
export interface FoundPlace {
  readonly paper_id: number;
  readonly kind: SearchedKind;
  /** The note, the passage, or the block of the translation; 0 of a record. */
  readonly place: number;
}

interface FoundPaper {
  readonly paper_id: number;
  /** In how many places of the paper it was found. */
  readonly count: number;
  readonly places: readonly FoundPlace[];
}

interface FoundPapers {
  readonly papers: readonly FoundPaper[];
  /** How many papers were ranked. */
  readonly total: number;
  /** Whether these are all that have the words. */
  readonly isComplete: boolean;
}

/**
 * How many places of each kind are ranked. Ranking a place means reading all its words. A query with more of them names
 * nothing in particular.
 */
const MOST_PLACES = 1_500;

/** What a place of each kind counts, compared with the others. */
const KIND_WEIGHTS: Readonly<Record<SearchedKind, number>> = { record: 4, note: 3, text: 1, translation: 1 };

/** Weights of the classes D, C, B, A: the abstract, keywords, authors and the title; of passages the text and headings. */
const CLASS_WEIGHTS = '{0.2, 0.4, 0.6, 1}';

export interface SearchRequest {
  readonly query: SearchQuery;
  readonly kinds: readonly SearchedKind[];
  readonly filter: LibraryFilter;
  readonly offset: number;
  readonly limit: number;
  readonly placesPerPaper: number;
}

/**
 * Finds papers by words that occur together in one of their places, best first: by the sum of the best place of each
 * kind.
 */
export async function findInLibrary(db: Db, request: SearchRequest): Promise<FoundPapers> {
  const { query, kinds, filter, offset, limit, placesPerPaper } = request;
  const inLibrary = isInLibrary(filter);
  const found = kinds.map((kind) => sql`(${placesOf(kind, textQueryOf(query), inLibrary)})`);
  const { rows } = await sql<FoundPlace & { place_count: number; total: number; cut: boolean }>`
    with found as materialized (${sql.join(found, sql` union all `)}),
    best as (
      select paper_id, sum(score) as score, sum(count)::int as place_count
      from (select paper_id, kind, max(score) as score, count(*) as count from found group by paper_id, kind) as of_kind
      group by paper_id
    ), page as (
      select paper_id, place_count, count(*) over ()::int as total, row_number() over (order by score desc, paper_id) as rank
      from best order by rank offset ${offset} limit ${limit}
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

/** Of each kind: the table with the words, the number of a place in it, and when it is shown. */
const TABLES: Readonly<Record<SearchedKind, { from: RawBuilder<unknown>; place: RawBuilder<unknown> }>> = {
  record: { from: sql`paper where true`, place: sql`0` },
  note: { from: sql`note join paper on paper.id = note.paper_id where true`, place: sql`note.id` },
  text: {
    from: sql`chunk join paper on paper.id = chunk.paper_id where not paper.markdown_outdated`,
    place: sql`chunk.id`,
  },
  translation: {
    from: sql`translated_block join paper on paper.id = translated_block.paper_id where not paper.markdown_outdated`,
    place: sql`translated_block.position`,
  },
};

const WORDS = { record: 'paper', note: 'note', text: 'chunk', translation: 'translated_block' } as const;

function placesOf(kind: SearchedKind, query: RawBuilder<unknown>, inLibrary: RawBuilder<boolean>): RawBuilder<unknown> {
  const { from, place } = TABLES[kind];
  const words = sql.ref(`${WORDS[kind]}.words`);
  // Ranked outside: within, all places would be ranked before the limit.
  return sql`
    select paper_id, ${sql.lit(kind)} as kind, place,
           ${sql.lit(KIND_WEIGHTS[kind])}::float8 * ts_rank(${CLASS_WEIGHTS}::float4[], words, ${query}, 1) as score
    from (select paper.id as paper_id, ${place} as place, ${words} as words from ${from}
            and ${words} @@ (${query}) and ${inLibrary}
          limit ${MOST_PLACES}) as place`;
}

/** A query without any wanted word that is indexed finds nothing. */
export function textQueryOf({ wanted, unwanted }: SearchQuery): RawBuilder<unknown> {
  const words = sql.join(wanted.map(partOf), sql` && `);
  // Words that English searches pass over are names when they are all that is asked for: He, So, An.
  const names = wanted.map(({ text }) => sql`phraseto_tsquery('simple', ${text})`);
  const asked = sql`(case when numnode(${words}) = 0 then ${sql.join(names, sql` && `)} else ${words} end)`;
  const parts = [asked, ...unwanted.map((parts) => sql`!!(${sql.join(parts.map(partOf), sql` && `)})`)];
  return sql.join(parts, sql` && `);
}

function partOf(part: QueryPart): RawBuilder<unknown> {
  if (part.kind === 'phrase') return sql`phraseto_tsquery('english', ${part.text})`;
  if (part.kind === 'beginning') return sql`to_tsquery('english', ${`${quoted(part.text)}:*`})`;
  const { text, pairs } = part;
  return sql`${pairs.length === 0 ? `${quoted(text)}:*` : pairs.map(quoted).join(' <-> ')}::tsquery`;
}

function quoted(text: string): string {
  return `'${text.replaceAll('\\', ' ').replaceAll("'", ' ')}'`;
}

/** Which of these words a query asks for, in the form in which words are indexed. */
export async function findAskedWords(
  db: Db,
  wanted: readonly QueryPart[],
  words: readonly string[],
): Promise<ReadonlySet<string>> {
  const textsOf = (kind: QueryPart['kind']) => wanted.flatMap((part) => (part.kind === kind ? [part.text] : []));
  const beginnings = textsOf('beginning');
  const { rows } = await sql<{ word: string }>`
    with asked as (
      select distinct lexeme from unnest(${[...textsOf('phrase'), ...beginnings]}::text[]) as text,
        unnest(tsvector_to_array(to_tsvector('english', text))) as lexeme
    ), named as (
      select distinct lexeme from unnest(${textsOf('phrase')}::text[]) as text,
        unnest(tsvector_to_array(to_tsvector('simple', text))) as lexeme
      where not exists (select from asked)
    ), begun as (
      select distinct lexeme from unnest(${beginnings}::text[]) as text,
        unnest(tsvector_to_array(to_tsvector('english', text))) as lexeme)
    select word from unnest(${words}::text[]) as word
    where ts_lexize('english_stem', word) && array(select lexeme from asked) or word in (select lexeme from named)
       or exists (select from begun where starts_with(word, lexeme))`.execute(db);
  return new Set(rows.map(({ word }) => word));
}
