import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Notes on translations and over several paragraphs, deleted notes that may be wanted back, and where blocks are printed. */
export const migration: Migration = {
  async up(db: Kysely<never>) {
    for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
  },
};

const STATEMENTS = [
  `alter table note
     add side text not null default 'original' check (side in ('original', 'translation')),
     -- What the notes on the paragraphs of one selection share.
     add passage text check (length(passage) between 1 and 64)`,
  // Where a block of a PDF is printed.
  `alter table block add place jsonb`,
  `create table deleted_note (
     id int primary key,
     bibcode text not null,
     note jsonb not null,
     deleted_at timestamptz not null default now())`,
  `create index deleted_note_age on deleted_note (deleted_at)`,
];
