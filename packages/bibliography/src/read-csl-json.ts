import { listOf, pagesOf } from './bibtex-parts.ts';
import { dateOf, readDate } from './dates.ts';
import { codeIn, readDoi, readEprint, readPreprintId, withIdentifiers } from './identifiers.ts';
import { isObject, objectsIn, textIn, type JsonObject } from './json-values.ts';
import { withoutMarkup } from './plain-text.ts';
import {
  entryOf,
  REFERENCE_TYPES,
  referenceOf,
  type Name,
  type ReadEntry,
  type ReadLibrary,
  type Reference,
  type ReferenceType,
} from './reference.ts';

/** CSL types that are stored as another type, or that older versions name differently. */
const OTHER_TYPES: Readonly<Record<string, ReferenceType>> = {
  'post-weblog': 'webpage',
  post: 'webpage',
  'entry-dictionary': 'entry-encyclopedia',
  entry: 'entry-encyclopedia',
  review: 'article-journal',
  'review-book': 'article-journal',
  program: 'software',
  data: 'dataset',
  periodical: 'article-magazine',
  'journal-article': 'article-journal',
  'proceedings-article': 'paper-conference',
  'posted-content': 'article',
  'book-chapter': 'chapter',
  'book-section': 'chapter',
  monograph: 'book',
  'edited-book': 'book',
  'reference-book': 'book',
  'reference-entry': 'entry-encyclopedia',
  dissertation: 'thesis',
};

/** CSL types that are stored as other types and exported with their original name. */
const KEPT_TYPES: ReadonlySet<string> = new Set(
  (
    'bill broadcast classic collection entry entry-dictionary event figure graphic hearing interview legal_case legislation ' +
    'map motion_picture musical_score pamphlet performance periodical personal_communication post post-weblog regulation ' +
    'review review-book song treaty'
  ).split(' '),
);

const READ = new Set(
  (
    'id citation-key type title author editor container-title collection-title publisher publisher-place issued volume issue page ' +
    'edition number genre DOI ISBN ISSN URL language abstract keyword note custom'
  ).split(' '),
);

/**
 * Reads CSL-JSON, the input format of citation processors. Zotero, Better BibTeX, pandoc and Crossref write this
 * format.
 */
export function readCslJson(value: unknown): ReadLibrary {
  return {
    format: 'csl-json',
    collections: [],
    entries: itemsIn(value).map((item, place): ReadEntry => {
      if (isObject(item)) return entryOf(referenceFrom(item), place + 1);
      return {
        key: '',
        line: place + 1,
        warnings: [],
        outcome: { fault: 'it is not an object with the fields of a paper' },
      };
    }),
  };
}

/** Returns the items of a list, of an object around a list, of a single item, or of an object with items by key. */
function itemsIn(value: unknown): readonly unknown[] {
  // Crossref wraps its responses.
  const whole = isObject(value) && isObject(value['message']) ? value['message'] : value;
  const listed = isObject(whole) ? (whole['items'] ?? whole['references']) : whole;
  // A list without any object is not a bibliography.
  if (Array.isArray(listed)) return listed.some(isObject) ? listed : [];
  if (!isObject(whole) || listed !== undefined) return [];
  const isItem = ['type', 'title', 'DOI', 'id'].some((name) => typeof whole[name] === 'string');
  if (isItem) return [whole];
  const named = Object.entries(whole).filter((entry): entry is [string, JsonObject] => isObject(entry[1]));
  return named.length === 0 ? [whole] : named.map(([id, item]) => ({ id, ...item }));
}

function referenceFrom(item: JsonObject): Reference {
  const text = (name: string) => withoutMarkup(textIn(first(item[name])).replaceAll(/\s+/g, ' '));
  const note = textIn(item['note']);
  const custom = isObject(item['custom']) ? item['custom'] : {};
  const lists = (name: string) => (Array.isArray(custom[name]) ? (custom[name] as unknown[]).map(textIn) : []);
  const tags = lists('tags');
  const keywords = lists('keywords');
  return referenceOf({
    ...withIdentifiers({
      key: textIn(item['citation-key']) || textIn(item['id']),
      type: typeOf(textIn(item['type'])),
      title: text('title'),
      authors: namesIn(item['author']),
      editors: namesIn(item['editor']),
      container: text('container-title'),
      series: text('collection-title'),
      publisher: text('publisher'),
      place: text('publisher-place'),
      date: dateIn(item['issued']),
      volume: text('volume'),
      issue: text('issue'),
      pages: pagesOf(text('page')),
      edition: text('edition'),
      number: text('number'),
      genre: text('genre'),
      doi: readDoi(textIn(item['DOI'])),
      preprintId: readEprint(textIn(custom['preprint_id'])) || readPreprintId(note),
      preprintClass: textIn(custom['preprint_class']),
      bibcode: codeIn(textIn(custom['bibcode'])) || codeIn(/^[ \t]{0,9}bibcode: (\S{19})[ \t]{0,9}$/im.exec(note)?.[1]),
      isbn: text('ISBN'),
      issn: text('ISSN'),
      url: textIn(first(item['URL'])).trim(),
      language: text('language'),
      abstract: text('abstract'),
      remark: note.trim(),
      keywords: keywords.length > 0 ? keywords : listOf(text('keyword')).filter((word) => !tags.includes(word)),
    }),
    tags,
    notes: lists('notes'),
    files: objectsIn(custom['files']).map((file) => ({
      path: textIn(file['path']),
      title: textIn(file['title']),
      type: textIn(file['type']),
    })),
    collections: lists2(custom['collections']),
    readingState: READING_STATES.find((state) => state === custom['reading_state']) ?? '',
    isStarred: custom['is_starred'] === true,
    extra: { ...fieldsIn(custom['fields']), ...restOf(item) },
  });
}

const READING_STATES = ['reading', 'read'] as const;

/** Returns the fields of other formats, by format and field. */
function fieldsIn(value: unknown): Record<string, string> {
  const fields = Object.entries(isObject(value) ? value : {}).flatMap(([name, said]) =>
    /^(?!csl:)[a-z-]{2,30}:\S.{0,80}$/.test(name) && textIn(said) !== '' ? [[name, textIn(said)] as const] : [],
  );
  return Object.fromEntries(fields);
}

/** Crossref's responses have lists of titles. */
function first(value: unknown): unknown {
  return Array.isArray(value) ? value[0] : value;
}

function lists2(value: unknown): string[][] {
  return Array.isArray(value) ? value.filter(Array.isArray).map((path) => (path as unknown[]).map(textIn)) : [];
}

function typeOf(type: string): ReferenceType {
  const own = REFERENCE_TYPES.find((one) => one === type);
  if (own !== undefined) return own;
  return (Object.hasOwn(OTHER_TYPES, type) ? OTHER_TYPES[type] : undefined) ?? 'document';
}

function namesIn(value: unknown): Name[] {
  return objectsIn(value).flatMap((name): Name[] => {
    const part = (key: string) => textIn(name[key]).replaceAll(/\s+/g, ' ').trim();
    const family = [part('non-dropping-particle'), part('family')].filter((one) => one !== '').join(' ');
    const given = [part('given'), part('dropping-particle')].filter((one) => one !== '').join(' ');
    const literal = part('literal') || part('name') || (given === '' ? family : '');
    if (literal !== '') return [{ literal }];
    if (family === '') return given === '' ? [] : [{ literal: given }];
    const suffix = part('suffix');
    return [{ family, given, ...(suffix === '' ? {} : { suffix }) }];
  });
}

/** Parses a CSL date, or pandoc's form of a date with named parts. */
function dateIn(given: unknown): string {
  const value = first(given);
  if (!isObject(value)) return readDate(textIn(value));
  const named = ['year', 'month', 'day'].map((name) => textIn(value[name]));
  if (/^\d{4}$/.test(named[0] ?? '')) {
    const [year = '', month = '', day = ''] = named;
    return dateOf(year, month === '' ? undefined : Number(month), day === '' ? undefined : Number(day));
  }
  const parts = first(value['date-parts']);
  if (!Array.isArray(parts)) return readDate(textIn(value['raw']) || textIn(value['literal']));
  const [year, month, day] = parts.map((part) => (textIn(part) === '' ? undefined : Number(textIn(part))));
  return year === undefined ? '' : dateOf(year, month, day);
}

/** Returns the remaining CSL fields as JSON. */
function restOf(item: JsonObject): Record<string, string> {
  const left = Object.entries(item).filter(
    ([name, value]) => (!READ.has(name) || isKeptType(name, value)) && /^[\w-]{1,60}$/.test(name) && isSmall(value),
  );
  return Object.fromEntries(left.map(([name, value]) => [`csl:${name}`, JSON.stringify(value)]));
}

function isKeptType(name: string, value: unknown): boolean {
  return name === 'type' && KEPT_TYPES.has(textIn(value));
}

/** Returns whether a value is small. Crossref includes the references of a paper, which are not a CSL field. */
function isSmall(value: unknown): boolean {
  return JSON.stringify(value).length <= 2_000;
}
