import type { FullTextType } from '@almagest/contracts/literature';
import { inTransaction } from '@almagest/service-kit/database';
import { Refusal } from '@almagest/service-kit/refusal';
import { errorOf } from '../../domain/full-text/diagnosis.ts';
import { formOf, locationOf, parseOrder } from '../../domain/full-text/parse-source.ts';
import type { PaperIndex } from '../../domain/retrieval/index-of-blocks.ts';
import type { LibraryStore } from '../../files/library-store.ts';
import { replaceBlocks } from '../../persistence/reading/block-repository.ts';
import type { Db } from '../../persistence/database.ts';
import { findFileTranslation } from '../../persistence/full-text/file-repository.ts';
import { saveToLibrary, lockPaper, type PaperRow } from '../../persistence/papers/paper-repository.ts';
import { replaceTranslatedBlocks } from '../../persistence/translation/translated-block-repository.ts';
import { placeNotes } from '../notes/place-notes.ts';
import { recordPaperChange } from '../papers/record-paper-change.ts';
import { requirePaper } from '../papers/require-paper.ts';
import { markdownOf } from '../papers/standard-paper.ts';
import { storeIndex } from '../retrieval/index-paper.ts';
import { computeIndex } from '../retrieval/paper-index.ts';
import { indexStoredTranslation } from '../translation/index-translation.ts';
import { ScannedPdfError, type DocumentReader, type ReadDocument } from './document-reader.ts';

export interface ParseDeps {
  readonly db: Db;
  readonly files: LibraryStore;
  readonly reader: DocumentReader;
}

/** Which file of a paper to parse. By default the last uploaded file, or else the HTML. */
export interface ParseChoice {
  readonly source?: FullTextType | undefined;
  readonly force?: boolean | undefined;
}

/** Returns the stored Markdown of a paper, or parses its full text. */
export async function parsePaper(
  deps: ParseDeps,
  { bibcode, ...choice }: ParseChoice & { readonly bibcode: string },
): Promise<{ markdown: string }> {
  return { markdown: await ensureParsed(deps, await requirePaper(deps.db, bibcode), choice) };
}

/** Parses a paper unless it is already parsed. `force` parses the paper again. Returns the Markdown. */
export async function ensureParsed(
  deps: ParseDeps,
  paper: PaperRow,
  { source, force = false }: ParseChoice = {},
  signal?: AbortSignal,
): Promise<string> {
  const known = force || isOfAnother(paper, source) ? undefined : await readMarkdown(deps.files, paper);
  return known ?? (await parseAnew(deps, paper, source, signal));
}

function isOfAnother({ markdown_source: made }: PaperRow, source: FullTextType | undefined): boolean {
  return source !== undefined && made !== null && formOf(made) !== source;
}

/** Returns the Markdown of the current file, or undefined if the file is not parsed yet. */
export async function readMarkdown(files: LibraryStore, paper: PaperRow): Promise<string | undefined> {
  const location = markdownOf(paper);
  return location === null ? undefined : await files.readText(location);
}

/**
 * Hides the translation, because it belongs to the previous Markdown. The row of the source file keeps the translation.
 * Translated passages stay cached, so a new translation costs little.
 */
const NO_TRANSLATION = { translation_location: null, translation_language: null };

/**
 * Parses a file of a paper. Stores the figures first, and then the Markdown that refers to them. One transaction then
 * stores the record with its blocks and the new places of its notes. If parsing fails, stores the reason with the
 * paper.
 */
export async function parseAnew(
  deps: ParseDeps,
  paper: PaperRow,
  source: FullTextType | undefined,
  signal: AbortSignal | undefined,
): Promise<string> {
  const { db, files } = deps;
  const file = await findSource(files, paper, source);
  const document = await readDocument(deps, paper, file, signal);
  for await (const { name, content } of document.figures) await files.writeFigure(paper.id, name, content);
  const location = await files.write(paper.id, 'md', document.markdown);
  await inTransaction(db, async (trx) => {
    const now = await lockPaper(trx, paper.id);
    if (now === undefined)
      throw new Refusal('conflict', `${paper.bibcode} has been merged with another paper. Parse that paper`);
    if (isReplaced(paper, now, file, source))
      throw new Refusal('conflict', `the file of ${paper.bibcode} has changed. Parse the paper again`);
    await placeNotes(trx, paper.id, document.blocks);
    await replaceBlocks(trx, paper.id, document.blocks);
    await storeIndex(trx, paper.id, document.index);
    const isOther = now.markdown_location !== location;
    if (isOther) await replaceTranslatedBlocks(trx, paper.id, []);
    await saveToLibrary(trx, paper.id, {
      markdown_location: location,
      markdown_source: file.location,
      markdown_outdated: false,
      parse_error: null,
      text_quality: document.quality,
      ...(isOther ? ((await findFileTranslation(trx, file.location, location)) ?? NO_TRANSLATION) : {}),
    });
    if (isOther) await indexStoredTranslation(files, trx, paper.id);
    await recordPaperChange(trx, now.bibcode, { parsed: file.type });
  });
  return document.markdown;
}

interface SourceFile {
  readonly type: FullTextType;
  readonly location: string;
}

async function readDocument(
  { db, files, reader }: ParseDeps,
  paper: PaperRow,
  { type, location }: SourceFile,
  signal: AbortSignal | undefined,
): Promise<ReadDocument & { readonly index: PaperIndex }> {
  try {
    const document = await reader.read({ type, path: files.pathOf(location), bibcode: paper.bibcode }, signal);
    return { ...document, index: await computeIndex(document.blocks, signal) };
  } catch (error) {
    if (signal?.aborted === true) throw error;
    const reason = error instanceof Refusal ? error.message : 'parsing failed. See the service log';
    await inTransaction(db, async (trx) => {
      const now = await lockPaper(trx, paper.id);
      if (now !== undefined && locationOf(now, type) === location)
        await saveToLibrary(trx, paper.id, {
          parse_error: `${type}: ${reason}`,
          ...(error instanceof ScannedPdfError ? { scanned_pdf: location } : {}),
        });
    });
    throw error;
  }
}

/** Returns the file to parse for a paper. */
export async function findSource(
  files: LibraryStore,
  paper: PaperRow,
  source: FullTextType | undefined,
): Promise<SourceFile> {
  for (const type of parseOrder(paper, source)) {
    const location = locationOf(paper, type);
    if (location === null || errorOf(location) !== undefined) continue;
    if (await files.exists(location)) return { type, location };
  }
  const wanted = source === undefined ? 'full text' : source.toUpperCase();
  throw new Refusal('malformed', `${paper.bibcode} has no ${wanted} yet. Download or upload it first`);
}

/** Returns whether the file was replaced during the parse, or a user uploaded another file that takes precedence. */
function isReplaced(before: PaperRow, now: PaperRow, file: SourceFile, source: FullTextType | undefined): boolean {
  if (locationOf(now, file.type) !== file.location) return true;
  const other = file.type === 'pdf' ? 'html' : 'pdf';
  const isUpload = other === 'pdf' ? now.pdf_uploaded : now.html_uploaded;
  return source === undefined && isUpload && locationOf(now, other) !== locationOf(before, other);
}
