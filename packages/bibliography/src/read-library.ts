import { decodeFile } from './decode-file.ts';
import { readJson } from './json-values.ts';
import { readBibtex } from './read-bibtex.ts';
import { readCslJson } from './read-csl-json.ts';
import { readEndnoteXml } from './read-endnote-xml.ts';
import { readMedline } from './read-medline.ts';
import { readRefworks } from './read-refworks.ts';
import { isRefer, readEndnote, readRis } from './read-ris.ts';
import { isScopusCsv, readScopusCsv } from './read-scopus-csv.ts';
import { isWebOfScience, readWebOfScience } from './read-web-of-science.ts';
import { isZoteroJson, readZoteroJson } from './read-zotero-json.ts';
import { readZoteroRdf } from './read-zotero-rdf.ts';
import { IMPORT_FORMATS, UnreadableFile, type ImportFormat, type ReadLibrary } from './reference.ts';

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
};

/**
 * Reads the file of a reference manager. Without a format, its content tells which it is.
 *
 * @throws {UnreadableFile} if it cannot be read at all
 */
export function readLibrary(bytes: Uint8Array, format?: ImportFormat): ReadLibrary {
  const text = decodeFile(bytes);
  const read = READERS[format ?? formatOf(text)](text);
  if (read.entries.length === 0 && read.collections.length === 0)
    throw new UnreadableFile(`the file holds no entry of the format ${read.format}`);
  return read;
}

/** By what the formats of lines are known, those with the surest signs first. */
const SIGNS: readonly (readonly [ImportFormat, (head: string) => boolean])[] = [
  ['ris', (head) => /^[ \t]{0,9}(?:TY {0,3}- {1,3}|ty {2}- )\S/m.test(head)],
  ['medline', (head) => /^PMID- ?\d/m.test(head)],
  ['web-of-science', isWebOfScience],
  ['refworks', (head) => /^RT \S/m.test(head) && /^(?:T1|A1|SR|ID) /m.test(head)],
  ['scopus-csv', isScopusCsv],
  ['endnote', (head) => /^%0 /m.test(head) || isRefer(head)],
  ['bibtex', (head) => /@\s*[a-z][\w-]*\s*[{(]/i.test(head)],
];

/** The format that a file's content shows. */
function formatOf(text: string): ImportFormat {
  const head = text
    .slice(0, 100_000)
    .replace(/^\ufeff/, '')
    .trimStart();
  if (head === '') throw new UnreadableFile('the file is empty');
  if (/^[[{]/.test(head) && !head.startsWith('{\\')) return isZoteroJson(readJson(text)) ? 'zotero-json' : 'csl-json';
  if (head.startsWith('<')) {
    if (/<rdf:RDF/i.test(head)) return 'zotero-rdf';
    if (/<records?[\s>]/.test(head)) return 'endnote-xml';
    throw new UnreadableFile('the XML is neither RDF of Zotero nor an export of EndNote');
  }
  const format = SIGNS.find(([, isOne]) => isOne(head))?.[0];
  if (format !== undefined) return format;
  throw new UnreadableFile(`the file is in none of the formats that are read: ${IMPORT_FORMATS.join(', ')}`);
}
