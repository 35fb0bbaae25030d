import { listOf, pageRange, pagesOf } from './bibtex-parts.ts';
import { readDate } from './dates.ts';
import { readDoi, withIdentifiers } from './identifiers.ts';
import { titleOf } from './read-ris.ts';
import {
  entryOf,
  readName,
  referenceOf,
  type Name,
  type ReadEntry,
  type ReadLibrary,
  type Reference,
  type ReferenceType,
} from './reference.ts';
import { serialNumbers } from './serial-numbers.ts';
import { oneLine, readTagged, TaggedFields, WEB_OF_SCIENCE_SYNTAX } from './tagged-lines.ts';

/** Fields about other papers or the database, and fields with abbreviated names. */
const LEFT_OUT = 'CR NR TC Z9 U1 U2 GA DA HC HP AU'.split(' ');

const FRAME: ReadonlySet<string> = new Set(['FN', 'VR', 'EF']);

/** The first line of a table export. */
const TABLE_HEAD = /^PT(?:\t[A-Z][A-Z\d])+$/;
const RECORD = /^PT [A-Z]$/m;

export function isWebOfScience(text: string): boolean {
  return isTable(text) || (RECORD.test(text) && /^(?:FN |VR |AU |TI )/m.test(text));
}

/** Reads an export of Web of Science: its tagged text (`.ciw`, `savedrecs.txt`) or its tab-separated table. */
export function readWebOfScience(text: string): ReadLibrary {
  return {
    format: 'web-of-science',
    collections: [],
    entries: isTable(text) ? readTable(text) : readRecords(text),
  };
}

function readRecords(text: string): ReadEntry[] {
  const isCut = !/^(?:ER|EF)\s*$/m.test(text.trimEnd().split('\n').slice(-2).join('\n'));
  const records = readTagged(text, WEB_OF_SCIENCE_SYNTAX).filter(({ fields }) =>
    fields.some(([tag]) => !FRAME.has(tag)),
  );
  return records.map(({ line, fields }, place) =>
    readOne(
      fields,
      line,
      isCut && place === records.length - 1 ? ['the file ends within this record. Parts of it may be missing'] : [],
    ),
  );
}

function isTable(text: string): boolean {
  return TABLE_HEAD.test(firstLine(text));
}

function firstLine(text: string): string {
  return text.split('\n', 1)[0]?.trimEnd() ?? '';
}

function readTable(text: string): ReadEntry[] {
  const tags = firstLine(text).split('\t');
  return text.split('\n').flatMap((row, place): ReadEntry[] => {
    if (place === 0 || row.trim() === '') return [];
    const values = row.split('\t');
    // Each row ends with a tab.
    const columns = values.findLastIndex((value) => value.trim() !== '') + 1;
    if (columns > tags.length) {
      const fault = `it has ${columns} columns, but the first line names ${tags.length}`;
      return [{ key: '', line: place + 1, warnings: [], outcome: { fault } }];
    }
    return [
      readOne(
        values.map((value, column) => [tags[column] ?? '', unquoted(value)] as const),
        place + 1,
        [],
      ),
    ];
  });
}

/** Removes the quotes that spreadsheets add when they save a table. */
function unquoted(value: string): string {
  return /^"(?:[^"]|"")*"$/.test(value) ? value.slice(1, -1).replaceAll('""', '"').trim() : value.trim();
}

function readOne(fields: readonly (readonly [string, string])[], line: number, warnings: readonly string[]): ReadEntry {
  const entry = entryOf(referenceFrom(new TaggedFields(fields)), line, warnings);
  return { ...entry, key: fields.find(([tag]) => tag === 'UT')?.[1] ?? '' };
}

function referenceFrom(fields: TaggedFields): Reference {
  const type = typeOf(fields.one('PT'), fields.one('DT'));
  const title = titleOf(fields.one('TI'));
  const source = titleOf(fields.one('SO'));
  const [first, last] = [fields.one('BP'), fields.one('EP')];
  const authors = people(fields, 'AF', 'AU', 'BF', 'BA');
  return referenceOf({
    ...withIdentifiers({
      type,
      title,
      authors: [...authors, ...groups(fields)],
      editors: people(fields, 'BE', 'ED'),
      container: type === 'book' && source.toLowerCase() === title.toLowerCase() ? '' : source,
      series: titleOf(fields.one('SE')),
      publisher: fields.one('PU'),
      place: fields.one('PI'),
      date: readDate(`${fields.one('PD')} ${fields.one('PY')}`) || readDate(fields.one('EA')),
      volume: fields.one('VL'),
      issue: fields.one('IS'),
      number: fields.one('PN'),
      pages: pagesOf((first === '' ? '' : pageRange(first, last)) || fields.one('AR')),
      doi: readDoi(fields.one('DI', 'D2')),
      ...serialNumbers(fields.all('SN', 'EI', 'BN')),
      language: fields.one('LA'),
      abstract: titleOf(fields.one('AB')),
      keywords: [...new Set(fields.all('DE', 'ID').flatMap((words) => listOf(`${oneLine(words)};`)))],
    }),
    extra: kept(fields),
  });
}

/**
 * Returns the reference type. `PT` says whether the record is from a journal, book, series or patent. `DT` is the kind
 * of article or part.
 */
function typeOf(publication: string, kind: string): ReferenceType {
  if (publication === 'P') return 'patent';
  if (/data (?:set|study)/i.test(kind)) return 'dataset';
  if (publication === '' || publication === 'J') return 'article-journal';
  if (/proceedings/i.test(kind)) return 'paper-conference';
  return /^book\b(?! chapter)/i.test(kind) ? 'book' : 'chapter';
}

/**
 * Returns the people of the first tag that has any. In tagged text, each name has its own line. In tables, semicolons
 * separate names.
 */
function people(fields: TaggedFields, ...tags: readonly string[]): Name[] {
  const tag = tags.find((name) => fields.one(name) !== '');
  return tag === undefined ? [] : namesIn(fields.all(tag)).map(readName);
}

function groups(fields: TaggedFields): Name[] {
  return namesIn(fields.all('CA', 'GP')).map((literal) => ({ literal }));
}

function namesIn(texts: readonly string[]): string[] {
  return texts
    .flatMap((text) => text.split(/[;\n]/))
    .map(oneLine)
    .filter((name) => name !== '');
}

function kept(fields: TaggedFields): Record<string, string> {
  fields.all(...LEFT_OUT);
  return fields.rest('wos');
}
