import { inTransaction } from '@almagest/service-kit/database';
import { Refusal } from '@almagest/service-kit/refusal';
import { errorOf } from '../../domain/diagnosis.ts';
import type { LibraryStore } from '../../files/library-store.ts';
import { replaceBlocks } from '../../persistence/block-repository.ts';
import type { Db } from '../../persistence/database.ts';
import { keepPaper, lockPaper, type PaperRow } from '../../persistence/paper-repository.ts';
import { placeNotes } from '../notes/place-notes.ts';
import { requirePaper } from '../papers/require-paper.ts';
import { indexPaper } from '../retrieval/index-paper.ts';
import type { DocumentReader } from './document-reader.ts';

export interface ParseDeps {
  readonly db: Db;
  readonly files: LibraryStore;
  readonly reader: DocumentReader;
}

/** The Markdown of a paper: what is there, or what a parse of its full text gives. */
export async function parsePaper(
  deps: ParseDeps,
  { bibcode, force = false }: { bibcode: string; force?: boolean },
): Promise<{ markdown: string }> {
  const paper = await requirePaper(deps.db, bibcode);
  const known = force ? undefined : await readMarkdown(deps.files, paper);
  return { markdown: known ?? (await parse(deps, paper)) };
}

export async function readMarkdown(files: LibraryStore, paper: PaperRow): Promise<string | undefined> {
  return paper.markdown_location === null ? undefined : await files.readText(paper.markdown_location);
}

/** A translation of other Markdown; what was asked for is kept, so a new one costs little. */
const NO_TRANSLATION = { translation_location: null, translation_language: null };

/**
 * Parses the HTML of a paper where there is one, else its PDF. Figures are in their place before the Markdown that shows
 * them, and that before the transaction which records it with its blocks and the new places of its notes.
 */
export async function parse(deps: ParseDeps, paper: PaperRow, signal?: AbortSignal): Promise<string> {
  const { db, files, reader } = deps;
  const source = await findSource(files, paper);
  const document = await reader.read({ ...source, bibcode: paper.bibcode }, signal);
  for (const { name, content } of document.figures) await files.writeFigure(paper.id, name, content);
  const location = await files.write(paper.id, 'md', document.markdown);
  await inTransaction(db, async (trx) => {
    const now = await lockPaper(trx, paper.id);
    if (now === undefined)
      throw new Refusal('conflict', `${paper.bibcode} became one with another paper meanwhile; parse it again`);
    await replaceBlocks(trx, paper.id, document.blocks);
    await placeNotes(trx, paper.id, document.blocks);
    await indexPaper(trx, paper.id, document.blocks);
    await keepPaper(trx, paper.id, {
      markdown_location: location,
      ...(now.markdown_location === location ? {} : NO_TRANSLATION),
    });
  });
  return document.markdown;
}

async function findSource(files: LibraryStore, paper: PaperRow): Promise<{ type: 'html' | 'pdf'; path: string }> {
  for (const [type, location] of [
    ['html', paper.html_location],
    ['pdf', paper.pdf_location],
  ] as const) {
    if (location === null || errorOf(location) !== undefined) continue;
    if (await files.exists(location)) return { type, path: files.pathOf(location) };
  }
  throw new Refusal('malformed', `${paper.bibcode} has no full text yet; download or upload it first`);
}
