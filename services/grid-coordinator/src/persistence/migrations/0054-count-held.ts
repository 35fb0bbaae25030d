import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/**
 * Counts the running tasks of nodes for claims. A volatile function reads with its own snapshot. A statement that locks
 * the nodes first therefore counts what other claims committed while it waited.
 */
export const migration: Migration = {
  async up(db: Kysely<never>) {
    await sql`
      create function count_held(node_ids text[]) returns table (node_id text, held integer) language sql volatile as $$
        select asked.id, (select count(*)::int from task where task.node_id = asked.id and task.status = 'running')
        from unnest(node_ids) as asked(id)
      $$`.execute(db);
  },
};
