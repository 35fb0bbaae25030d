import { setImmediate } from 'node:timers/promises';
import { PAPER_LIMITS } from '@almagest/contracts/literature';
import { isBibcode, normalDoi } from '../../domain/papers/paper-reference.ts';
import { parsePreprintId, preprintIdOfBibcode } from '../../domain/papers/preprint-id.ts';
import type { SourceRecord } from '../../domain/papers/source-record.ts';
import { field } from './api.ts';
import { plainText, plainTitle } from '../plain-text.ts';

/** The fields from which records are built. `[citations]` requests the numbers of citations and references. */
export const RECORD_FIELDS =
  'bibcode,alternate_bibcode,identifier,title,author,year,pubdate,date,pub,keyword,abstract,doi,citation_count,reference_count,[citations],doctype';

/**
 * Returns whether a text may be a bibcode. Bibcodes normally have nineteen characters. Much longer texts are dropped.
 */
const isCode = (code: string): boolean => code !== '' && code.length <= 200;

/** Maximum number of values of a field. The longest lists of authors have five thousand names. */
const MAX_VALUES = PAPER_LIMITS.authors;

/**
 * The maximum time, in milliseconds, for which the conversion blocks the event loop. Only a single long document takes
 * longer.
 */
const TURN_MS = 20;

/** Converts documents of the catalog to records. Yields to the event loop between turns. */
export async function recordsOf(documents: readonly unknown[]): Promise<SourceRecord[]> {
  const records: SourceRecord[] = [];
  let end = performance.now() + TURN_MS;
  for (const document of documents) {
    const record = recordOf(document);
    if (record !== undefined) records.push(record);
    if (performance.now() < end) continue;
    await setImmediate();
    end = performance.now() + TURN_MS;
  }
  return records;
}

/**
 * Converts a document of the catalog to a record. Documents omit empty fields, so the function reads each field
 * separately. Returns undefined for a document without a bibcode.
 */
export function recordOf(document: unknown): SourceRecord | undefined {
  const read = (name: string) => field(document, name);
  const bibcode = text(read('bibcode'));
  if (!isCode(bibcode)) return undefined;
  const identifiers = texts(read('identifier'));
  const dois = texts(read('doi'));
  const codes = [...texts(read('alternate_bibcode')).filter(isCode), ...identifiers.filter(isBibcode)];
  const year = text(read('year'));
  const abstract = plainText(text(read('abstract')));
  return {
    source: 'catalog',
    bibcode,
    formerBibcodes: [...new Set(codes)].filter((code) => code !== bibcode),
    title: plainTitle(texts(read('title'))[0] ?? ''),
    authors: texts(read('author')).map(plainTitle),
    year: year === '' ? bibcode.slice(0, 4) : year,
    date: text(read('pubdate')) || text(read('date')).slice(0, 10),
    pubJournal: plainTitle(text(read('pub'))),
    keywords: texts(read('keyword')).map(plainTitle),
    abstract: /^not available\.?$/i.test(abstract) ? '' : abstract,
    dois: publishersDois([...dois, ...identifiers]),
    preprintId: preprintIdOf([bibcode, ...codes], [...identifiers, ...dois]),
    citationCount: count(read('citation_count'), field(read('[citations]'), 'num_citations')),
    referenceCount: count(read('reference_count'), field(read('[citations]'), 'num_references')),
    doctype: text(read('doctype')),
  };
}

/** Drops the preprint's DOI, which published papers often list too. */
function publishersDois(candidates: readonly string[]): string[] {
  const dois = candidates.map(normalDoi).filter((doi) => doi !== undefined);
  return [...new Set(dois)].filter((doi) => parsePreprintId(doi) === undefined);
}

function preprintIdOf(bibcodes: readonly string[], identifiers: readonly string[]): string {
  const labelled = identifiers.filter((identifier) => /^arxiv:/i.test(identifier));
  for (const identifier of [...labelled, ...identifiers.filter((one) => !isBibcode(one))]) {
    const id = parsePreprintId(identifier);
    if (id !== undefined) return id;
  }
  return bibcodes.map(preprintIdOfBibcode).find((id) => id !== undefined) ?? '';
}

/** Returns the texts of a field that may be a text or a list. */
function texts(value: unknown): string[] {
  const list: unknown[] = Array.isArray(value) ? value.slice(0, MAX_VALUES) : [value];
  return list.filter((one) => typeof one === 'string').filter((one) => one !== '');
}

const text = (value: unknown): string => texts(value)[0] ?? '';

/** Returns the first value that is a number. */
function count(...values: readonly unknown[]): number {
  return values.find((value): value is number => Number.isSafeInteger(value)) ?? 0;
}
