import { decodeFile } from './decode-file.ts';
import { readJson } from './json-values.ts';
import { readBibtex } from './read-bibtex.ts';
import { readCslJson } from './read-csl-json.ts';
import { readEndnoteXml } from './read-endnote-xml.ts';
import { readMedline } from './read-medline.ts';
import { readEndnote, readRis } from './read-ris.ts';
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
  if (/^[ \t]{0,9}TY {0,3}-/m.test(head)) return 'ris';
  if (/^PMID- ?\d/m.test(head)) return 'medline';
  if (isWebOfScience(head)) return 'web-of-science';
  if (/^%0 /m.test(head)) return 'endnote';
  if (/@\s*[a-z][\w-]*\s*[{(]/i.test(head)) return 'bibtex';
  throw new UnreadableFile(`the file is in none of the formats that are read: ${IMPORT_FORMATS.join(', ')}`);
}
