import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Adds the status of points that the configuration no longer names. They keep their results. */
export const migration: Migration = {
  async up(db: Kysely<never>) {
    // A separate status, so that queries for queued, running or failed points never find a retired point.
    await sql`alter type point_status add value if not exists 'retired'`.execute(db);
    // Compares texts, because a new enum value cannot be used in the transaction that adds it. The constraint is
    // not validated, because validation would read every point.
    await sql`
      alter table point
        add column retired_from point_status,
        add constraint retired_from_some_status
          check ((status::text = 'retired') = (retired_from is not null) and retired_from::text <> 'retired') not valid`.execute(
      db,
    );
  },
};
