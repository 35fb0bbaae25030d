import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Stores a digest of each imported entry. The version of a bibliography then needs no entries. */
export const migration: Migration = {
  async up(db: Kysely<never>) {
    await sql`
      alter table reference add column item_digest text not null generated always as (md5(item::text)) stored`.execute(
      db,
    );
  },
};
