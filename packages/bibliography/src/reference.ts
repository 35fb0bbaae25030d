/** A person, or a group that signs as one: `{ literal: 'Planck Collaboration' }`. */
export type Name =
  | { readonly family: string; readonly given: string; readonly suffix?: string }
  | { readonly literal: string };

/** The types of the Citation Style Language 1.0.2 that reference managers use. */
export const REFERENCE_TYPES = [
  'article',
  'article-journal',
  'article-magazine',
  'article-newspaper',
  'book',
  'chapter',
  'dataset',
  'document',
  'entry-encyclopedia',
  'manuscript',
  'paper-conference',
  'patent',
  'report',
  'software',
  'speech',
  'standard',
  'thesis',
  'webpage',
] as const;
export type ReferenceType = (typeof REFERENCE_TYPES)[number];

/** The fields of one value that all formats share. */
const TEXT_FIELDS = [
  'title',
  /** The journal, the book of a chapter, the proceedings. */
  'container',
  'series',
  'publisher',
  'place',
  /** As exact as it is known: `2013`, `2013-04`, `2013-04-17`. */
  'date',
  'volume',
  'issue',
  /** With a hyphen between first and last: `57-71`. An article number stands here too. */
  'pages',
  'edition',
  /** Of a report or a patent. */
  'number',
  /** What kind of thesis or report: `PhD thesis`. */
  'genre',
  'doi',
  /** At the preprint server: `1302.6362`, `astro-ph/9710182`. */
  'preprintId',
  'preprintClass',
  /** The catalog's code. */
  'bibcode',
  'isbn',
  'issn',
  'url',
  'language',
  'abstract',
  /** The line of the entry itself, such as `303 pp.`; what a person wrote about it is in `notes`. */
  'remark',
] as const;
type TextField = (typeof TEXT_FIELDS)[number];

/** A file that belongs to a reference, as the exporting program names it. */
export interface AttachedFile {
  /** Path or address. */
  readonly path: string;
  readonly title: string;
  /** A media type or an extension, as it was given. */
  readonly type: string;
}

/** An entry of a bibliography. Empty text means that the entry does not say. */
export interface Reference extends Readonly<Record<TextField, string>> {
  /** The key by which documents cite it. */
  readonly key: string;
  readonly type: ReferenceType;
  readonly authors: readonly Name[];
  readonly editors: readonly Name[];
  /** Given by the publisher or the exporting program. */
  readonly keywords: readonly string[];
  /** Given by the person whose library it is. */
  readonly tags: readonly string[];
  /** What a person wrote about it, as plain text. */
  readonly notes: readonly string[];
  readonly files: readonly AttachedFile[];
  /** The collections that hold it, each as the names from the outermost one inwards. */
  readonly collections: readonly (readonly string[])[];
  /** How far the person has read it; '' where the entry does not say. */
  readonly readingState: '' | 'reading' | 'read';
  /** Whether the person has marked it as a favourite. */
  readonly isStarred: boolean;
  /** Fields that have no place above, by format and field: `bibtex:annote`, `ris:AN`. Written again in that format. */
  readonly extra: Readonly<Record<string, string>>;
}

/** The formats that are read. */
export const IMPORT_FORMATS = [
  'bibtex',
  'ris',
  'csl-json',
  'zotero-rdf',
  'zotero-json',
  'endnote',
  'endnote-xml',
  'medline',
  'web-of-science',
  'refworks',
  'scopus-csv',
  'zotero-csv',
  'csv',
  'ads-xml',
  'votable',
  'feed',
  'csl-yaml',
  'paperpile-json',
  'ads-json',
  'openalex-json',
  'inspire-json',
  'semantic-scholar-json',
  'datacite-json',
] as const;
export type ImportFormat = (typeof IMPORT_FORMATS)[number];

/** One entry of a file: read, perhaps with warnings, or refused with the cause. */
export interface ReadEntry {
  /** The entry's key, or what the format has in place of one. */
  readonly key: string;
  /** The line at which it begins, from 1; in formats without lines its number. */
  readonly line: number;
  readonly warnings: readonly string[];
  readonly outcome: { readonly reference: Reference } | { readonly fault: string };
}

/** An entry as it was read. It is refused if nothing in it tells which paper it is. */
export function entryOf(reference: Reference, line: number, warnings: readonly string[] = []): ReadEntry {
  const { key, title, doi, preprintId } = reference;
  if ([title, doi, preprintId].every((text) => text === ''))
    return { key, line, warnings: [], outcome: { fault: 'it has neither a title nor a DOI' } };
  return { key, line, warnings, outcome: { reference } };
}

/** What a file holds. */
export interface ReadLibrary {
  readonly format: ImportFormat;
  readonly entries: readonly ReadEntry[];
  /** All collections, also empty ones, each as the names from the outermost one inwards. */
  readonly collections: readonly (readonly string[])[];
}

/** A file that cannot be read at all; the message says why. */
export class UnreadableFile extends Error {
  override readonly name = 'UnreadableFile';
}

export type ReferenceParts = Partial<{ -readonly [K in keyof Reference]: Reference[K] }>;

const EMPTY: Reference = {
  ...(Object.fromEntries(TEXT_FIELDS.map((field) => [field, ''])) as Record<TextField, string>),
  key: '',
  type: 'document',
  authors: [],
  editors: [],
  keywords: [],
  tags: [],
  notes: [],
  files: [],
  collections: [],
  readingState: '',
  isStarred: false,
  extra: {},
};

/** A reference with these parts. All its text is text that a database can store. */
export function referenceOf(parts: ReferenceParts): Reference {
  return storable({ ...EMPTY, ...parts });
}

// oxlint-disable-next-line no-control-regex -- these are what is removed
const UNSTORABLE = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f\ufeff\ufffe\uffff]/g;

/** Without control characters and unpaired surrogates, in NFC; in lists, objects and text of any depth. */
function storable<T>(value: T): T {
  if (typeof value === 'string')
    return value.toWellFormed().replaceAll(/\r\n?/g, '\n').replaceAll(UNSTORABLE, '').normalize('NFC') as T;
  if (Array.isArray(value)) return value.map(storable) as T;
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [storable(key), storable(one)])) as T;
}

/** `and others` of BibTeX: more authors that are not named. Other formats can't say this. */
export const isOthers = (name: Name): boolean => 'literal' in name && name.literal === 'others';

/** The name as `Last, First`, as the catalog writes it. */
export function nameText(name: Name): string {
  if ('literal' in name) return name.literal;
  return [name.family, name.given, name.suffix ?? ''].filter((part) => part !== '').join(', ');
}

/** A name as `Last, First` or `First Last`; without a comma or a blank it is literal. */
export function readName(text: string): Name {
  // A group whose name has a comma: `University of California,, Berkeley`.
  if (/^[^,]{1,500},, ?[^,\s]/.test(text)) return { literal: text.replace(',,', ',').trim() };
  const parts = text.split(',').map((part) => part.trim());
  const [family = '', given = '', ...suffix] = parts;
  if (parts.length > 1 && family !== '' && parts.slice(1).some((part) => part !== '')) {
    const rest = suffix.filter((part) => part !== '').join(', ');
    return { family, given, ...(rest === '' ? {} : { suffix: rest }) };
  }
  // A group in EndNote ends with a comma; in files that were BibTeX once it stands in braces.
  return {
    literal: text
      .trim()
      .replace(/,$/, '')
      .replace(/^\{([^{}]*)\}$/, '$1'),
  };
}
