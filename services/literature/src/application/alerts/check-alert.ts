import type { Source } from '@almagest/contracts/literature';
import { inTransaction } from '@almagest/service-kit/database';
import { Lease } from '@almagest/service-kit/lease';
import { isNewPaper, knownSince, nextCheckSec } from '../../domain/alerts/alert-check.ts';
import { queryOf } from '../../domain/search/pasted-query.ts';
import { identityKeys } from '../../domain/papers/same-paper.ts';
import type { SourceRecord } from '../../domain/papers/source-record.ts';
import {
  acquireAlert,
  addAlertPapers,
  addKnownNames,
  endCheck,
  listDueAlerts,
  listKnownNames,
  type DueAlert,
} from '../../persistence/alerts/alert-repository.ts';
import { listNames } from '../../persistence/citations/bibliography-repository.ts';
import type { Db } from '../../persistence/database.ts';
import { storeRecords } from '../../persistence/papers/record-repository.ts';
import { SourceError, type LiteratureSource } from '../../sources/source.ts';
import { workLeased, type Ending } from '../work-leased.ts';

export interface AlertDeps {
  readonly db: Db;
  /** Enqueues the check of an alert. The queue ignores a name that is already enqueued. */
  readonly requestAlert: (id: number, name: string) => void;
}

export interface CheckDeps {
  readonly db: Db;
  readonly sources: readonly LiteratureSource[];
  readonly renewEveryMs: number;
  /** Reports the end of a check to the operator. */
  readonly reportCheck: (check: { alert: number; found: number; failures: readonly string[] }) => void;
}

export async function requestDueAlerts({ db, requestAlert }: AlertDeps): Promise<void> {
  for (const { id, name } of await listDueAlerts(db)) requestAlert(id, name);
}

/**
 * The number of rows per page. A check reads a source page by page, newest papers first. It stops when all papers of a
 * page are known, or after `MOST_ROWS` rows.
 */
const PAGE_ROWS = 200;
const MOST_ROWS = 1_000;

/** Queries the sources of an alert that is due. Stores the new papers and the time of the check in one transaction. */
export async function checkAlert(deps: CheckDeps, id: number, processSignal?: AbortSignal): Promise<void> {
  const { db, sources, reportCheck } = deps;
  const lease = new Lease<Ending>();
  const alert = await acquireAlert(db, id, lease.holder);
  if (alert === undefined) return;
  await workLeased(deps, { table: 'alert', id }, lease, processSignal, async () => {
    const selected = sources.filter(({ source }) => alert.source === 'all' || alert.source === source);
    const results = await Promise.all(selected.map((source) => querySource(db, alert, source, lease.signal)));
    if (lease.endedBy !== undefined) return;
    const found = await store(db, alert, results, lease.holder);
    if (found !== undefined)
      reportCheck({ alert: id, found, failures: results.flatMap(({ failure }) => failure ?? []) });
  });
}

interface SourceResult {
  readonly source: Source;
  readonly names: readonly string[];
  readonly fresh: readonly SourceRecord[];
  /**
   * Set only on the first check of the source. In later checks, unknown papers with this or a later date count as new.
   */
  readonly since?: string;
  readonly failure?: string;
}

async function querySource(
  db: Db,
  alert: DueAlert,
  source: LiteratureSource,
  signal: AbortSignal,
): Promise<SourceResult> {
  const none = { source: source.source, names: [], fresh: [] };
  try {
    return alert.known_since[source.source] === undefined
      ? await firstResult(alert, source, signal)
      : await laterResult(db, alert, source, signal);
  } catch (error) {
    if (error instanceof SourceError) return { ...none, failure: `${source.source}: ${error.message}` };
    if (signal.aborted) return none;
    throw error;
  }
}

async function firstResult(alert: DueAlert, source: LiteratureSource, signal: AbortSignal): Promise<SourceResult> {
  const page = { start: 0, rows: MOST_ROWS, sort: 'date_desc' } as const;
  const { records, consumed, total } = await source.search(queryOf(alert.query), page, signal);
  const since = knownSince(
    records.map(({ date }) => date),
    consumed >= total,
  );
  return { source: source.source, names: records.flatMap(identityKeys), fresh: [], since };
}

async function laterResult(
  db: Db,
  alert: DueAlert,
  source: LiteratureSource,
  signal: AbortSignal,
): Promise<SourceResult> {
  const fresh: SourceRecord[] = [];
  const names: string[] = [];
  let start = 0;
  for (let isOver = false; !isOver;) {
    const page = { start, rows: PAGE_ROWS, sort: 'date_desc' } as const;
    const { records, consumed, total } = await source.search(queryOf(alert.query), page, signal);
    const known = await listKnownNames(db, alert.id, records.flatMap(identityKeys));
    const unknown = records.filter((record) => !identityKeys(record).some((name) => known.has(name)));
    for (const name of records.flatMap(identityKeys)) names.push(name);
    for (const record of unknown) if (isNewPaper(alert.known_since[source.source], record.date)) fresh.push(record);
    start += consumed;
    isOver = unknown.length === 0 || consumed < PAGE_ROWS || start >= total;
    if (!isOver && start >= MOST_ROWS) {
      const failure = `${source.source}: there are more than ${MOST_ROWS} new papers. Only the first ${MOST_ROWS} are listed. Narrow the query`;
      return { source: source.source, names, fresh, failure };
    }
  }
  return { source: source.source, names, fresh };
}

/** Returns the number of new papers, or undefined if the lease was lost. */
async function store(
  db: Db,
  alert: DueAlert,
  results: readonly SourceResult[],
  holder: string,
): Promise<number | undefined> {
  const firsts = results.flatMap(({ source, since }) => (since === undefined ? [] : [[source, since] as const]));
  const failures = results.flatMap(({ failure }) => failure ?? []);
  return await inTransaction(db, async (trx) => {
    const end = {
      id: alert.id,
      holder,
      failures,
      knownSince: { ...alert.known_since, ...Object.fromEntries(firsts) },
      nextSec: nextCheckSec(alert.schedule, failures.length > 0),
    };
    if (!(await endCheck(trx, end))) return undefined;
    // In the first check of a source, all papers count as known, even if another source lists them as new.
    const known = new Set(results.flatMap(({ since, names }) => (since === undefined ? [] : names)));
    const fresh = results
      .flatMap((result) => result.fresh)
      .filter((record) => !identityKeys(record).some((name) => known.has(name)));
    const ids = [...new Set(await storeRecords(trx, fresh, { keep: false }))];
    // The alert may already know the paper under another name.
    const names = await listNames(trx, ids);
    const before = await listKnownNames(trx, alert.id, [...names.values()].flat());
    const found = ids.filter((id) => names.get(id)?.some((name) => before.has(name)) !== true);
    await addAlertPapers(trx, alert.id, found);
    await addKnownNames(trx, alert.id, [...new Set(results.flatMap((result) => result.names))]);
    return found.length;
  });
}
