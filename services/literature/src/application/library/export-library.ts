import {
  referenceOf,
  withPersonalFields,
  writeBibliography,
  writeBibtex,
  writeCslJson,
  writeGroups,
  writeRis,
  type BibliographyForm,
  type BibliographyStyle,
  type Reference,
} from '@almagest/bibliography';
import type { ExportFormat, ExportQuery, NoteRecord } from '@almagest/contracts/literature';
import { inTransaction } from '@almagest/service-kit/database';
import { Refusal } from '@almagest/service-kit/refusal';
import type { Viewer } from '../../domain/people/access.ts';
import { currentKeys } from '../../persistence/bibliographies/citation-key-repository.ts';
import { pathsOfPapers } from '../../persistence/library/collection-repository.ts';
import type { Db } from '../../persistence/database.ts';
import { listNotesOfPapers } from '../../persistence/notes/note-repository.ts';
import { listSelected, type ExportSelection, type SelectedPaper } from '../../persistence/papers/paper-repository.ts';
import { findReferences } from '../../persistence/library/reference-repository.ts';
import { tagsOfPapers } from '../../persistence/library/tag-repository.ts';
import { SourceError } from '../../sources/source.ts';
import { formatInStyle, requireStyle, type StyleDeps } from '../bibliographies/citation-styles.ts';
import { requirePaper } from '../papers/require-paper.ts';
import { requirePapers } from '../papers/require-papers.ts';
import type { ExportDeps } from '../search/export-bibtex.ts';
import { notesAsMarkdown } from './notes-as-markdown.ts';
import { referenceOfPaper } from './reference-of-paper.ts';
import { requireCollection } from './require-collection.ts';

/** Number of papers in memory at once. */
const AT_ONCE = 500;

/** Selects the papers of a request. Refuses unknown papers and collections. */
export async function selectPapers(
  db: Db,
  viewer: Viewer,
  { bibcode, collection, tag }: ExportQuery,
): Promise<ExportSelection> {
  if (collection !== undefined) await requireCollection(db, viewer, collection);
  const names = bibcode?.split(/[\s,]+/).filter((name) => name !== '');
  const papers = names === undefined ? undefined : await Promise.all(names.map((name) => requirePaper(db, name)));
  return { ids: papers?.map(({ id }) => id), collection, tag };
}

/** Selects the papers that a request names. Refuses unknown papers. */
export async function selectNamed(db: Db, bibcodes: readonly string[]): Promise<ExportSelection> {
  return { ids: await inTransaction(db, async (trx) => await requirePapers(trx, bibcodes)) };
}

/** The text around and between the parts of an export. */
interface Frame {
  readonly head: string;
  readonly between: string;
  readonly tail: string;
}

/** The formats that write papers one by one, in the order of the library. */
type ListFormat = Exclude<ExportFormat, BibliographyForm>;

/** The text that each format puts around and between papers. */
export const FRAMES: Readonly<Record<ListFormat, Frame>> = {
  bibtex: { head: '', between: '\n', tail: '' },
  ris: { head: '', between: '\r\n', tail: '' },
  'csl-json': { head: '[\n', between: ',\n', tail: '\n]\n' },
  markdown: { head: '# Notes\n', between: '', tail: '' },
};

export type LibraryExportDeps = ExportDeps & StyleDeps;

interface ExportChoice {
  readonly format: ExportFormat;
  readonly style?: BibliographyStyle | undefined;
  /** The id of an uploaded style, which replaces `style`. */
  readonly csl?: number | undefined;
  readonly address: string;
}

/**
 * Exports a selection in parts, so that memory use does not grow with the library. `address` is the address of this
 * service, for the links in Markdown.
 */
export async function* exportPapers(
  deps: LibraryExportDeps,
  viewer: Viewer,
  selection: ExportSelection,
  { format, style = 'aas', csl, address }: ExportChoice,
): AsyncGenerator<string> {
  if (csl !== undefined) return yield await inUploadedStyle(deps, viewer, selection, { format, csl });
  if (format === 'text' || format === 'html' || format === 'bibitem')
    return yield writeBibliography(await allReferences(deps.db, viewer, selection), style, format);
  const { head, between, tail } = FRAMES[format];
  const catalog = new CatalogEntries(format === 'bibtex' ? deps.exportFromCatalog : undefined);
  const collections = new Map<string, readonly string[]>();
  let before = head;
  for await (const papers of pagesOf(deps.db, viewer, selection)) {
    const parts = await write(deps.db, viewer, papers, { format, address, catalog, collections });
    yield before + parts.join(between);
    before = between;
  }
  yield (before === head ? head + tail : tail) + (format === 'bibtex' ? writeGroups([...collections.values()]) : '');
}

async function* pagesOf(db: Db, viewer: Viewer, selection: ExportSelection): AsyncGenerator<SelectedPaper[]> {
  for (let after = 0; ;) {
    const papers = await listSelected(db, viewer, selection, { after, limit: AT_ONCE });
    if (papers.length > 0) yield papers;
    const last = papers.at(-1);
    if (last === undefined || papers.length < AT_ONCE) return;
    after = last.id;
  }
}

/**
 * The maximum number of papers in a formatted bibliography. Formatting takes 0.1 ms per paper and blocks all other
 * requests.
 */
const MOST_FORMATTED = 5_000;

/**
 * Reads all entries into memory, because a formatted bibliography is sorted. Leaves out fields that the bibliography
 * does not print.
 */
async function allReferences(
  db: Db,
  viewer: Viewer,
  selection: ExportSelection,
  most = MOST_FORMATTED,
): Promise<Reference[]> {
  const references: Reference[] = [];
  for await (const papers of pagesOf(db, viewer, selection)) {
    if (references.length + papers.length > most)
      throw new Refusal(
        'malformed',
        `this bibliography can have at most ${most} papers. Select fewer, or export BibTeX`,
      );
    const items = await findReferences(
      db,
      papers.map(({ id }) => id),
    );
    for (const paper of papers) {
      references.push({ ...referenceOfPaper(paper, { item: items.get(paper.id) }), abstract: '', keywords: [] });
    }
  }
  return references;
}

/** The maximum number of papers to format in an uploaded style, which takes much longer than a built-in style. */
const MOST_IN_STYLE = 500;

async function inUploadedStyle(
  { db, styles }: StyleDeps,
  viewer: Viewer,
  selection: ExportSelection,
  { format, csl }: { readonly format: ExportFormat; readonly csl: number },
): Promise<string> {
  if (format !== 'text' && format !== 'html')
    throw new Refusal('malformed', 'csl: an uploaded style writes only text and html. Choose one of these formats');
  const text = await requireStyle(db, viewer, csl);
  return await formatInStyle(styles, text, await allReferences(db, viewer, selection, MOST_IN_STYLE), format);
}

interface Writing {
  readonly format: ListFormat;
  readonly address: string;
  readonly catalog: CatalogEntries;
  /** The paths of all collections that contain an exported paper. The key is the path as JSON. */
  readonly collections: Map<string, readonly string[]>;
}

async function write(
  db: Db,
  viewer: Viewer,
  papers: readonly SelectedPaper[],
  { format, address, catalog, collections }: Writing,
): Promise<string[]> {
  const ids = papers.map(({ id }) => id);
  const notes = await listNotesOfPapers(db, viewer, ids);
  if (format === 'markdown')
    return papers.flatMap((paper) => notesAsMarkdown(paper, notes.get(paper.id) ?? [], address));
  const [items, tags, paths, keys] = await Promise.all([
    findReferences(db, ids),
    tagsOfPapers(db, viewer, ids),
    pathsOfPapers(db, viewer, ids),
    currentKeys(db, viewer, ids),
  ]);
  for (const path of [...paths.values()].flat()) collections.set(JSON.stringify(path), path);
  const references = papers.map((paper) => {
    const reference = referenceOfPaper(paper, {
      item: items.get(paper.id),
      tags: tags.get(paper.id) ?? [],
      notes: (notes.get(paper.id) ?? []).map(noteText).filter((text) => text !== ''),
      collections: paths.get(paper.id) ?? [],
      readingState: paper.reading_state === 'unread' ? '' : paper.reading_state,
      isStarred: paper.is_starred,
    });
    return { ...reference, key: keys.get(paper.id) ?? reference.key };
  });
  if (format === 'ris') return references.map((reference) => writeRis([reference]));
  // Removes the brackets, because `writeCslJson` returns a list.
  if (format === 'csl-json') return references.map((reference) => writeCslJson([reference]).slice(2, -3));
  return await catalog.entriesOf(papers, references);
}

function noteText({ note_text, selected_text }: Pick<NoteRecord, 'note_text' | 'selected_text'>): string {
  return [selected_text === '' ? '' : `“${selected_text}”`, note_text].filter((text) => text !== '').join(' ');
}

/**
 * Writes the catalog's BibTeX entries. If the catalog fails or does not know a paper, writes an entry from the stored
 * record.
 */
class CatalogEntries {
  #ask: ExportDeps['exportFromCatalog'];

  constructor(ask: ExportDeps['exportFromCatalog']) {
    this.#ask = ask;
  }

  async entriesOf(papers: readonly SelectedPaper[], references: readonly Reference[]): Promise<string[]> {
    const known = await this.#known(papers.filter((paper) => paper.from_catalog).map(({ bibcode }) => bibcode));
    return papers.map(({ bibcode }, place) => {
      const reference = references[place] ?? referenceOf({ key: bibcode });
      const entry = known.get(bibcode);
      return entry === undefined ? writeBibtex([reference]) : withPersonalFields(entry, reference);
    });
  }

  async #known(bibcodes: readonly string[]): Promise<ReadonlyMap<string, string>> {
    if (this.#ask === undefined || bibcodes.length === 0) return new Map();
    try {
      const { bibtex } = await this.#ask(bibcodes);
      const entries = bibtex
        .split(/^(?=@\w+\s*\{)/m)
        .map((entry) => [/^@\w+\s*\{\s*([^,\s]+)/.exec(entry)?.[1] ?? '', `${entry.trimEnd()}\n`] as const);
      return new Map(entries);
    } catch (error) {
      if (!(error instanceof SourceError)) throw error;
      // The stored records contain everything that an entry needs, so the export continues without the catalog.
      this.#ask = undefined;
      return new Map();
    }
  }
}
