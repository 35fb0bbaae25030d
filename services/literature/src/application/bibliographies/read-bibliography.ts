import { createHash } from 'node:crypto';
import {
  JOURNAL_STRINGS,
  writeBibtex,
  writeCslJson,
  writeRis,
  type BibtexChoice,
  type Reference,
} from '@almagest/bibliography';
import { API_VERSION } from '@almagest/contracts';
import { digestOf } from '@almagest/service-kit/credentials';
import { Refusal } from '@almagest/service-kit/refusal';
import type { Viewer } from '../../domain/people/access.ts';
import {
  digestEntries,
  findBibliography,
  listEntries,
  type BibliographyEntry,
  type BibliographyRow,
  type EntryGroup,
} from '../../persistence/bibliographies/bibliography-repository.ts';
import type { Db, Tx } from '../../persistence/database.ts';
import type { LibraryFilter } from '../../persistence/library/library-filter.ts';
import { listSearches } from '../../persistence/library/search-repository.ts';
import { FRAMES } from '../library/export-library.ts';
import { referenceOfPaper } from '../library/reference-of-paper.ts';
import { requireCollections } from '../library/require-collection.ts';
import { findViewer } from '../people/find-viewer.ts';
import { assignKeys } from './citation-keys.ts';
import type { TextCache } from './text-cache.ts';

type BibliographyFormat = 'bibtex' | 'ris' | 'csl-json';

interface Asked extends BibtexChoice {
  readonly id: number;
  readonly key: string;
  readonly format: BibliographyFormat;
  /** Returns whether the caller has the text with this version. The version changes whenever the text changes. */
  readonly isKnown: (version: string) => boolean;
}

export interface BibliographyDeps {
  readonly db: Db;
  readonly groupTexts: TextCache;
}

/** Bibliographies with more papers are written in parts, so that memory use does not grow with the library. */
const MOST_AT_ONCE = 20_000;

/**
 * Returns the text of the bibliography with this id and key, in parts. Returns undefined if the caller already has this
 * version of the text. The bibliography contains the papers that its owner can see now.
 */
export async function readBibliography(
  { db, groupTexts }: BibliographyDeps,
  { id, key, format, isKnown, ...choice }: Asked,
): Promise<AsyncGenerator<string> | undefined> {
  const row = await findBibliography(db, id, digestOf(key));
  const viewer = row === undefined ? undefined : await findViewer({ db }, row.owner_id);
  if (row === undefined || viewer === undefined) throw revoked();
  const filter = await filterOf(db, viewer, row);
  const writing = { format, choice };
  for (let isAssigned = false; ; isAssigned = true) {
    const read = await inSnapshot(db, async (trx) => {
      const groups = await digestEntries(trx, viewer, filter);
      if (!isAssigned && groups.some(({ hasKeys }) => !hasKeys)) return undefined;
      const kind = [API_VERSION, format, choice.journals, choice.letters].join('\n');
      if (isKnown(versionOf(kind, groups))) return { parts: undefined };
      const paperIds = groups.flatMap((group) => group.paperIds);
      if (paperIds.length > MOST_AT_ONCE)
        return { parts: partsOf(valuesOf(entriesOf(db, viewer, paperIds, writing)), writing) };
      const texts = await textsOf(trx, viewer, groups, { ...writing, cache: groupTexts, kind });
      return { parts: partsOf([texts], writing) };
    });
    if (read !== undefined) return read.parts;
    await assignKeys(db, viewer, { filter });
  }
}

function versionOf(kind: string, groups: readonly EntryGroup[]): string {
  return createHash('sha256')
    .update(kind + groups.map(({ digest }) => `\n${digest}`).join(''))
    .digest('base64url');
}

/** Runs all statements of `read` in one database snapshot. */
async function inSnapshot<T>(db: Db, read: (trx: Tx) => Promise<T>): Promise<T> {
  return await db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute(read);
}

function revoked(): Refusal {
  return new Refusal('unknown', 'no bibliography has this address. It may have been revoked. Create a new one');
}

async function filterOf(db: Db, viewer: Viewer, row: BibliographyRow): Promise<LibraryFilter> {
  const { collection_id, search_id, tag } = row;
  const search = search_id === null ? undefined : (await listSearches(db, viewer)).find(({ id }) => id === search_id);
  // Without the deleted search, the bibliography would be the whole library.
  if (search_id !== null && search === undefined) throw revoked();
  const { sort: _sort, order: _order, ...conditions } = search?.search ?? {};
  const filter = {
    ...conditions,
    ...(collection_id === null ? {} : { collection: collection_id }),
    ...(tag === null ? {} : { tag }),
  };
  // This throws if the collection is no longer shared with the owner.
  await requireCollections(db, viewer, filter);
  return filter;
}

/** Number of entries that are read from the database at once. */
const AT_ONCE = 500;

interface Writing {
  readonly format: BibliographyFormat;
  readonly choice: BibtexChoice;
}

/** Joins lists of entry texts into the text of a bibliography, in parts. */
async function* partsOf(
  lists: AsyncIterable<readonly string[]> | Iterable<readonly string[]>,
  { format, choice }: Writing,
): AsyncGenerator<string> {
  const { head, between, tail } = FRAMES[format];
  let before = head + (format === 'bibtex' && choice.journals === 'macros' ? `${JOURNAL_STRINGS}\n` : '');
  for await (const texts of lists) {
    // All papers of this list were deleted in the meantime.
    if (texts.length === 0) continue;
    yield before + texts.join(between);
    before = between;
  }
  yield (before === between ? '' : before) + tail;
}

/** Returns the text of each group. Writes only the texts that are not in the cache. */
async function textsOf(
  trx: Tx,
  viewer: Viewer,
  groups: readonly EntryGroup[],
  { cache, kind, ...writing }: Writing & { readonly cache: TextCache; readonly kind: string },
): Promise<string[]> {
  const named = groups.map(({ paperIds, digest }) => ({ paperIds, name: `${kind}\n${digest}` }));
  const texts = new Map(named.map(({ name }) => [name, cache.find(name)]));
  const unknown = named.filter(({ name }) => texts.get(name) === undefined);
  const entries = new Map<number, string>();
  const wanted = unknown.flatMap(({ paperIds }) => paperIds);
  for await (const some of entriesOf(trx, viewer, wanted, writing))
    for (const [id, text] of some) entries.set(id, text);
  for (const { paperIds, name } of unknown) {
    const written = paperIds.flatMap((id) => entries.get(id) ?? []);
    const text = written.join(FRAMES[writing.format].between);
    cache.keep(name, text);
    texts.set(name, text);
  }
  return [...texts.values()].flatMap((text) => text || []);
}

/** Reads papers from the database in batches and yields the texts of their entries. */
async function* entriesOf(
  db: Db,
  viewer: Viewer,
  paperIds: readonly number[],
  { format, choice }: Writing,
): AsyncGenerator<ReadonlyMap<number, string>> {
  for (let at = 0; at < paperIds.length; at += AT_ONCE) {
    const entries = await listEntries(db, viewer, paperIds.slice(at, at + AT_ONCE));
    yield new Map(entries.map((entry) => [entry.id, textOf(publicReference(entry), format, choice)]));
  }
}

async function* valuesOf(maps: AsyncIterable<ReadonlyMap<number, string>>): AsyncGenerator<string[]> {
  for await (const map of maps) yield [...map.values()];
}

function textOf(reference: Reference, format: BibliographyFormat, choice: BibtexChoice): string {
  if (format === 'bibtex') return writeBibtex([reference], choice);
  // Removes the brackets, because `writeCslJson` returns a list.
  return format === 'ris' ? writeRis([reference]) : writeCslJson([reference]).slice(2, -3);
}

/** The fields of an imported entry that describe the paper. Other fields may contain personal data. */
const KEPT = new Set(
  '@ booksubtitle booktitle booktitleaddon chapter collaboration eid eventdate eventtitle howpublished issuetitle journalsubtitle maintitle organization origdate pubstate shorttitle subtitle title titleaddon translator venue version'
    .split(' ')
    .map((field) => `bibtex:${field}`),
);

const LEFT_OUT = { abstract: '', keywords: [], tags: [], notes: [], files: [], collections: [] };

/**
 * Returns an entry without its owner's personal data, because the owner shares the bibliography's address with other
 * programs.
 */
function publicReference({ key, aliases, item, ...paper }: BibliographyEntry): Reference {
  const imported = item === null ? undefined : { ...item, ...LEFT_OUT };
  const reference = referenceOfPaper({ ...paper, abstract: '' }, { item: imported });
  const extra = Object.fromEntries(Object.entries(reference.extra).filter(([name]) => KEPT.has(name)));
  return {
    ...reference,
    key,
    ...LEFT_OUT,
    readingState: '',
    isStarred: false,
    extra: aliases.length === 0 ? extra : { ...extra, 'bibtex:ids': aliases.join(',') },
  };
}
