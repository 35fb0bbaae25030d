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

export interface LiveBibliography {
  /** Changes whenever the text or the code that writes the text changes. */
  readonly version: string;
  readonly parts: () => AsyncGenerator<string>;
}

interface Asked extends BibtexChoice {
  readonly id: number;
  readonly key: string;
  readonly format: BibliographyFormat;
}

export interface BibliographyDeps {
  readonly db: Db;
  readonly bibliographyTexts: TextCache;
}

/** Longer bibliographies are not cached but written in parts, so that memory use does not grow with the library. */
const MOST_CACHED = 20_000;

/** Opens the bibliography with this id and key. The bibliography contains the papers that its owner can see now. */
export async function openBibliography(
  { db, bibliographyTexts }: BibliographyDeps,
  { id, key, format, ...choice }: Asked,
): Promise<LiveBibliography> {
  const row = await findBibliography(db, id, digestOf(key));
  const viewer = row === undefined ? undefined : await findViewer({ db }, row.owner_id);
  if (row === undefined || viewer === undefined) throw revoked();
  const filter = await filterOf(db, viewer, row);
  let state = await digestEntries(db, viewer, filter);
  if (state.missing > 0) {
    await assignKeys(db, viewer, { filter });
    state = await digestEntries(db, viewer, filter);
  }
  const version = createHash('sha256')
    .update([API_VERSION, format, choice.journals, choice.letters, state.digest].join('\n'))
    .digest('base64url');
  const { digest, paperIds } = state;
  if (paperIds.length > MOST_CACHED) return { version, parts: () => partsOf(db, viewer, paperIds, format, choice) };
  const write = async () =>
    await inSnapshot(db, async (trx) => {
      const now = await digestEntries(trx, viewer, filter);
      let text = '';
      for await (const part of partsOf(trx, viewer, now.paperIds, format, choice)) text += part;
      return { text, isCurrent: now.digest === digest };
    });
  return {
    version,
    parts: async function* () {
      yield await bibliographyTexts.get(version, write);
    },
  };
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

/** Number of entries in memory at once. */
const AT_ONCE = 500;

async function* partsOf(
  db: Db,
  viewer: Viewer,
  paperIds: readonly number[],
  format: BibliographyFormat,
  choice: BibtexChoice,
): AsyncGenerator<string> {
  const { head, between, tail } = FRAMES[format];
  let before = head + (format === 'bibtex' && choice.journals === 'macros' ? `${JOURNAL_STRINGS}\n` : '');
  for (let at = 0; at < paperIds.length; at += AT_ONCE) {
    const entries = await listEntries(db, viewer, paperIds.slice(at, at + AT_ONCE));
    // All papers of this part were deleted in the meantime.
    if (entries.length === 0) continue;
    yield before + entries.map((entry) => textOf(publicReference(entry), format, choice)).join(between);
    before = between;
  }
  yield (before === between ? '' : before) + tail;
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
