import { sql, type RawBuilder } from 'kysely';
import type { Viewer } from '../../domain/people/access.ts';
import { BM25, countTable, inverseFrequency, RANK_WEIGHTS } from '../../domain/retrieval/bm25.ts';
import {
  expandedScore,
  expansionTerms,
  FEEDBACK_PASSAGES,
  type SharedWord,
  type WeightedWord,
} from '../../domain/retrieval/expand-question.ts';
import { questionWords, type QuestionWords } from '../../domain/retrieval/implied-words.ts';
import { searchWords } from '../../domain/retrieval/search-words.ts';
import type { Db } from '../database.ts';
import { papersInside, type ViewedCollection } from '../library/library-filter.ts';
import { trashedFor } from '../people/paper-marks.ts';
import { countsOf, TOTALS, totalsOf, type Totals } from './word-counts.ts';

export interface WordHit {
  readonly id: number;
  /** The share of the question's total word weight that the passage contains, from 0 to 1. */
  readonly share: number;
}

/** Maximum number of words of a question to use, rarest words first. */
const MOST_WORDS = 32;

/** Maximum number of passages to find. Passages with the rarest words come first. */
const MOST_ROWS = 10_000;

/** Maximum number of passages to rank by their word counts. Reading the words costs more than finding the passages. */
const COUNTED = 300;

/** Maximum number of these passages to rank again with the added words. */
const EXPANDED = 200;

const PHRASE = /"\s*[^"\s][^"]*"/;
const UNWANTED = /(?<=^|\s)-(?:"[^"]*"|\p{L}\S*)/gu;

/**
 * Finds passages with words of a question, best first. Searches all papers, one paper or a collection. Normally one
 * word of the question suffices, and passages with more and rarer words come first. A `"phrase"` or `-word` in the
 * question is a condition, unless no passage satisfies it.
 */
export async function findByWords(
  db: Db,
  question: string,
  { limit, ...scope }: SearchScope & { readonly limit: number },
): Promise<WordHit[]> {
  const words = questionWords(question.replaceAll(UNWANTED, ' '));
  if (PHRASE.test(question) || question.search(UNWANTED) >= 0) {
    const strict = sql`and words @@ websearch_to_tsquery('english', ${searchWords(question)})`;
    const found = await search(db, { words, ...scope, strict, limit });
    if (found.length > 0) return found;
  }
  return await search(db, { words, ...scope, strict: sql``, limit });
}

/** Where to search: in one paper, in a collection with its subcollections, or in the library of the viewer. */
export interface SearchScope {
  readonly viewer: Viewer;
  readonly paperId?: number | undefined;
  readonly collection?: ViewedCollection | undefined;
}

interface Search extends SearchScope {
  readonly words: QuestionWords;
  /** A further condition on the passages. */
  readonly strict: RawBuilder<unknown>;
  readonly limit: number;
}

/** Ranks by BM25F, then adds the words that the best passages share and ranks again. */
async function search(db: Db, { limit, words, ...where }: Search): Promise<WordHit[]> {
  const { asked, totals } = await readAsked(db, words);
  const found = await rankByCounts(db, asked, totals, where);
  const added = await expansionOf(db, found, totals);
  const ids = found.map(({ id }) => id);
  const scores = added.length === 0 ? new Map<number, number>() : await scoreAdded(db, added, ids, totals);
  const weight = weightOf(asked);
  const addedWeight = Math.max(weightOf(added), Number.MIN_VALUE);
  return found
    .map(({ id, score, held }) => ({
      id,
      share: held / weight,
      score: expandedScore(score / weight, (scores.get(id) ?? 0) / addedWeight),
    }))
    .toSorted((a, b) => b.score - a.score || a.id - b.id)
    .slice(0, limit)
    .map(({ id, share }) => ({ id, share }));
}

function weightOf(words: readonly WeightedWord[]): number {
  return words.reduce((sum, { weight }) => sum + weight, 0);
}

interface AskedWord extends WeightedWord {
  /** Whether passages are looked up by this word. Other words only affect the ranking. */
  readonly finds: boolean;
}

/** Reads the counts of a question's words, rarest word first, and the totals of the library. */
async function readAsked(db: Db, { words, joined }: QuestionWords): Promise<{ asked: AskedWord[]; totals: Totals }> {
  const { rows } = await sql<{ word: string; holding: number; length: number }>`
    with written as materialized (
      select tsvector_to_array(to_tsvector('english', ${words})) || ${TOTALS}::text as words
    ), asked as materialized (
      select unnest(words) as word, true as is_written from written
      union all
      select word, false from written, unnest(tsvector_to_array(to_tsvector('english', ${joined}))) as word
      where word <> all(words)
    ), ${countsOf(sql`select word from asked`)}
    select word, coalesce(passages, 0) as holding, coalesce(length, 0) as length
    from asked left join counts using (word)
    where is_written or passages > 0
    order by holding, word`.execute(db);
  const totals = totalsOf(rows.find(({ word }) => word === TOTALS));
  let read = 0;
  const asked = rows
    .filter(({ word }) => word !== TOTALS)
    .slice(0, MOST_WORDS)
    .map(({ word, holding }, place) => {
      read += holding;
      const finds = place === 0 || read <= MOST_ROWS;
      return { word, weight: inverseFrequency(holding, totals.passages), finds };
    });
  return { asked, totals };
}

/** Selects words, each with its weight and a query for the word. */
function weighted(words: readonly WeightedWord[], finds: readonly boolean[] = []): RawBuilder<unknown> {
  return sql`
    select word, weight, finds,
           ('''' || replace(replace(word, '\\', '\\\\'), '''', '''''') || '''')::tsquery as query
    from unnest(${words.map(({ word }) => word)}::text[], ${words.map(({ weight }) => weight)}::float8[],
                ${finds}::boolean[]) as listed(word, weight, finds)`;
}

const { thresholds, counts } = countTable();

/** Selects the weighted count of the single word of `query` in `words`. */
const COUNT = sql`(${arrayOf(counts)})[1 + width_bucket(
  ts_rank(${arrayOf(RANK_WEIGHTS)}::float4[], words, query)::float8, ${arrayOf(thresholds)})]`;

/** Writes an array as a literal, because PostgreSQL would parse a parameter again for each question. */
function arrayOf(numbers: readonly number[]): RawBuilder<unknown> {
  return sql.raw(`'{${numbers.join(',')}}'::float8[]`);
}

/** Copies the words of a passage, so that PostgreSQL reads them from disk only once for all ranks. */
const WORDS = sql`setweight(words, 'D', '{}') as words`;

/**
 * Saturates a count as in BM25F. The result grows ever more slowly with the count, and saturates later in long
 * passages.
 */
function saturated(count: RawBuilder<unknown>, { meanLength }: Totals): RawBuilder<unknown> {
  const { k1, b } = BM25;
  return sql`${k1 + 1}::float8 * ${count} / (${count} + ${k1 * (1 - b)}::float8 + ${(k1 * b) / meanLength}::float8 * length)`;
}

interface Counted {
  readonly id: number;
  readonly paper_id: number;
  readonly score: number;
  /** The total weight of the question's words that the passage contains. */
  readonly held: number;
}

async function rankByCounts(
  db: Db,
  asked: readonly AskedWord[],
  totals: Totals,
  { viewer, paperId, collection, strict }: Omit<Search, 'words' | 'limit'>,
): Promise<Counted[]> {
  const ofPaper = paperId === undefined ? sql`` : sql`and paper_id = ${paperId}`;
  const inCollection =
    collection === undefined ? sql`` : sql`and paper_id in (${papersInside(collection.viewer, collection.id)})`;
  const finds = asked.map((word) => paperId !== undefined || word.finds);
  const { rows } = await sql<Counted>`
    with asked as materialized (${weighted(asked, finds)}),
    candidate as materialized (
      select id from asked,
        lateral (select id, paper_id from chunk where words @@ query ${ofPaper} ${inCollection} ${strict} limit ${MOST_ROWS}) as found
      where finds and paper_id not in (${trashedFor(viewer)})
      group by id order by sum(weight) desc, id limit ${COUNTED}
    ), passage as materialized (
      select id, paper_id, length, ${WORDS} from candidate join chunk using (id) join chunk_length on chunk_id = id
    ), counted as materialized (
      select id, paper_id, weight, length, ${COUNT} as count from passage cross join asked)
    select id, paper_id, sum(weight * ${saturated(sql`count`, totals)}) as score, sum(weight) as held
    from counted where count > 0 group by id, paper_id order by score desc, id limit ${EXPANDED}`.execute(db);
  return rows;
}

/**
 * Returns words to add to a question: words that at least two of the best passages share. Each paper counts only once,
 * because a paper often repeats its words.
 */
async function expansionOf(db: Db, found: readonly Counted[], totals: Totals): Promise<WeightedWord[]> {
  const best = [...Map.groupBy(found, ({ paper_id }) => paper_id).values()]
    .flatMap(([first]) => first ?? [])
    .slice(0, FEEDBACK_PASSAGES);
  if (best.length < 2) return [];
  const sum = best.reduce((all, { score }) => all + score, 0);
  const count = sql`(cardinality(positions) + ${BM25.headingWeight - 1} * cardinality(array_positions(weights, 'A')))::float8`;
  const { rows } = await sql<SharedWord>`
    with shared as materialized (
      select lexeme, sum(share * ${saturated(count, totals)}) as strength
      from unnest(${best.map(({ id }) => id)}::int[], ${best.map(({ score }) => score / sum)}::float8[]) as best(id, share)
        join chunk using (id) join chunk_length on chunk_id = id, unnest(words)
      group by lexeme having count(*) > 1
    ), ${countsOf(sql`select lexeme from shared`)}
    select word, strength, passages as holding from shared join counts on word = lexeme`.execute(db);
  return expansionTerms(rows, totals.passages);
}

async function scoreAdded(
  db: Db,
  added: readonly WeightedWord[],
  ids: readonly number[],
  totals: Totals,
): Promise<ReadonlyMap<number, number>> {
  const { rows } = await sql<{ id: number; score: number }>`
    with added as materialized (${weighted(added)}),
    passage as materialized (
      select id, length, ${WORDS} from chunk join chunk_length on chunk_id = id where id = any(${ids}::int[])
    ), counted as materialized (select id, weight, length, ${COUNT} as count from passage cross join added)
    select id, sum(weight * ${saturated(sql`count`, totals)}) as score from counted where count > 0 group by id`.execute(
    db,
  );
  return new Map(rows.map(({ id, score }) => [id, score]));
}
