import { sql, type RawBuilder } from 'kysely';
import type { QueryPart, SearchQuery } from '../../domain/library/parse-query.ts';
import type { Db } from '../database.ts';

/** Builds the text query. A query without an indexed word finds nothing. */
export function textQueryOf({ wanted, unwanted }: SearchQuery): RawBuilder<unknown> {
  const words = sql.join(wanted.map(partOf), sql` && `);
  // If the query contains only stop words, such as He, So or An, they count as names.
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

/** Conditions that every match satisfies. PostgreSQL checks them in an index before it reads words. */
export interface Neighbours {
  /** Pairs of neighbouring words, with the numbers that `word_pairs` gives them. Empty if no part has several words. */
  readonly pairs: readonly number[];
  /** Parts that consist of a single word. */
  readonly single: readonly QueryPart[];
}

export async function findNeighbours(db: Db, wanted: readonly QueryPart[]): Promise<Neighbours> {
  const texts = wanted.map((part) => (part.kind === 'phrase' ? part.text : ''));
  const runs = wanted.map((part) => (part.kind === 'run' ? part.pairs : []));
  const { rows } = await sql<{ pairs: number[]; has_words: boolean }>`
    select word_pairs(words) as pairs, words <> '' as has_words
    from unnest(${texts}::text[],
                ${runs.map((pairs) => pairs.map((pair, place) => `${quoted(pair)}:${place + 1}`).join(' '))}::text[])
      with ordinality as part(text, run, place), lateral (select to_tsvector('english', text) || run::tsvector as words) as read
    order by place`.execute(db);
  return {
    pairs: rows.flatMap(({ pairs }) => pairs),
    single: wanted.filter((_, place) => rows[place]?.has_words === true && rows[place].pairs.length === 0),
  };
}

/** Returns which of these words a query contains, in the indexed form. */
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
