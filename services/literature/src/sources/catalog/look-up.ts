import type { PaperReference } from '../../domain/papers/paper-reference.ts';
import type { SourceRecord } from '../../domain/papers/source-record.ts';
import { SourceError } from '../source.ts';
import type { CatalogApi } from './api.ts';
import { RECORD_FIELDS, recordsOf } from './documents.ts';
import { MAX_ROWS, phrase, readPage, searchPages } from './search-pages.ts';

/** The catalog accepts queries up to this length. */
const MAX_QUERY_LENGTH = 1000;

/**
 * From this number of bibcodes, `lookUp` sends a list in the body of one call. The catalog allows 100 such calls a day.
 * It also allows 5000 searches a day, with about 35 bibcodes each.
 */
const BULK_FROM = 200;

const SORT = 'bibcode desc';

/** Returns the documents with one of these identifiers. Old and alternate identifiers also match. */
export async function lookUp(
  api: CatalogApi,
  references: readonly PaperReference[],
  signal: AbortSignal | undefined,
): Promise<SourceRecord[]> {
  const codes = references.filter(({ kind }) => kind === 'bibcode').map(({ value }) => value);
  const isBulk = codes.length >= BULK_FROM;
  const documents = isBulk ? await inBulk(api, codes, signal) : [];
  const rest = isBulk && documents !== undefined ? references.filter(({ kind }) => kind !== 'bibcode') : references;
  const found = await bySearch(api, rest, signal);
  const records = await recordsOf([...(documents ?? []), ...found]);
  return [...new Map(records.map((record) => [record.bibcode, record])).values()];
}

/**
 * Looks up bibcodes by a list. Returns undefined if the daily limit of such calls is reached. Searches then find the
 * same documents, but more slowly.
 */
async function inBulk(
  api: CatalogApi,
  codes: readonly string[],
  signal: AbortSignal | undefined,
): Promise<unknown[] | undefined> {
  const documents: unknown[] = [];
  try {
    for (let from = 0; from < codes.length; from += MAX_ROWS) {
      const text = ['bibcode', ...codes.slice(from, from + MAX_ROWS)].join('\n');
      const params = { q: '*:*', fl: RECORD_FIELDS, sort: SORT, rows: `${MAX_ROWS}` };
      const answer = await api.post('/search/bigquery', params, { type: 'big-query/csv', text }, signal);
      for (const one of readPage(answer).documents) documents.push(one);
    }
  } catch (error) {
    if (error instanceof SourceError && error.fault === 'rate_limited') return undefined;
    throw error;
  }
  return documents;
}

async function bySearch(
  api: CatalogApi,
  references: readonly PaperReference[],
  signal: AbortSignal | undefined,
): Promise<unknown[]> {
  const found: unknown[] = [];
  for (const q of queriesFor(references)) {
    const query = { q, fields: RECORD_FIELDS, sort: SORT, pageRows: MAX_ROWS };
    const { documents } = await searchPages(api, query, { start: 0, rows: MAX_ROWS }, signal);
    for (const one of documents) found.push(one);
  }
  return found;
}

/** Returns queries for identifiers. Each query joins as many identifiers with OR as fit. */
export function queriesFor(references: readonly PaperReference[]): string[] {
  const queries: string[] = [];
  for (const term of new Set(references.map(termOf))) {
    const joined = queries.length === 0 ? term : `${queries.at(-1)} OR ${term}`;
    if (queries.length === 0 || joined.length > MAX_QUERY_LENGTH) queries.push(term);
    else queries[queries.length - 1] = joined;
  }
  return queries;
}

function termOf({ kind, value }: PaperReference): string {
  if (kind === 'doi') return `doi:${phrase(value)}`;
  return `identifier:${phrase(kind === 'preprint_id' ? `arXiv:${value}` : value)}`;
}
