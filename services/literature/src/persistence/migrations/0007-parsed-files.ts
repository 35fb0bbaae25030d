import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Which file the Markdown was made from, whether it is still the one to be read, and how the last parse failed. */
export const migration: Migration = {
  async up(db: Kysely<never>) {
    for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
  },
};

const STATEMENTS = [
  `alter table paper
     -- The form that a user brought last.
     add uploaded_last text check (uploaded_last in ('html', 'pdf')),
     -- Location of the file that the Markdown was made from.
     add markdown_source text,
     -- That file was replaced: the Markdown is kept, and nothing is told of it until the next parse.
     add markdown_outdated boolean not null default false,
     add parse_error text`,
  // Until now the HTML was read wherever there was one.
  `update paper set markdown_source = case
     when html_location not like 'error:%' then html_location
     when pdf_location not like 'error:%' then pdf_location end
   where markdown_location is not null`,
];
