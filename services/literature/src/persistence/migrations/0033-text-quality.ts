import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** What is doubtful about a text, and which PDFs have none because they are scans. */
export const migration: Migration = {
  async up(db: Kysely<never>) {
    for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
  },
};

const STATEMENTS = [
  `alter table paper
     -- Belongs to the Markdown; null where nothing is in doubt.
     add text_quality jsonb,
     -- Location of a PDF in which a parse found no text.
     add scanned_pdf text`,
  // Of text that was recognised in a scan.
  `alter table block add ocr_confidence real check (ocr_confidence between 0 and 1)`,
];
