import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Records where the agent of a node runs, and where a second one with its credentials was refused. */
export const migration: Migration = {
  async up(db: Kysely<never>) {
    await sql`
      alter table node
        add column instance_id text,
        add column instance_host text,
        add column second_host text,
        add column second_at timestamptz`.execute(db);
  },
};
