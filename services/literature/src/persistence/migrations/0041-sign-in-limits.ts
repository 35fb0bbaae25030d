import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Adds the recent attempts to sign in. They are lost in a crash, which only makes the limits more generous. */
export const migration: Migration = {
  async up(db: Kysely<never>) {
    await sql`create unlogged table rate_limit_hit (key text not null, at timestamptz not null)`.execute(db);
    await sql`create index rate_limit_hit_key on rate_limit_hit (key, at)`.execute(db);
  },
};
