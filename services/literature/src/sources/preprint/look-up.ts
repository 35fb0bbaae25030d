import { preprintBehind, type PaperReference } from '../../domain/papers/paper-reference.ts';
import { SourceError } from '../source.ts';
import type { PreprintApi } from './api.ts';
import type { AtomEntry } from './atom-feed.ts';

/** Number of identifiers per call. The address then has about 3000 characters. */
const IDS_PER_CALL = 200;
const DOIS_PER_CALL = 20;

/** Returns the entries of these papers. Does not request references that cannot be preprints. */
export async function entriesOf(
  api: PreprintApi,
  references: readonly PaperReference[],
  signal: AbortSignal | undefined,
): Promise<AtomEntry[]> {
  const ids = new Set(references.map(preprintBehind).filter((id) => id !== undefined));
  const dois = references.filter((one) => one.kind === 'doi' && preprintBehind(one) === undefined);
  const entries: AtomEntry[] = [];
  for (const batch of batches([...ids], IDS_PER_CALL))
    for (const entry of await byIds(api, batch, signal)) entries.push(entry);
  for (const batch of batches([...new Set(dois.map(({ value }) => value))], DOIS_PER_CALL)) {
    const searchQuery = batch.map((doi) => `doi:"${doi.replaceAll(/["\\]/g, '')}"`).join(' OR ');
    const feed = await api.ask({ searchQuery, ids: [], start: 0, rows: IDS_PER_CALL }, signal);
    for (const one of feed.entries) entries.push(one);
  }
  return entries;
}

/**
 * Requests entries. The server refuses a list that contains an invalid identifier. This function then halves the list
 * until it finds the identifier.
 */
async function byIds(api: PreprintApi, ids: readonly string[], signal: AbortSignal | undefined): Promise<AtomEntry[]> {
  try {
    return [...(await api.ask({ searchQuery: '', ids, start: 0, rows: ids.length }, signal)).entries];
  } catch (error) {
    if (!(error instanceof SourceError && error.fault === 'query_refused')) throw error;
    if (ids.length === 1) return [];
    const half = Math.ceil(ids.length / 2);
    const found = await byIds(api, ids.slice(0, half), signal);
    return [...found, ...(await byIds(api, ids.slice(half), signal))];
  }
}

function batches<T>(all: readonly T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(all.length / size) }, (_, n) => all.slice(n * size, (n + 1) * size));
}
