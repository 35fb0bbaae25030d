import { listOf } from './bibtex-fields.ts';
import { readDate } from './dates.ts';
import { readDoi, withIdentifiers } from './identifiers.ts';
import { withSource } from './journal-source.ts';
import { readInitials } from './listed-names.ts';
import { titleOf } from './read-ris.ts';
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
import { MEDLINE_SYNTAX, oneLine, readTagged, TaggedFields } from './tagged-lines.ts';

/** MEDLINE's kinds of publications, of which a record has several; the first that fits counts. Others are articles. */
const TYPES: readonly (readonly [RegExp, ReferenceType])[] = [
  [/^preprint$/i, 'article'],
  [/^book chapter$/i, 'chapter'],
  [/^book$/i, 'book'],
  [/^(?:academic dissertation|thesis)$/i, 'thesis'],
  [/^conference$/i, 'paper-conference'],
  [/^dataset$/i, 'dataset'],
  [/^(?:technical )?report$/i, 'report'],
  [/^newspaper article$/i, 'article-newspaper'],
];

/** What says when and by whom the record was kept, and what is written from other fields. */
const OF_THE_DATABASE = 'OWN STAT DCOM LR CRDT EDAT MHDA PHST PST SB SO JID TA AU ED 4099 4100'.split(' ');

/** Whether a text is in this format: with PubMed's number, or as the catalog writes it, without one. */
export function isMedline(text: string): boolean {
  return /^PMID- ?\d/m.test(text) || (/^PT {2}- \S/m.test(text) && /^TI {2}- \S/m.test(text));
}

/** Reads the format of PubMed (`.nbib`), which the catalog calls MEDLARS: https://www.nlm.nih.gov/bsd/mms/medlineelements.html */
export function readMedline(text: string): ReadLibrary {
  return {
    format: 'medline',
    collections: [],
    entries: readTagged(text, MEDLINE_SYNTAX).map(({ line, fields }) => {
      const entry = entryOf(referenceFrom(new TaggedFields(fields)), line);
      return { ...entry, key: fields.find(([tag]) => tag === 'PMID')?.[1] ?? '' };
    }),
  };
}

function referenceFrom(fields: TaggedFields): Reference {
  const type = typeOf(fields.all('PT'));
  const number = fields.one('PMID');
  const book = fields.one('BTI');
  const title = fields.one('TI', 'TT') || book;
  const address = fields.one('4099');
  const parts: ReferenceParts = {
    type,
    title: withoutFullStop(titleOf(title)),
    authors: [...people(fields, 'FAU', 'AU'), ...fields.all('CN').map((group) => ({ literal: oneLine(group) }))],
    editors: people(fields, 'FED', 'ED'),
    container: titleOf(type === 'book' ? '' : fields.one('JT', 'TA') || book),
    series: titleOf(fields.one('CTI')),
    publisher: fields.one('PB'),
    // Of a journal it is the country.
    place: type === 'book' || type === 'chapter' ? fields.one('PL') : '',
    date: readDate(fields.one('DP')),
    volume: fields.one('VI'),
    issue: fields.one('IP'),
    pages: wholePages(fields.one('PG')),
    edition: fields.one('EN'),
    doi: doiOf(fields.all('LID', 'AID')),
    ...serialNumbers(fields.all('IS', 'ISBN')),
    url: number === '' ? address : `https://pubmed.ncbi.nlm.nih.gov/${number}/`,
    language: fields.one('LA'),
    abstract: oneLine(fields.all('AB').map(titleOf).join(' ')),
    keywords: keywordsOf(fields),
  };
  return referenceOf({
    // The catalog has the names of journals in a line of its own.
    ...withIdentifiers(withSource(parts, address === '' ? '' : fields.peek('SO'))),
    extra: { ...kept(fields), ...(number === '' ? {} : { 'medline:PMID': number }) },
  });
}

function typeOf(kinds: readonly string[]): ReferenceType {
  const names = kinds.map(oneLine);
  return TYPES.find(([named]) => names.some((name) => named.test(name)))?.[1] ?? 'article-journal';
}

/** Full names where the record has them; older ones have initials alone. */
function people(fields: TaggedFields, full: string, short: string): Name[] {
  const names = fields.all(full);
  return names.length > 0
    ? names.map(readFullName)
    : fields
        .all(short)
        .map(oneLine)
        .map((name) => readInitials(name) ?? readName(name));
}

/** `Rappaport, Saul A Jr`: what follows the name stands behind the initials. */
function readFullName(text: string): Name {
  const name = readName(oneLine(text));
  if ('literal' in name) return name;
  const [, given, suffix] = /^(.*\S) (Jr|Sr|\dnd|\drd|\dth)$/.exec(name.given) ?? [];
  return given === undefined || suffix === undefined ? name : { ...name, given, suffix };
}

/** Each identifier is followed by its kind: `10.1051/0004-6361 [doi]`. */
function doiOf(identifiers: readonly string[]): string {
  return readDoi(identifiers.map(oneLine).find((one) => one.endsWith('[doi]')) ?? '');
}

/** The words of the authors, and those of the database, in which an asterisk marks the main ones. */
function keywordsOf(fields: TaggedFields): string[] {
  const words = fields.all('OT', 'MH').flatMap((word) => listOf(`${oneLine(word).replaceAll('*', '')};`));
  return [...new Set(words)];
}

/** The last page without the figures that it shares with the first one: `382-93`. */
function wholePages(text: string): string {
  const [, first = '', last = ''] = /^(\d+)-(\d+)$/.exec(text) ?? [];
  return last.length < first.length ? `${first}-${first.slice(0, first.length - last.length)}${last}` : text;
}

function withoutFullStop(title: string): string {
  return title.replace(/(?<![.\s])\.$/, '');
}

function kept(fields: TaggedFields): Record<string, string> {
  fields.all(...OF_THE_DATABASE);
  return fields.rest('medline');
}
