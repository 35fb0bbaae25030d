import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Adds doubts about the quality of texts, and PDFs that are scans without text. */
export const migration: Migration = {
  async up(db: Kysely<never>) {
    for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
  },
};

const STATEMENTS = [
  `alter table paper
     -- The quality of the Markdown. Null if there are no doubts.
     add text_quality jsonb,
     -- Location of a PDF in which a parse found no text.
     add scanned_pdf text`,
  // The confidence of text recognised in a scan.
  `alter table block add ocr_confidence real check (ocr_confidence between 0 and 1)`,
];
