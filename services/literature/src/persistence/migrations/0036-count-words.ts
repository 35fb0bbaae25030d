import { updateOnline } from '@almagest/service-kit/online-migration';
import { appendChanges } from './0035-word-counts.ts';

/**
 * Counts the words of existing passages. Locks the rows, so that changes to a passage wait until the passage is
 * counted.
 */
export const migration = updateOnline(`
  with passage as materialized (
    select id, words from chunk where not exists (select from chunk_length where chunk_id = id)
    limit 2000 for no key update
  ), stored as (
    insert into chunk_length (chunk_id, length)
    select id, (select coalesce(sum(cardinality(positions)), 0) from unnest(words)) from passage
    on conflict do nothing returning chunk_id, length
  ), added as materialized (select 1 as sign, words, length from passage join stored on chunk_id = id)
  ${appendChanges('added')}`);
