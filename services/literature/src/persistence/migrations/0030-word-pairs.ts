import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/**
 * Computes the pairs of neighbouring words of a text, as numbers from 0 to 1,048,575. The number of a pair also depends
 * on how many unindexed words are between its two words. An index finds the places with a phrase by these numbers. Two
 * pairs may share a number, so the words are compared afterwards.
 */
export const migration: Migration = {
  async up(db: Kysely<never>) {
    await sql
      .raw(
        `create function word_pairs(words tsvector) returns integer[]
         language sql immutable strict parallel safe as $$
           select coalesce(array_agg(((before * 31 + (position - earlier) * 7 + hash) & 1048575)::integer), '{}')
           from (
             select hash, position, lag(hash::bigint) over places as before, lag(position) over places as earlier
             from (select hashtext(lexeme) as hash, positions from unnest(words) as word offset 0) as word,
               unnest(positions) as position
             window places as (order by position)) as neighbours
           where before is not null
         $$`,
      )
      .execute(db);
  },
};
