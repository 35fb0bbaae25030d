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
  type EntryDigest,
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
  readonly entryTexts: TextCache;
}

/** Longer bibliographies are written in parts, so that memory use does not grow with the library. */
const MOST_AT_ONCE = 20_000;

/**
 * Returns the text of the bibliography with this id and key, in parts. Returns undefined if the caller has the text. The
 * bibliography contains the papers that its owner can see now.
 */
export async function readBibliography(
  { db, entryTexts }: BibliographyDeps,
  { id, key, format, isKnown, ...choice }: Asked,
): Promise<AsyncGenerator<string> | undefined> {
  const row = await findBibliography(db, id, digestOf(key));
  const viewer = row === undefined ? undefined : await findViewer({ db }, row.owner_id);
  if (row === undefined || viewer === undefined) throw revoked();
  const filter = await filterOf(db, viewer, row);
  for (let hasKeys = false; ; hasKeys = true) {
    const read = await inSnapshot(db, async (trx) => {
      const entries = await digestEntries(trx, viewer, filter);
      if (!hasKeys && entries.some(({ hasKey }) => !hasKey)) return undefined;
      const written = [API_VERSION, format, choice.journals, choice.letters].join('\n');
      if (isKnown(versionOf(written, entries))) return { parts: undefined };
      if (entries.length > MOST_AT_ONCE) return { parts: partsOf(db, viewer, entries, { format, choice }) };
      const cache = { texts: entryTexts, prefix: `${written}\n` };
      return { parts: listed(await Array.fromAsync(partsOf(trx, viewer, entries, { format, choice, cache }))) };
    });
    if (read !== undefined) return read.parts;
    await assignKeys(db, viewer, { filter });
  }
}

async function* listed(parts: readonly string[]): AsyncGenerator<string> {
  yield* parts;
}

function versionOf(written: string, entries: readonly EntryDigest[]): string {
  const hash = createHash('sha256').update(written);
  for (const { digest } of entries) hash.update(digest);
  return hash.digest('base64url');
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
  /** Contains the texts of entries by `prefix` and digest. */
  readonly cache?: { readonly texts: TextCache; readonly prefix: string };
}

async function* partsOf(
  db: Db,
  viewer: Viewer,
  entries: readonly EntryDigest[],
  writing: Writing,
): AsyncGenerator<string> {
  const { format, choice } = writing;
  const { head, between, tail } = FRAMES[format];
  let before = head + (format === 'bibtex' && choice.journals === 'macros' ? `${JOURNAL_STRINGS}\n` : '');
  for (let at = 0; at < entries.length; at += AT_ONCE) {
    const texts = await textsOf(db, viewer, entries.slice(at, at + AT_ONCE), writing);
    // All papers of this part were deleted in the meantime.
    if (texts.length === 0) continue;
    yield before + texts.join(between);
    before = between;
  }
  yield (before === between ? '' : before) + tail;
}

/** Returns the texts of entries. Writes only the texts that are not in the cache. */
async function textsOf(
  db: Db,
  viewer: Viewer,
  entries: readonly EntryDigest[],
  { format, choice, cache }: Writing,
): Promise<string[]> {
  const texts = new Map(entries.map(({ id, digest }) => [id, cache?.texts.find(cache.prefix + digest)]));
  const wanted = entries.filter(({ id }) => texts.get(id) === undefined);
  const digests = new Map(wanted.map(({ id, digest }) => [id, digest]));
  const rows = wanted.length === 0 ? [] : await listEntries(db, viewer, [...digests.keys()]);
  for (const row of rows) {
    const name = `${cache?.prefix ?? ''}${digests.get(row.id)}`;
    // A concurrent request may have written the text meanwhile.
    const text = cache?.texts.find(name) ?? textOf(publicReference(row), format, choice);
    cache?.texts.keep(name, text);
    texts.set(row.id, text);
  }
  return [...texts.values()].filter((text) => text !== undefined);
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
 * Returns an entry without the personal data of its owner, because the owner passes the address on to other programs.
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
