import type { PaperText } from '@almagest/contracts/literature';
import type { LibraryStore } from '../../files/library-store.ts';
import type { Db } from '../../persistence/database.ts';
import { requirePaper } from '../papers/require-paper.ts';
import { standardPaper } from '../papers/standard-paper.ts';
import { readTranslation } from '../translation/translate-paper.ts';
import { readMarkdown } from './parse-paper.ts';

/** Returns a paper with its Markdown and its translation. A missing text is null. */
export async function readPaper({ db, files }: { db: Db; files: LibraryStore }, bibcode: string): Promise<PaperText> {
  const paper = await requirePaper(db, bibcode);
  return {
    paper: await standardPaper(files, paper),
    english_content: (await readMarkdown(files, paper)) ?? null,
    translation_content: (await readTranslation(files, paper)) ?? null,
  };
}
