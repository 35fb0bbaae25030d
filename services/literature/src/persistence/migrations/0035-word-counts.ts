import { statements } from '@almagest/service-kit/statements';

/**
 * Returns the end of a statement that appends changes to the counts. The caller puts other queries before it. The query
 * `passages` must have the columns `sign`, `words` and `length`.
 */
export function appendChanges(passages: string): string {
  return `insert into word_change (word, passages, length)
     select word, sum(sign), 0 from ${passages}, unnest(tsvector_to_array(words)) as word
     where word <> '' group by word having sum(sign) <> 0
     union all select '', sum(sign), sum(sign * length) from ${passages} having count(*) > 0`;
}

/** Stores the lengths of these passages and returns their words. */
const ADDED = (passages: string) => `
     with sized as materialized (
       select id, words, (select coalesce(sum(cardinality(positions)), 0)::integer from unnest(words)) as length
       from ${passages}
     ), stored as (insert into chunk_length (chunk_id, length) select id, length from sized),
     added as materialized (select 1 as sign, words, length from sized)
     ${appendChanges('added')};`;

/** Deletes the lengths of these passages. A passage without a length has not been counted. */
const REMOVED = (passages: string) => `
     with removed as (
       delete from chunk_length using ${passages} as passage where chunk_id = passage.id
       returning -1 as sign, passage.words, chunk_length.length)
     ${appendChanges('removed')};`;

function trigger(name: string, body: string): string {
  return `create function ${name}() returns trigger language plpgsql set search_path from current as $$
     begin
       ${body}
       return null;
     end $$`;
}

/** Selects the passages whose words an update has changed, with their old or their new values. */
const changed = (side: 'old_passage' | 'new_passage') =>
  `(select ${side}.* from new_passage join old_passage using (id) where old_passage.words <> new_passage.words)`;

/**
 * Counts the passages that contain each word, in the transaction that writes the passages. The row of the empty word
 * has the number of passages and their total length. Changes are appended, so that parses never wait for each other.
 * The worker adds the changes to the totals.
 */
export const migration = statements([
  // The occurrences of indexed words in each counted passage. Updating a column of `chunk` would rewrite its rows and
  // indexes.
  `create table chunk_length (chunk_id integer primary key, length integer not null)`,
  `create table word_count (
     word text collate "C" primary key,
     passages integer not null,
     length bigint not null)`,
  `create table word_change (
     word text collate "C" not null,
     passages integer not null,
     length bigint not null)`,
  `create index word_change_word on word_change (word) include (passages, length)`,
  trigger('count_added_words', ADDED('new_passage')),
  trigger('count_removed_words', REMOVED('old_passage')),
  trigger('count_changed_words', REMOVED(changed('old_passage')) + ADDED(`${changed('new_passage')} as passage`)),
  `create trigger count_added after insert on chunk referencing new table as new_passage
     for each statement execute function count_added_words()`,
  `create trigger count_removed after delete on chunk referencing old table as old_passage
     for each statement execute function count_removed_words()`,
  `create trigger count_changed after update on chunk referencing old table as old_passage new table as new_passage
     for each statement execute function count_changed_words()`,
]);
