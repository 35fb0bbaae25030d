import { listOf } from './bibtex-parts.ts';
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

/** MEDLINE's publication types. If a record has several types, the first match wins. The default is an article. */
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

/** Fields about the database record itself, and fields derived from other fields. */
const OF_THE_DATABASE = 'OWN STAT DCOM LR CRDT EDAT MHDA PHST PST SB SO JID TA AU ED 4099 4100'.split(' ');

/** Returns whether a text is in this format. Records have PubMed's number, or no number if the catalog wrote them. */
export function isMedline(text: string): boolean {
  return /^PMID- ?\d/m.test(text) || (/^PT {2}- \S/m.test(text) && /^TI {2}- \S/m.test(text));
}

/**
 * Reads PubMed's format (`.nbib`). The catalog calls this format MEDLARS:
 * https://www.nlm.nih.gov/bsd/mms/medlineelements.html
 */
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
    // For a journal, `PL` is the country.
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
    // The catalog writes the name of the journal on a separate line.
    ...withIdentifiers(withSource(parts, address === '' ? '' : fields.peek('SO'))),
    extra: { ...kept(fields), ...(number === '' ? {} : { 'medline:PMID': number }) },
  });
}

function typeOf(kinds: readonly string[]): ReferenceType {
  const names = kinds.map(oneLine);
  return TYPES.find(([named]) => names.some((name) => named.test(name)))?.[1] ?? 'article-journal';
}

/** Returns full names if the record has them. Older records have only initials. */
function people(fields: TaggedFields, full: string, short: string): Name[] {
  const names = fields.all(full);
  return names.length > 0
    ? names.map(readFullName)
    : fields
        .all(short)
        .map(oneLine)
        .map((name) => readInitials(name) ?? readName(name));
}

/** Parses `Rappaport, Saul A Jr`. A suffix follows the initials. */
function readFullName(text: string): Name {
  const name = readName(oneLine(text));
  if ('literal' in name) return name;
  const [, given, suffix] = /^(.*\S) (Jr|Sr|\dnd|\drd|\dth)$/.exec(name.given) ?? [];
  return given === undefined || suffix === undefined ? name : { ...name, given, suffix };
}

/** Returns the DOI. Each identifier ends with its kind: `10.1051/0004-6361 [doi]`. */
function doiOf(identifiers: readonly string[]): string {
  return readDoi(identifiers.map(oneLine).find((one) => one.endsWith('[doi]')) ?? '');
}

/** Returns the keywords of the authors and of the database. The database marks main keywords with an asterisk. */
function keywordsOf(fields: TaggedFields): string[] {
  const words = fields.all('OT', 'MH').flatMap((word) => listOf(`${oneLine(word).replaceAll('*', '')};`));
  return [...new Set(words)];
}

/** Completes an abbreviated last page: `382-93`. */
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
