import { statements } from '@almagest/service-kit/statements';

/** Adds the quality of texts, and the locations of scanned PDFs without text. */
export const migration = statements([
  `alter table paper
     -- The quality of the Markdown. Null if there are no doubts.
     add text_quality jsonb,
     -- Location of a PDF in which a parse found no text.
     add scanned_pdf text`,
  // The confidence of text recognised in a scan.
  `alter table block add ocr_confidence real check (ocr_confidence between 0 and 1)`,
]);
