import { sql, type RawBuilder } from 'kysely';
import { searchWords } from '../domain/retrieval/search-words.ts';
import type { Db } from './database.ts';
import { papersInside } from './library-filter.ts';

export interface WordHit {
  readonly id: number;
  /** The share of the question's total word weight that occurs in the passage, from 0 to 1. */
  readonly share: number;
}

/** How many words of a question are used. The rarest are the most significant. */
const MOST_WORDS = 32;

/**
 * Limit of rows read for all words together. A word in every second passage weighs a fifth of a word in one of fifty
 * thousand, and matches more passages than anyone reads. It only ranks what the other words have found.
 */
const MOST_ROWS = 10_000;

/** How many passages are ranked by all their words. Reading these costs more than finding the passages. */
const RANKED = 100;

/** Up to this many passages are counted. For more, the table's statistics are used. */
const FEW = 1_000;

/** Weights of words in the text and in the headings, in the order of PostgreSQL's classes D, C, B, A. */
const WEIGHTS = '{0.5, 0, 0, 1}';

/** Matches a phrase. */
const PHRASE = /"\s*[^"\s][^"]*"/;
const UNWANTED = /(?<=^|\s)-(?:"[^"]*"|\p{L}\S*)/gu;

/**
 * Finds passages with words of a question, best first, in all papers, in one or in a collection. Normally any word
 * suffices, and passages with more and rarer words come first. A `"phrase"` or `-word` in the question is a condition,
 * unless nothing matches it.
 */
export async function findByWords(
  db: Db,
  question: string,
  { limit, ...scope }: SearchScope & { readonly limit: number },
): Promise<WordHit[]> {
  const words = searchWords(question.replaceAll(UNWANTED, ' '));
  if (PHRASE.test(question) || question.search(UNWANTED) >= 0) {
    const strict = sql`and words @@ websearch_to_tsquery('english', ${searchWords(question)})`;
    const found = await search(db, { words, ...scope, strict, limit });
    if (found.length > 0) return found;
  }
  return await search(db, { words, ...scope, strict: sql``, limit });
}

/** Where to search: in one paper, in a collection with its subcollections, or in the library. */
export interface SearchScope {
  readonly paperId?: number | undefined;
  readonly collectionId?: number | undefined;
}

interface Search extends SearchScope {
  readonly words: string;
  /** A further condition on the passages. */
  readonly strict: RawBuilder<unknown>;
  readonly limit: number;
}

/**
 * Ranks like BM25 (Robertson and Zaragoza 2009, 'The probabilistic relevance framework: BM25 and beyond'): each word by
 * its inverse document frequency times a saturating function of its count, here `ts_rank` of the word alone. The
 * passages have similar lengths, so length is ignored. The frequency of a word comes from the table's statistics. Words
 * missing there are counted in the index.
 */
async function search(db: Db, { words, paperId, collectionId, strict, limit }: Search): Promise<WordHit[]> {
  const ofPaper = paperId === undefined ? sql`` : sql`and paper_id = ${paperId}`;
  const inCollection = collectionId === undefined ? sql`` : sql`and paper_id in (${papersInside(collectionId)})`;
  const { rows } = await sql<WordHit>`
    with common as materialized (
      select word, frequency::float8 as frequency
      from pg_stats, unnest(most_common_elems::text::text[], most_common_elem_freqs) as listed(word, frequency)
      where schemaname = current_schema() and tablename = 'chunk' and attname = 'words'
    ), passages as materialized (
      select greatest(
        (select reltuples from pg_class where oid = 'chunk'::regclass),
        (select count(*) from (select from chunk where true ${ofPaper} limit ${FEW})))::float8 as total
    ), asked as materialized (
      select word, coalesce(frequency, 0) as frequency,
             ('''' || replace(replace(word, '\\', '\\\\'), '''', '''''') || '''')::tsquery as query
      from unnest(tsvector_to_array(to_tsvector('english', ${words}))) as word left join common using (word)
      order by frequency, word limit ${MOST_WORDS}
    ), looked_up as materialized (
      select word, query from (
        select word, query, frequency, sum(frequency) over (order by frequency, word) as sum from asked) as summed, passages
      where sum * total <= ${MOST_ROWS} or sum = frequency ${paperId === undefined ? sql`` : sql`or true`}
    ), hit as materialized (
      select word, id from looked_up,
        lateral (select id from chunk where words @@ query ${ofPaper} ${inCollection} ${strict} limit ${MOST_ROWS}) as found
    ), counted as materialized (
      select word, count(*) as holding from hit group by word
    ), weight as materialized (
      select word, query, ln(1 + (greatest(total - holding, 0) + 0.5) / (holding + 0.5)) as weight
      from (select word, query, total, greatest(frequency * total, coalesce(counted.holding, 0))::float8 as holding
            from passages, asked left join counted using (word)) as known
    ), best as materialized (
      select id from hit join weight using (word) group by id order by sum(weight) desc, id limit ${RANKED}
    ), scored as (
      select best.id, weight, ts_rank(${WEIGHTS}::float4[], words, query) as rank
      from best join chunk using (id) cross join weight)
    select id, coalesce(sum(weight) filter (where rank > 0), 0) / sum(weight) as share
    from scored group by id order by sum(weight * rank) desc, id limit ${limit}`.execute(db);
  return rows;
}
