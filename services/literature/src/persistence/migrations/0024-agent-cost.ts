import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Adds the token usage of sessions, and the tools allowed in them. */
export const migration: Migration = {
  async up(db: Kysely<never>) {
    await sql
      .raw(
        `alter table agent_session
           add allowed_tools text[] not null default '{}',
           add prompt_tokens bigint not null default 0,
           add completion_tokens bigint not null default 0,
           -- Time of the runs that have ended.
           add worked_ms bigint not null default 0`,
      )
      .execute(db);
  },
};
