import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** What a note remembers of where it was written, so that it is found again in a text that has changed. */
export const migration: Migration = {
  async up(db: Kysely<never>) {
    for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
  },
};

const STATEMENTS = [
  `alter table note
     -- 'unchecked' until the note has been looked for in a text of its paper.
     add anchor text not null default 'unchecked' check (anchor in ('exact', 'moved', 'lost', 'unchecked')),
     -- The beginning of the paragraph, and what stood before and after it.
     add paragraph text not null default '',
     add prefix text not null default '',
     add suffix text not null default '',
     -- Of the paragraph as it was when the note was written; it stays.
     alter text_hash set default '',
     -- Nothing reads it any more; processes of the version before this one still write it while they are replaced.
     alter block_id set default ''`,
  `update note set anchor = 'exact', paragraph = left(b.text, 8000),
     prefix = coalesce((select right(text, 200) from block where paper_id = b.paper_id and position = b.position - 1), ''),
     suffix = coalesce((select left(text, 200) from block where paper_id = b.paper_id and position = b.position + 1), '')
   from block b
   where b.paper_id = note.paper_id and b.position = note.position and b.text_hash = note.text_hash`,
];
