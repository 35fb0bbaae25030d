import { inTransaction } from '@almagest/service-kit/database';
import { Refusal } from '@almagest/service-kit/refusal';
import { isName, preprintBehind, readReference, type PaperReference } from '../../domain/papers/paper-reference.ts';
import { placeOfAddress, queryOfPlace, recordAt } from '../../domain/papers/publisher-address.ts';
import { identityKeys } from '../../domain/papers/same-paper.ts';
import type { SourceRecord } from '../../domain/papers/source-record.ts';
import type { Db } from '../../persistence/database.ts';
import { nameOf, type PaperRow } from '../../persistence/papers/paper-repository.ts';
import { storeRecords } from '../../persistence/papers/record-repository.ts';
import type { LiteratureSource, SourceError } from '../../sources/source.ts';
import { queryAll } from '../search/query-sources.ts';
import { findKnown, unknownPaper } from './require-paper.ts';

/** The maximum number of papers that begin on one journal page. */
const MOST_AT_A_PLACE = 5;

export interface ObtainDeps {
  readonly db: Db;
  readonly sources: readonly LiteratureSource[];
}

/**
 * Finds the paper that a caller names. Adds a new paper from the sources. Refuses a paper that no source knows, or that
 * cannot be looked up at the moment.
 */
export async function obtainPaper({ db, sources }: ObtainDeps, text: string, signal?: AbortSignal): Promise<PaperRow> {
  const known = await findKnown(db, text);
  if (known !== undefined) return known;
  const reference = readReference(text);
  const { records, failures } = await askSources(sources, reference, signal);
  const [first] = records;
  if (first !== undefined) {
    await inTransaction(db, (trx) => storeRecords(trx, records, { keep: false }));
    const found = await findKnown(db, isName(reference) ? text : first.bibcode);
    if (found !== undefined) return found;
  }
  throw notFound(reference.value, failures, sources);
}

/** Looks up a reference by its name, or else by the journal page that an address names. */
async function askSources(sources: ObtainDeps['sources'], reference: PaperReference, signal: AbortSignal | undefined) {
  if (isName(reference)) {
    const { answers, failures } = await queryAll(sources, (source) => source.lookUp([reference], signal));
    return { records: answers.flat().filter((record) => isCalled(record, reference)), failures };
  }
  const place = placeOfAddress(reference.value);
  if (place === undefined)
    throw unknownPaper(reference.value, 'it is not a catalog code, a DOI or a preprint identifier');
  const page = { start: 0, rows: MOST_AT_A_PLACE, sort: 'relevance' } as const;
  const { answers, failures } = await queryAll(
    sources,
    async (source) => await source.search(queryOfPlace(place), page, signal),
  );
  const records = answers.flatMap((answer) => answer.records);
  const record = recordAt(records, place);
  return { records: record === undefined ? [] : [record], failures };
}

/** Returns whether the record has this name. A source's search for a DOI may return papers with similar DOIs. */
function isCalled(record: SourceRecord, reference: PaperReference): boolean {
  const preprint = preprintBehind(reference);
  const names = [reference, ...(preprint === undefined ? [] : [{ kind: 'preprint_id', value: preprint } as const])];
  const keys = new Set(identityKeys(record));
  return names.some((name) => keys.has(nameOf(name)));
}

/**
 * Returns the refusal for a paper that was not found. If sources failed, the refusal lists these sources, because they
 * may know the paper.
 */
function notFound(name: string, failures: readonly SourceError[], sources: readonly LiteratureSource[]): Refusal {
  const unasked = new Set(['not_configured', 'query_refused']);
  const broken = failures.filter(({ fault }) => !unasked.has(fault));
  if (broken.length === 0) {
    const why = failures.map(({ message }) => message).join('; ');
    return unknownPaper(name, `no source knows it${why === '' ? '' : `. Not all sources could be queried: ${why}`}`);
  }
  const hostOf = (failure: SourceError) =>
    sources.find(({ source }) => source === failure.source)?.host ?? failure.source;
  const words = broken.map((failure) => `${hostOf(failure)}: ${failure.message}`).join('; ');
  const isSilent = broken.every(({ fault }) => fault === 'timeout');
  return new Refusal(
    isSilent ? 'upstream_silent' : 'upstream_refused',
    `${name} is not in the library and could not be looked up: ${words}`,
  );
}
