import { listOf, pagesOf } from './bibtex-parts.ts';
import { readDate } from './dates.ts';
import { codeIn, readDoi, readPreprintId, withIdentifiers } from './identifiers.ts';
import { withSource } from './journal-source.ts';
import { withoutMarkup } from './plain-text.ts';
import { abstractOf, readRecords, titleOf, typeNamed } from './read-ris.ts';
import { readName, referenceOf, type ReadLibrary, type Reference, type ReferenceParts } from './reference.ts';
import { serialNumbers } from './serial-numbers.ts';
import { ENDNOTE_SYNTAX, oneLine, readTagged, REFER_SYNTAX, type TaggedFields } from './tagged-lines.ts';

/**
 * Reads EndNote's tagged format (`%0 Journal Article`) and refer's. EndNote, the catalog and search engines export
 * EndNote's format.
 */
export function readEndnote(text: string): ReadLibrary {
  return readRecords(
    'endnote',
    readTagged(text, /^[ \t]{0,9}%0 /m.test(text) ? ENDNOTE_SYNTAX : REFER_SYNTAX),
    readOneEndnote,
  );
}

/** Returns whether a text is in refer's format. Records in this format have no type. */
export function isRefer(text: string): boolean {
  return /^%T \S/m.test(text) && /^%[AJD] \S/m.test(text);
}

function readOneEndnote(fields: TaggedFields): Reference {
  const type = fields.one('0') || (fields.peek('J') === '' ? 'Generic' : 'Journal Article');
  const code = codeIn(fields.peek('R'));
  // The catalog's refer records use these fields for origin and rights, and put institutions in the label field.
  const published =
    code === '' ? { publisher: fields.one('I'), place: fields.one('C'), language: fields.one('G') } : {};
  const year = readDate(fields.one('D'));
  const exact = readDate(fields.one('8'));
  // The catalog writes the DOI and the preprint on separate lines.
  const identifiers = fields.peekAll('Y', '3', '=').join(' ');
  const parts: ReferenceParts = {
    key: code === '' ? fields.one('F') : '',
    type: typeNamed(type) ?? 'document',
    bibcode: code,
    title: titleOf(fields.one('T')),
    authors: fields
      .all('A')
      .flatMap((names) => names.split(';'))
      .map((name) => readName(name.trim())),
    editors: fields.all('E').map(readName),
    container: code === '' ? titleOf(fields.one('J', 'B')) : '',
    series: fields.one('S'),
    ...published,
    date: exact.startsWith(year) ? exact : year,
    volume: fields.one('V'),
    issue: fields.one('N'),
    pages: pagesOf(fields.one('P')),
    edition: fields.one('7'),
    genre: fields.one('9'),
    doi: readDoi(fields.one('R')) || readDoi(identifiers),
    preprintId: readPreprintId(identifiers),
    ...serialNumbers(fields.all('@')),
    url: fields.one('U'),
    abstract: abstractOf(code === '' ? fields.all('X') : fields.all('X', 'B')),
    keywords: fields.all('K').flatMap(code === '' ? keywordsIn : (text) => listOf(oneLine(text))),
  };
  return referenceOf({
    ...withIdentifiers(code === '' ? parts : withSource(parts, titleOf(fields.one('J')))),
    notes: fields.all('Z').map(withoutMarkup),
    files: fields.all('>').map((path) => ({ path, title: '', type: '' })),
    extra: fields.rest('endnote'),
  });
}

/** EndNote writes keywords on separate lines or on one line. */
function keywordsIn(text: string): string[] {
  return listOf(text.includes('\n') ? text.replaceAll(/[;,]?\n/g, ';') : text);
}
