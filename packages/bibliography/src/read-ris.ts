import { pageRange, pagesOf } from './bibtex-parts.ts';
import { readDate } from './dates.ts';
import {
  catalogAddress,
  preprintAddress,
  readBibcode,
  readDoi,
  readPreprintId,
  withIdentifiers,
} from './identifiers.ts';
import { withSource } from './journal-source.ts';
import { withoutMarkup } from './plain-text.ts';
import {
  entryOf,
  readName,
  referenceOf,
  type Name,
  type ReadLibrary,
  type Reference,
  type ReferenceParts,
  type ReferenceType,
} from './reference.ts';
import { serialNumbers } from './serial-numbers.ts';
import { oneLine, readTagged, RIS_SYNTAX, TaggedFields, type TaggedRecord } from './tagged-lines.ts';

/** RIS types, and types that programs add. For each type, the export uses the first name. */
export const RIS_TYPES: readonly (readonly [string, ReferenceType])[] = [
  ['JOUR', 'article-journal'],
  ['EJOUR', 'article-journal'],
  ['EJOU', 'article-journal'],
  ['JFULL', 'article-journal'],
  ['INPR', 'article-journal'],
  ['ABST', 'article-journal'],
  ['MGZN', 'article-magazine'],
  ['NEWS', 'article-newspaper'],
  ['BOOK', 'book'],
  ['EBOOK', 'book'],
  ['EDBOOK', 'book'],
  ['WHOLE', 'book'],
  ['CHAP', 'chapter'],
  ['ECHAP', 'chapter'],
  ['CPAPER', 'paper-conference'],
  ['CONF', 'paper-conference'],
  ['DATA', 'dataset'],
  ['COMP', 'software'],
  ['THES', 'thesis'],
  ['RPRT', 'report'],
  ['GOVDOC', 'report'],
  ['UNPB', 'manuscript'],
  ['MANSCPT', 'manuscript'],
  ['PAT', 'patent'],
  ['STAND', 'standard'],
  ['ELEC', 'webpage'],
  ['WEB', 'webpage'],
  ['ICOMM', 'webpage'],
  ['BLOG', 'webpage'],
  ['SLIDE', 'speech'],
  ['ENCYC', 'entry-encyclopedia'],
  ['DICT', 'entry-encyclopedia'],
  ['PREPRINT', 'article'],
  ['GEN', 'document'],
  // Other types keep their original name in `extra`.
  ...'MISC ADVS AGGR ANCIENT ART BILL CASE CHART CLSWK CTLG DBASE EQUA FIGURE GRNT HEAR LEGAL MAP MPCT MULTI MUSIC PCOMM SER SOUND STAT UNBILL VIDEO'
    .split(' ')
    .map((name) => [name, 'document'] as const),
];

/** EndNote's type names. Some sources also use these names in RIS. */
const WORDED_TYPES: readonly (readonly [RegExp, ReferenceType])[] = [
  [/thesis|dissertation/i, 'thesis'],
  [/preprint/i, 'article'],
  [/conference/i, 'paper-conference'],
  [/section|chapter/i, 'chapter'],
  [/book/i, 'book'],
  [/newspaper/i, 'article-newspaper'],
  [/magazine/i, 'article-magazine'],
  [/article|journal/i, 'article-journal'],
  [/report/i, 'report'],
  [/dataset/i, 'dataset'],
  [/program|software/i, 'software'],
  [/patent/i, 'patent'],
  [/miscellaneous|generic/i, 'document'],
  [/unpublished|manuscript/i, 'manuscript'],
  [/web|electronic|online/i, 'webpage'],
];

/** Types that have the RIS tags for a number (`M1`) and a genre (`M3`). */
export const HAS_NUMBER: ReadonlySet<ReferenceType> = new Set(['report', 'patent', 'standard']);
export const HAS_GENRE: ReadonlySet<ReferenceType> = new Set([
  'article',
  'manuscript',
  'patent',
  'report',
  'speech',
  'thesis',
  'webpage',
]);

export function typeNamed(name: string): ReferenceType | undefined {
  const upper = name.trim().toUpperCase();
  return RIS_TYPES.find(([own]) => own === upper)?.[1] ?? WORDED_TYPES.find(([words]) => words.test(name))?.[1];
}

export function readRis(text: string): ReadLibrary {
  return readRecords('ris', readTagged(text, RIS_SYNTAX), readOneRis);
}

export function readRecords(
  format: 'ris' | 'endnote',
  records: readonly TaggedRecord[],
  readOne: (fields: TaggedFields) => Reference,
): ReadLibrary {
  return {
    format,
    collections: [],
    entries: records.map(({ line, fields }) => {
      const type = fields.find(([tag]) => tag === 'TY' || tag === '0')?.[1] ?? '';
      const warnings =
        type !== '' && typeNamed(type) === undefined
          ? [`the type '${type.slice(0, 40)}' is unknown and was read as a document`]
          : [];
      return entryOf(readOne(new TaggedFields(fields)), line, warnings);
    }),
  };
}

/** A line has one name. Some programs write several names on a line, each with a comma: `Rask, T. and Orlov, P.`. */
function namesIn(line: string): Name[] {
  const names = line
    .split(/ and |;/i)
    .map((name) => name.trim())
    .filter((name) => name !== '');
  return (names.every((name) => name.includes(',')) ? names : [line]).map(readName);
}

function readOneRis(fields: TaggedFields): Reference {
  const type = fields.one('TY');
  const [start, end] = [fields.one('SP'), fields.one('EP')];
  // EndNote has an additional field for research notes.
  const notes = fields.all('N1', 'RN');
  const addresses = fields.all('UR').map((text) => text.trim());
  const identified = identifiersIn(addresses);
  const preprintId = identified.preprintId || readPreprintId(fields.peek('C1'));
  const [url = '', ...urls] = addresses.filter((address) => !isAddressOf(address, identified));
  const parts: ReferenceParts = {
    key: fields.one('ID', 'LB'),
    type: typeNamed(type) ?? 'document',
    title: titleOf(fields.one('TI', 'T1', 'CT')),
    authors: fields.all('AU', 'A1').flatMap(namesIn),
    editors: fields.all('ED', 'A2').flatMap(namesIn),
    container: titleOf(fields.one('T2', 'JF')),
    series: fields.one('T3'),
    publisher: fields.one('PB'),
    place: fields.one('CY'),
    date: risDate(fields),
    volume: fields.one('VL'),
    issue: fields.one('IS'),
    pages: pagesOf(pageRange(start, end) || fields.one('C7')),
    edition: fields.one('ET'),
    ...workOf(typeNamed(type) ?? 'document', fields),
    ...identified,
    preprintId,
    doi: readDoi(fields.one('DO')),
    ...serialNumbers(fields.all('SN')),
    url,
    language: fields.one('LA'),
    abstract: abstractOf(fields.all('AB', 'N2')),
    keywords: fields
      .all('KW')
      .flatMap((text) => text.split(/[\n;]/))
      .map(oneLine)
      .filter((word) => word !== ''),
  };
  const whole = parts.container === '' ? withSource(parts, titleOf(fields.one('JO', 'BT', 'JA', 'J2'))) : parts;
  return referenceOf({
    ...withIdentifiers(whole),
    notes: notes.map(withoutMarkup),
    // EndNote writes several paths on separate lines.
    files: fields
      .all('L1', 'L2')
      .flatMap((paths) => paths.split('\n'))
      .map((path) => ({ path: path.trim(), title: '', type: '' })),
    extra: {
      ...fields.rest('ris'),
      ...(urls.length === 0 ? {} : { 'ris:UR': urls.join('\n') }),
      ...(RIS_TYPES.some(
        ([own], place) => own === type && RIS_TYPES.findIndex(([, one]) => one === typeNamed(type)) === place,
      )
        ? {}
        : { 'ris:TY': type }),
    },
  });
}

/**
 * Returns the number and the genre, each only for types that have it. In other records, programs use these tags for
 * their own data.
 */
function workOf(type: ReferenceType, fields: TaggedFields): { number?: string; genre?: string } {
  return {
    ...(HAS_NUMBER.has(type) ? { number: fields.one('M1') } : {}),
    ...(HAS_GENRE.has(type) ? { genre: fields.one('M3') } : {}),
  };
}

/** Returns the catalog code and the preprint identifier in addresses. */
function identifiersIn(addresses: readonly string[]): { bibcode: string; preprintId: string } {
  const first = (read: (address: string) => string) => addresses.map(read).find((found) => found !== '') ?? '';
  return { bibcode: first(readBibcode), preprintId: first(readPreprintId) };
}

/** Returns whether an address contains nothing except such an identifier. The export can restore such an address. */
function isAddressOf(address: string, { bibcode, preprintId }: { bibcode: string; preprintId: string }): boolean {
  return (
    (bibcode !== '' && address === catalogAddress(bibcode)) ||
    (preprintId !== '' && address === preprintAddress(preprintId))
  );
}

/** Returns the most exact date. In some exports, `DA` contains only a month. This month belongs to the year. */
function risDate(fields: TaggedFields): string {
  const [year, day] = [readDate(fields.one('PY', 'Y1')), fields.one('DA')];
  const exact = readDate(/\d{4}/.test(day) ? day : `${day} ${year.slice(0, 4)}`);
  return exact.length > year.length && (year === '' || exact.startsWith(year.slice(0, 4))) ? exact : year;
}

export function titleOf(text: string): string {
  return oneLine(withoutMarkup(text));
}

/** The catalog writes `Not Available` if it has no abstract. */
export function abstractOf(texts: readonly string[]): string {
  const text = oneLine(withoutMarkup(texts.join(' ')));
  return /^not available\.?$/i.test(text) ? '' : text;
}
