import { sql } from 'kysely';
import type { Db } from '../database.ts';

/** Maximum number of similar words to return. The caller compares them letter by letter. */
const MOST_SIMILAR = 20;

/**
 * Returns the words of titles, authors and keywords that share the most trigrams with `word`, most similar first.
 * `word` must be in lower case and in the form that `foldWords` returns.
 */
export async function listSimilarWords(db: Db, word: string): Promise<string[]> {
  const { rows } = await sql<{ word: string }>`
    with asked as materialized (select word_trigrams(${word}) as trigrams),
    candidate as (
      select distinct spelling.word, spelling.trigrams from spelling, asked
      where spelling.trigrams && asked.trigrams and length(spelling.word) between ${word.length - 2} and ${word.length + 2}
    )
    select candidate.word from candidate, asked, lateral (
      select count(*) as shared from unnest(candidate.trigrams) as one where one = any(asked.trigrams)) as counted
    order by 2.0 * shared / (cardinality(candidate.trigrams) + cardinality(asked.trigrams)) desc, candidate.word
    limit ${MOST_SIMILAR}`.execute(db);
  return rows.map(({ word: similar }) => similar);
}
