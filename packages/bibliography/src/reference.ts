/** A person, or a group as author: `{ literal: 'Planck Collaboration' }`. */
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

/** Single-valued fields that all formats share. */
const TEXT_FIELDS = [
  'title',
  /** The journal, the book of a chapter, or the proceedings. */
  'container',
  'series',
  'publisher',
  'place',
  /** Date with the known parts: `2013`, `2013-04`, `2013-04-17`. */
  'date',
  'volume',
  'issue',
  /** Pages with a hyphen between the first and last page, or an article number: `57-71`. */
  'pages',
  'edition',
  /** Number of a report or a patent. */
  'number',
  /** Kind of thesis or report: `PhD thesis`. */
  'genre',
  'doi',
  /** Identifier on the preprint server: `1302.6362`, `astro-ph/9710182`. */
  'preprintId',
  'preprintClass',
  'bibcode',
  'isbn',
  'issn',
  'url',
  'language',
  'abstract',
  /** Remark in the entry itself, such as `303 pp.`. The user's own notes are in `notes`. */
  'remark',
] as const;
type TextField = (typeof TEXT_FIELDS)[number];

/** A file that belongs to a reference, in the description of the exporting program. */
export interface AttachedFile {
  readonly path: string;
  readonly title: string;
  /** The original media type or extension. */
  readonly type: string;
}

/** An entry of a bibliography. An empty text means that the entry doesn't have the field. */
export interface Reference extends Readonly<Record<TextField, string>> {
  /** The key that citations use. */
  readonly key: string;
  readonly type: ReferenceType;
  readonly authors: readonly Name[];
  readonly editors: readonly Name[];
  /** Keywords from the publisher or the exporting program. */
  readonly keywords: readonly string[];
  readonly tags: readonly string[];
  /** The user's notes, as plain text. */
  readonly notes: readonly string[];
  readonly files: readonly AttachedFile[];
  /** The collections that contain the reference. Each is a list of names, starting with the outermost collection. */
  readonly collections: readonly (readonly string[])[];
  /** How far the user has read the paper, or '' if unknown. */
  readonly readingState: '' | 'reading' | 'read';
  /** Whether the user marked the paper as a favourite. */
  readonly isStarred: boolean;
  /**
   * Other fields, by format and field: `bibtex:annote`, `ris:AN`. An export in that format writes these fields again.
   */
  readonly extra: Readonly<Record<string, string>>;
}

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

/** One entry of a file. The entry was read, possibly with warnings, or refused with a cause. */
export interface ReadEntry {
  /** The entry's key, or its equivalent in the format. */
  readonly key: string;
  /** The line where the entry begins, counted from 1. In formats without lines, the number of the entry. */
  readonly line: number;
  readonly warnings: readonly string[];
  readonly outcome: { readonly reference: Reference } | { readonly fault: string };
}

/** Returns the entry, or refuses it if nothing identifies the paper. */
export function entryOf(reference: Reference, line: number, warnings: readonly string[] = []): ReadEntry {
  const { key, title, doi, preprintId } = reference;
  if ([title, doi, preprintId].every((text) => text === ''))
    return { key, line, warnings: [], outcome: { fault: 'it has no title or DOI' } };
  return { key, line, warnings, outcome: { reference } };
}

export interface ReadLibrary {
  readonly format: ImportFormat;
  readonly entries: readonly ReadEntry[];
  /** All collections, including empty ones. Each is a list of names, starting with the outermost collection. */
  readonly collections: readonly (readonly string[])[];
}

/** A file that cannot be read at all. The message says why. */
export class UnreadableFileError extends Error {
  override readonly name = 'UnreadableFileError';
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

/** Returns a reference with these parts. A database can always store its text. */
export function referenceOf(parts: ReferenceParts): Reference {
  return storable({ ...EMPTY, ...parts });
}

// oxlint-disable-next-line no-control-regex -- removes these characters on purpose
const UNSTORABLE = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f\ufeff\ufffe\uffff]/g;

// oxlint-disable-next-line no-control-regex -- the range is ASCII
const PLAIN = /^[\t\n -~]*$/;

/** Removes control characters and unpaired surrogates, and normalizes to NFC. Covers values at any depth. */
function storable<T>(value: T): T {
  if (typeof value === 'string') {
    // Fast path: most texts are ASCII. ASCII text stays unchanged.
    if (PLAIN.test(value)) return value;
    return value.toWellFormed().replaceAll(/\r\n?/g, '\n').replaceAll(UNSTORABLE, '').normalize('NFC') as T;
  }
  if (Array.isArray(value)) return value.map(storable) as T;
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [storable(key), storable(one)])) as T;
}

const OTHERS = /^(?:(?:and )?others|et\.? ?al\.?|al\.?, et\.?)$/i;

/** Returns whether a name stands for more authors: `and others` of BibTeX, or `et al.` in place of a name. */
export const isOthers = (name: Name): boolean => OTHERS.test(nameText(name));

/** Formats the name as `Last, First`, as the catalog does. */
export function nameText(name: Name): string {
  if ('literal' in name) return name.literal;
  return [name.family, name.given, name.suffix ?? ''].filter((part) => part !== '').join(', ');
}

/** Parses a name in the form `Last, First` or `First Last`. A name without a comma or a blank is literal. */
export function readName(text: string): Name {
  // The name of a group that contains a comma: `University of California,, Berkeley`.
  if (/^[^,]{1,500},, ?[^,\s]/.test(text)) return { literal: text.replace(',,', ',').trim() };
  const parts = text.split(',').map((part) => part.trim());
  const [family = '', given = '', ...suffix] = parts;
  if (parts.length > 1 && family !== '' && parts.slice(1).some((part) => part !== '')) {
    const rest = suffix.filter((part) => part !== '').join(', ');
    return { family, given, ...(rest === '' ? {} : { suffix: rest }) };
  }
  // In EndNote, the name of a group ends with a comma. In files converted from BibTeX, it is in braces.
  return {
    literal: text
      .trim()
      .replace(/,$/, '')
      .replace(/^\{([^{}]*)\}$/, '$1'),
  };
}
