import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Records which rules of the configuration were applied after failures. */
export const migration: Migration = {
  async up(db: Kysely<never>) {
    // The rule that gives a point its next strategy, and the rules that it has used, once for each time.
    await sql`alter table point add column next_rule text, add column rules_used text[]`.execute(db);
    await sql`alter table task add column rule text`.execute(db);
  },
};
