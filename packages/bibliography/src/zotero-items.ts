import { pagesOf } from './bibtex-parts.ts';
import { readDate } from './dates.ts';
import { codeIn, readDoi, readEprint, readPreprintId, withIdentifiers } from './identifiers.ts';
import { withoutMarkup } from './plain-text.ts';
import type { ReadEntry, ReferenceParts, ReferenceType } from './reference.ts';

/** Zotero's item types. All other types become documents. */
const TYPES: Readonly<Record<string, ReferenceType>> = {
  journalArticle: 'article-journal',
  magazineArticle: 'article-magazine',
  newspaperArticle: 'article-newspaper',
  preprint: 'article',
  book: 'book',
  bookSection: 'chapter',
  conferencePaper: 'paper-conference',
  thesis: 'thesis',
  report: 'report',
  dataset: 'dataset',
  computerProgram: 'software',
  manuscript: 'manuscript',
  presentation: 'speech',
  patent: 'patent',
  standard: 'standard',
  encyclopediaArticle: 'entry-encyclopedia',
  dictionaryEntry: 'entry-encyclopedia',
  webpage: 'webpage',
  blogPost: 'webpage',
  forumPost: 'webpage',
};

function zoteroType(itemType: string): ReferenceType {
  return (Object.hasOwn(TYPES, itemType) ? TYPES[itemType] : undefined) ?? 'document';
}

/** Items that belong to another item. */
export const PARTS_OF_ITEMS: ReadonlySet<string> = new Set(['attachment', 'note', 'annotation']);

/** Values by Zotero's field names. They come from any of Zotero's exports. */
export type ZoteroFields = Readonly<Record<string, string>>;

const CONTAINERS =
  `publicationTitle bookTitle proceedingsTitle encyclopediaTitle dictionaryTitle websiteTitle blogTitle forumTitle
  conferenceName`.split(/\s+/);
const TITLES = ['title', 'caseName', 'subject', 'nameOfAct'];
const PUBLISHERS = ['publisher', 'university', 'institution', 'repository', 'company', 'organization'];

/** Fields about the library record instead of the paper. */
const OF_THE_LIBRARY = new Set(
  'itemID itemKey key version itemType dateAdded dateModified accessDate uri select relations libraryID groupID citekey'.split(
    ' ',
  ),
);

/**
 * Converts the fields of an item. `extra` contains lines of `Field: value` for which the type of the item has no field.
 */
export function partsOfItem(fields: ZoteroFields): ReferenceParts {
  const read = new Set<string>();
  const of = (...names: readonly string[]): string => {
    const name = names.find((one) => (fields[one] ?? '').trim() !== '');
    if (name === undefined) return '';
    read.add(name);
    return (fields[name] ?? '').replaceAll(/\s+/g, ' ').trim();
  };
  const extra = linesOf(fields['extra'] ?? '');
  const type = zoteroType(fields['itemType'] ?? '');
  const preprintId = [
    readPreprintId(of('archiveID')),
    readEprint(extra.get('arxiv') ?? ''),
    readPreprintId(fields['extra'] ?? ''),
  ].find((id) => id !== '');
  const parts: ReferenceParts = {
    key: of('citationKey', 'citekey') || (extra.get('citation key') ?? ''),
    type,
    title: withoutMarkup(of(...TITLES)),
    container: withoutMarkup(of(...CONTAINERS)),
    series: of('series', 'seriesTitle'),
    publisher: of(...PUBLISHERS),
    place: of('place'),
    date: readDate(of('date', 'dateDecided', 'issueDate')),
    volume: of('volume'),
    issue: of('issue'),
    pages: pagesOf(of('pages')),
    edition: of('edition'),
    number: of('reportNumber', 'patentNumber', 'number'),
    genre: of('thesisType', 'reportType', 'genre'),
    doi: readDoi(of('DOI') || (extra.get('doi') ?? '')),
    preprintId: preprintId ?? '',
    bibcode: codeIn(extra.get('bibcode') ?? extra.get('ads bibcode')),
    isbn: of('ISBN'),
    issn: of('ISSN'),
    url: of('url'),
    language: of('language'),
    abstract: withoutMarkup(of('abstractNote')),
  };
  const rest = Object.entries(fields).filter(
    ([name, value]) => value !== '' && !read.has(name) && !OF_THE_LIBRARY.has(name),
  );
  return {
    ...withIdentifiers(parts),
    extra: Object.fromEntries(rest.map(([name, value]) => [`zotero:${name}`, value])),
  };
}

function linesOf(extra: string): ReadonlyMap<string, string> {
  return new Map(
    extra.split('\n').flatMap((line) => {
      const place = line.indexOf(':');
      return place < 0 ? [] : [[line.slice(0, place).trim().toLowerCase(), line.slice(place + 1).trim()] as const];
    }),
  );
}

/**
 * Maximum depth, which exceeds the depth of any library. Deeper collections count as part of the collection at this
 * depth.
 */
const MAX_PATH = 64;

/**
 * Returns the path of each collection. The input has the name and the parent of each collection. A cycle is cut once,
 * at the first collection reached.
 */
export function collectionPaths<K>(
  names: ReadonlyMap<K, string>,
  parentOf: (key: K) => K | undefined,
): ReadonlyMap<K, readonly string[]> {
  const paths = new Map<K, readonly string[]>();
  const enter = (key: K, around: readonly string[]) => {
    const name = names.get(key) ?? '';
    paths.set(key, name === '' || around.length >= MAX_PATH ? around : [...around, name]);
  };
  for (const key of names.keys()) {
    // Walks outwards until a path is known.
    const inside = new Set<K>();
    let at: K | undefined = key;
    for (; at !== undefined && names.has(at) && !paths.has(at) && !inside.has(at); at = parentOf(at)) inside.add(at);
    if (at !== undefined && inside.delete(at)) enter(at, []);
    for (const one of [...inside].toReversed()) {
      const parent = parentOf(one);
      enter(one, (parent === undefined ? undefined : paths.get(parent)) ?? []);
    }
  }
  return paths;
}

/** Explains why a note or file without an item is not a paper. Zotero allows both. */
export function lonePart(kind: 'note' | 'file', text: string): ReadEntry['outcome'] {
  const shown = text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}…` : text;
  return kind === 'note'
    ? { fault: `the note “${shown}” belongs to no item and was not imported` }
    : { fault: `the file ${shown} belongs to no item. Add it as a paper` };
}

const MAX_SHOWN = 100;
