import { recordAudit } from '@almagest/accounts';
import {
  UnreadableFileError,
  type ImportFormat,
  type LibraryReader,
  type ReadEntry,
  type Reference,
} from '@almagest/bibliography';
import type { ImportedEntry, ImportReport, WorkProgress } from '@almagest/contracts/literature';
import { inTransaction } from '@almagest/service-kit/database';
import { Refusal } from '@almagest/service-kit/refusal';
import type { Viewer } from '../../domain/people/access.ts';
import { addToCollections, ensureCollections } from '../../persistence/library/collection-repository.ts';
import type { Db, Tx } from '../../persistence/database.ts';
import { insertPaperNotes } from '../../persistence/notes/note-repository.ts';
import { keepPapers, markImported } from '../../persistence/library/kept-papers.ts';
import { listImported } from '../../persistence/papers/paper-repository.ts';
import { storeSeparately } from '../../persistence/papers/record-repository.ts';
import { findProgress } from '../../persistence/progress/progress-repository.ts';
import { addTags } from '../../persistence/library/tag-repository.ts';
import { withProgress, type ReportProgress } from '../progress/with-progress.ts';
import { recordOfReference } from './record-of-reference.ts';
import { shortenEntry, shortenPath } from './shorten-entry.ts';
import { noteReplaced, storeItems, withoutBorrowedDois, type Accepted } from './store-items.ts';

export interface ImportDeps {
  readonly db: Db;
  readonly libraries: LibraryReader;
}

export interface ImportFile {
  readonly path: string;
  /** Clients query the progress by this id. Empty if the client does not query the progress. */
  readonly id: string;
  readonly format: ImportFormat | undefined;
}

/**
 * Number of entries per transaction. Only one transaction at a time can resolve identities, so long transactions would
 * delay other requests.
 */
const AT_ONCE = 200;

/**
 * Imports the file of a reference manager. Each entry becomes a paper of the library, or is added to a matching paper.
 * A matching paper has the same identifier, or the same title, first author and year.
 */
export async function importLibrary(
  deps: ImportDeps,
  viewer: Viewer,
  file: ImportFile,
  signal?: AbortSignal,
): Promise<ImportReport> {
  const given = { viewer, file, signal };
  if (file.id === '') return await importEntries(deps, given, () => undefined);
  return await withProgress(deps.db, workOf(file.id), async (report) => await importEntries(deps, given, report));
}

/** Returns how many entries an import has processed. */
export async function importProgress(db: Db, id: string): Promise<WorkProgress> {
  return await findProgress(db, workOf(id));
}

const workOf = (id: string) => `import ${id}`;

interface GivenImport {
  readonly viewer: Viewer;
  readonly file: ImportFile;
  readonly signal: AbortSignal | undefined;
}

async function importEntries(
  { db, libraries }: ImportDeps,
  { viewer, file, signal }: GivenImport,
  report: ReportProgress,
): Promise<ImportReport> {
  report(0, 0);
  const library = await libraries.read(file, signal).catch((error: unknown) => {
    throw error instanceof UnreadableFileError ? new Refusal('malformed', error.message) : error;
  });
  const lines = new Report();
  const read: Accepted[] = [];
  for await (const part of library.parts())
    for (const entry of part.map(shortenEntry)) {
      const place = lines.add(entry);
      if ('fault' in entry.outcome) continue;
      const { reference } = entry.outcome;
      read.push({ place, reference, record: recordOfReference(reference) });
    }
  const { total } = lines;
  report(0, total);
  const found = await inTransaction(db, async (trx) => {
    await recordAudit(trx, { object: 'library', detail: { entries: total } });
    return await ensureCollections(trx, viewer, library.collections.map(shortenPath));
  });
  lines.collectionsAdded += found.added;
  const accepted = withoutBorrowedDois(read, (place, message) => lines.note(place, message));
  const refused = total - accepted.length;
  for (let from = 0; from < accepted.length; from += AT_ONCE) {
    signal?.throwIfAborted();
    await inTransaction(db, (trx) => storeEntries(trx, viewer, accepted.slice(from, from + AT_ONCE), lines));
    report(refused + Math.min(from + AT_ONCE, accepted.length), total);
  }
  return lines.of(library.format);
}

async function storeEntries(trx: Tx, viewer: Viewer, accepted: readonly Accepted[], report: Report): Promise<void> {
  const { ids, ownIds, merges } = await storeSeparately(
    trx,
    accepted.map(({ record }) => record),
    { keep: true },
  );
  await keepPapers(trx, viewer, ids);
  const stored = accepted.map((one, index) => ({ ...one, paperId: ids[index] ?? 0, ownId: ownIds[index] ?? 0 }));
  const { ids: collectionIds, added } = await ensureCollections(
    trx,
    viewer,
    stored.flatMap(({ reference }) => reference.collections.map(shortenPath)),
  );
  await addToCollections(
    trx,
    stored.flatMap(({ ownId, reference }) =>
      reference.collections.flatMap((path) => {
        const collectionId = collectionIds.get(JSON.stringify(shortenPath(path)));
        return collectionId === undefined || collectionId === 0 ? [] : [{ collectionId, paperId: ownId }];
      }),
    ),
  );
  await addTags(
    trx,
    viewer,
    stored.flatMap(({ ownId, reference }) => reference.tags.map((tag) => ({ paperId: ownId, name: tag }))),
  );
  await markImported(
    trx,
    viewer,
    stored.map(({ paperId, reference }) => ({ paperId, ...reference })),
  );
  report.notesAdded += await insertPaperNotes(
    trx,
    viewer,
    stored.flatMap(({ paperId, reference }) => reference.notes.map((text) => ({ paperId, text }))),
  );
  const { items, earlier } = await storeItems(trx, stored, merges, (paperId) => report.has(paperId));
  report.collectionsAdded += added;
  const papers = await listImported(trx, ids);
  for (const { place, paperId, reference } of stored) report.store(place, papers.get(paperId), reference);
  noteReplaced(stored, items, earlier, (place, message) => report.note(place, message));
}

type ImportedPaper = { readonly id: number; readonly bibcode: string; readonly isNew: boolean };

/** Collects the report's lines, one for each entry, in the order of the file. */
class Report {
  readonly #entries: ImportedEntry[] = [];
  /** Maps the id of each paper to the report line of its first entry. */
  readonly #seen = new Map<number, number>();
  collectionsAdded = 0;
  notesAdded = 0;

  /** Adds an entry to the report and returns its position. The entry counts as refused until it is stored. */
  add({ key, line, warnings, outcome }: ReadEntry): number {
    const messages = 'fault' in outcome ? [...warnings, outcome.fault] : [...warnings];
    const title = 'reference' in outcome ? outcome.reference.title : '';
    const number = this.#entries.length + 1;
    this.#entries.push({ number, line, key, title, status: 'refused', bibcode: null, messages });
    return number - 1;
  }

  get total(): number {
    return this.#entries.length;
  }

  /** Returns whether an earlier entry describes the same paper. */
  has(paperId: number): boolean {
    return this.#seen.has(paperId);
  }

  note(place: number, message: string): void {
    this.#entries[place]?.messages.push(message);
  }

  store(place: number, paper: ImportedPaper | undefined, { files, doi, preprintId, title }: Reference): void {
    const entry = this.#entries[place];
    if (entry === undefined || paper === undefined) return;
    const earlier = this.#seen.get(paper.id);
    this.#seen.set(paper.id, earlier ?? place);
    const messages = [...entry.messages];
    if (earlier !== undefined) messages.push(`this is the same paper as entry ${earlier + 1}`);
    if (title === '') messages.push(`it has no title and is identified only by ${doi || preprintId}`);
    for (const { path, title: name } of files.filter((one) => one.path !== ''))
      messages.push(`the file ${(path || name).slice(0, 200)} was not imported. Upload it separately`);
    const status = paper.isNew && earlier === undefined ? 'added' : 'known';
    this.#entries[place] = { ...entry, status, bibcode: paper.bibcode, messages };
  }

  of(format: string): ImportReport {
    const count = (status: ImportedEntry['status']) => this.#entries.filter((entry) => entry.status === status).length;
    return {
      format,
      total: this.total,
      added: count('added'),
      known: count('known'),
      refused: count('refused'),
      collections_added: this.collectionsAdded,
      notes_added: this.notesAdded,
      entries: this.#entries,
    };
  }
}
