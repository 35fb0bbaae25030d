import { decodeFile } from './decode-file.ts';
import { fromTex } from './from-tex.ts';
import { isObject, readJson } from './json-values.ts';
import { isAdsJson, readAdsJson } from './read-ads-json.ts';
import { readBibtex } from './read-bibtex.ts';
import { isCatalogXml, readCatalogXml } from './read-catalog-xml.ts';
import { readCslJson } from './read-csl-json.ts';
import { isCslYaml, readCslYaml } from './read-csl-yaml.ts';
import { isCsv, readCsv } from './read-csv.ts';
import { readEndnoteXml } from './read-endnote-xml.ts';
import { isRefer, readEndnote } from './read-endnote.ts';
import { readFeed } from './read-feeds.ts';
import { indexFormat, readIndexJson } from './read-index-json.ts';
import { isMedline, readMedline } from './read-medline.ts';
import { isPaperpileJson, readPaperpileJson } from './read-paperpile-json.ts';
import { readRefworks } from './read-refworks.ts';
import { readRis } from './read-ris.ts';
import { isScopusCsv, readScopusCsv } from './read-scopus-csv.ts';
import { readVotable } from './read-votable.ts';
import { isWebOfScience, readWebOfScience } from './read-web-of-science.ts';
import { isZoteroCsv, readZoteroCsv } from './read-zotero-csv.ts';
import { isZoteroJson, readZoteroJson } from './read-zotero-json.ts';
import { readZoteroRdf } from './read-zotero-rdf.ts';
import {
  IMPORT_FORMATS,
  UnreadableFileError,
  type ImportFormat,
  type ReadLibrary,
  type Name,
  type ReadEntry,
  type Reference,
} from './reference.ts';

const FORMULA = /\$[^$]*\$/g;
const COMMAND = /\\(?:[a-zA-Z]{2,}|["'`^~=.][a-zA-Z{\\]|[a-zA-Z]\{|[&%#_$])/;

const READERS: Readonly<Record<ImportFormat, (text: string) => ReadLibrary>> = {
  bibtex: readBibtex,
  ris: readRis,
  endnote: readEndnote,
  'csl-json': (text) => readCslJson(readJson(text)),
  'zotero-json': (text) => readZoteroJson(readJson(text)),
  'zotero-rdf': readZoteroRdf,
  'endnote-xml': readEndnoteXml,
  medline: readMedline,
  'web-of-science': readWebOfScience,
  refworks: readRefworks,
  'scopus-csv': readScopusCsv,
  'zotero-csv': readZoteroCsv,
  csv: readCsv,
  'ads-xml': readCatalogXml,
  votable: readVotable,
  feed: readFeed,
  'csl-yaml': readCslYaml,
  'paperpile-json': (text) => readPaperpileJson(readJson(text)),
  'ads-json': (text) => readAdsJson(readJson(text)),
  'openalex-json': (text) => readIndexJson(readJson(text), 'openalex-json'),
  'inspire-json': (text) => readIndexJson(readJson(text), 'inspire-json'),
  'semantic-scholar-json': (text) => readIndexJson(readJson(text), 'semantic-scholar-json'),
  'datacite-json': (text) => readIndexJson(readJson(text), 'datacite-json'),
};

/** Formats that may contain stray TeX. The catalog and converters of BibTeX files write these formats. */
const HAS_TEX: ReadonlySet<ImportFormat> = new Set([
  'ris',
  'endnote',
  'endnote-xml',
  'refworks',
  'ads-xml',
  'ads-json',
]);

/**
 * Reads the file of a reference manager. Detects the format from the content unless it is given.
 *
 * @throws {UnreadableFileError} if the file cannot be read at all
 */
export function readLibrary(bytes: Uint8Array, format?: ImportFormat): ReadLibrary {
  const text = withoutEnvelope(decodeFile(bytes));
  const known = format ?? formatOf(text);
  const raw = withinStack(() => READERS[known](text));
  const read = HAS_TEX.has(known) ? { ...raw, entries: raw.entries.map(withoutStrayTex) } : raw;
  if (read.entries.length === 0 && read.collections.length === 0)
    throw new UnreadableFileError(`the file contains no entry in the format ${read.format}`);
  return read;
}

/** Runs `read`. JSON values may be nested deeper than the reading functions can follow. */
function withinStack<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new UnreadableFileError('the file is nested too deeply', { cause: error });
  }
}

/** Extracts the export from an API response of the catalog: `{ "msg": …, "export": "@ARTICLE{…" }`. */
function withoutEnvelope(text: string): string {
  if (!/^\s{0,99}\{\s{0,99}"(?:msg|export)"/.test(text)) return text;
  const answer = readJson(text);
  return isObject(answer) && typeof answer['export'] === 'string' ? answer['export'] : text;
}

const XML_SIGNS: readonly (readonly [ImportFormat, (head: string) => boolean])[] = [
  ['zotero-rdf', (head) => /<rdf:RDF/i.test(head)],
  ['ads-xml', isCatalogXml],
  ['endnote-xml', (head) => /<records?[\s>]/.test(head)],
  ['votable', (head) => /<VOTABLE[\s>]/.test(head)],
  ['feed', (head) => /<(?:rss|feed)[\s>]/.test(head)],
];

/** Formats that are known but not supported. Each has an element that no other format has. */
const UNREAD: readonly (readonly [string, RegExp])[] = [
  ['PubMed XML', /<PubmedArticle(?:Set)?[\s>]/],
  ['MODS', /<(?:mods:)?mods(?:Collection)?[\s>]/],
  ['Crossref XML', /<(?:crossref_result|doi_records?|query_result)[\s>]/],
];

/** Tests that detect text formats, most reliable first. */
const SIGNS: readonly (readonly [ImportFormat, (head: string) => boolean])[] = [
  // The first line of a table is more reliable than any later line.
  ['zotero-csv', isZoteroCsv],
  ['scopus-csv', isScopusCsv],
  ['csv', isCsv],
  ['ris', (head) => /^[ \t]{0,9}(?:TY {0,3}- {1,3}|ty {2}- )\S/m.test(head)],
  ['medline', isMedline],
  ['web-of-science', isWebOfScience],
  ['refworks', (head) => /^RT \S/m.test(head) && /^(?:T1|A1|SR|ID) /m.test(head)],
  ['csl-yaml', isCslYaml],
  ['endnote', (head) => /^%0 /m.test(head) || isRefer(head)],
  ['bibtex', (head) => /@\s*[a-z][\w-]*\s*[{(]/i.test(head)],
];

function jsonFormat(value: unknown): ImportFormat {
  if (isZoteroJson(value)) return 'zotero-json';
  if (isPaperpileJson(value)) return 'paperpile-json';
  if (isAdsJson(value)) return 'ads-json';
  return indexFormat(value) ?? 'csl-json';
}

/** Detects the format of a file from its content. */
function formatOf(text: string): ImportFormat {
  const head = text
    .slice(0, 100_000)
    .replace(/^\ufeff/, '')
    .trimStart();
  if (head === '') throw new UnreadableFileError('the file is empty');
  if (/^[[{]/.test(head) && !head.startsWith('{\\')) return jsonFormat(readJson(text));
  const format = (head.startsWith('<') ? XML_SIGNS : SIGNS).find(([, isOne]) => isOne(head))?.[0];
  if (format !== undefined) return format;
  const unread = UNREAD.find(([, sign]) => sign.test(head))?.[0];
  if (unread !== undefined)
    throw new UnreadableFileError(
      `${unread} is not supported. Export the entries as RIS or BibTeX and import that file.`,
    );
  throw new UnreadableFileError(`the file has none of the supported formats: ${IMPORT_FORMATS.join(', ')}`);
}

/**
 * Converts TeX in the titles, names and keywords of a format that isn't TeX. The catalog and converters of BibTeX files
 * leave TeX there.
 */
function withoutStrayTex(entry: ReadEntry): ReadEntry {
  if ('fault' in entry.outcome) return entry;
  return { ...entry, outcome: { reference: cleaned(entry.outcome.reference) } };
}

function cleaned(reference: Reference): Reference {
  const { title, container, series, authors, editors, keywords } = reference;
  return {
    ...reference,
    title: plain(title),
    container: plain(container),
    series: plain(series),
    authors: authors.map(cleanedName),
    editors: editors.map(cleanedName),
    keywords: keywords.map(plain),
  };
}

function cleanedName(name: Name): Name {
  if ('literal' in name) return { literal: plain(name.literal) };
  return { ...name, family: plain(name.family), given: plain(name.given) };
}

function plain(text: string): string {
  // Fast path: most texts have no backslash.
  if (!text.includes('\\') || !COMMAND.test(text.replaceAll(FORMULA, ''))) return text;
  return fromTex(text);
}
