import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/**
 * Stores a digest of each imported entry, so that the version of a bibliography can be computed without reading its
 * entries.
 */
export const migration: Migration = {
  async up(db: Kysely<never>) {
    await sql`
      alter table reference add column item_digest text not null generated always as (md5(item::text)) stored`.execute(
      db,
    );
  },
};
