import type {
  Alert,
  AlertChange,
  AlertListing,
  AlertPapers,
  NewAlert,
  SeenPapers,
} from '@almagest/contracts/literature';
import { inTransaction } from '@almagest/service-kit/database';
import { Refusal } from '@almagest/service-kit/refusal';
import { nextCheckSec } from '../../domain/alerts/alert-check.ts';
import type { LibraryStore } from '../../files/library-store.ts';
import {
  deleteAlert,
  findAlert,
  insertAlert,
  listAlertPapers,
  listAlerts,
  markSeen,
  requestCheck,
  restoreAlert,
  updateAlert,
  type AlertRow,
} from '../../persistence/alerts/alert-repository.ts';
import { findPapers } from '../../persistence/papers/paper-repository.ts';
import { requirePapers } from '../papers/require-papers.ts';
import { standardPaper } from '../papers/standard-paper.ts';
import { requestDueAlerts, type AlertDeps } from './check-alert.ts';

export type AlertRoutesDeps = AlertDeps & { readonly files: LibraryStore };

export async function readAlerts({ db }: Pick<AlertDeps, 'db'>): Promise<Alert[]> {
  return (await listAlerts(db)).map(described);
}

/** Creates an alert and requests its first check. */
export async function createAlert(deps: AlertDeps, { name, q, source, schedule }: NewAlert): Promise<Alert> {
  const alert = { name: (name ?? q).trim().slice(0, 200), query: q.trim(), source, schedule };
  const id = await inTransaction(deps.db, async (trx) => await insertAlert(trx, alert));
  await requestDueAlerts(deps);
  return await readAlert(deps, id);
}

export async function changeAlert(deps: AlertDeps, id: number, change: AlertChange): Promise<Alert> {
  if (Object.keys(change).length === 0) throw new Refusal('malformed', 'give name, schedule or both');
  const { name, schedule = 'off' } = change;
  const nextSec = nextCheckSec(schedule, false);
  if (!(await updateAlert(deps.db, id, { ...change, ...(name === undefined ? {} : { name: name.trim() }), nextSec })))
    throw unknownAlert(id);
  return await readAlert(deps, id);
}

export async function removeAlert({ db }: AlertDeps, id: number): Promise<{ changed: number }> {
  if (!(await deleteAlert(db, id))) throw unknownAlert(id);
  return { changed: 1 };
}

/** Restores a deleted alert with its known papers, results and feed. It is checked at once for what it missed. */
export async function restoreDeletedAlert(deps: AlertDeps, id: number): Promise<Alert> {
  if (!(await restoreAlert(deps.db, id)))
    throw new Refusal('unknown', `there is no alert ${id}; deleted alerts can be restored for 30 days`);
  await requestDueAlerts(deps);
  return await readAlert(deps, id);
}

/** Requests a check of an alert now. */
export async function requestAlertCheck(deps: AlertDeps, id: number): Promise<Alert> {
  if (!(await requestCheck(deps.db, id))) throw unknownAlert(id);
  await requestDueAlerts(deps);
  return await readAlert(deps, id);
}

export async function readAlertPapers(
  { db, files }: AlertRoutesDeps,
  id: number,
  listing: AlertListing,
): Promise<AlertPapers> {
  await readAlert({ db }, id);
  const { total, papers } = await listAlertPapers(db, id, listing);
  const rows = await findPapers(
    db,
    papers.map(({ paper_id }) => paper_id),
  );
  const listed = papers.map(async ({ paper_id, found_at, is_new }) => {
    const row = rows.get(paper_id);
    // The paper was merged meanwhile.
    if (row === undefined) return [];
    return [{ ...(await standardPaper(files, row)), found_at: found_at.toISOString(), is_new }];
  });
  return { total, papers: (await Promise.all(listed)).flat() };
}

export async function markAlertSeen(
  { db }: AlertDeps,
  id: number,
  { bibcodes, found_until }: SeenPapers,
): Promise<{ changed: number }> {
  if (bibcodes !== undefined && found_until !== undefined)
    throw new Refusal('malformed', 'give either bibcodes or found_until');
  await readAlert({ db }, id);
  const changed = await inTransaction(db, async (trx) => {
    const paperIds = bibcodes === undefined ? null : await requirePapers(trx, bibcodes);
    return await markSeen(trx, id, { paperIds, until: found_until ?? null });
  });
  return { changed };
}

async function readAlert({ db }: Pick<AlertDeps, 'db'>, id: number): Promise<Alert> {
  const row = await findAlert(db, id);
  if (row === undefined) throw unknownAlert(id);
  return described(row);
}

export function unknownAlert(id: number): Refusal {
  return new Refusal('unknown', `there is no alert ${id}`);
}

function described({ last_checked_at, last_attempt_at, next_check_at, created_at, ...row }: AlertRow): Alert {
  const text = (time: Date | null) => time?.toISOString() ?? null;
  return {
    ...row,
    last_checked_at: text(last_checked_at),
    last_attempt_at: text(last_attempt_at),
    next_check_at: text(next_check_at),
    created_at: created_at.toISOString(),
  };
}
