import { recordAudit } from '@almagest/accounts';
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
import { accessTo, type Access, type Viewer } from '../../domain/people/access.ts';
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
import type { Tx } from '../../persistence/database.ts';
import { findOwnership } from '../../persistence/people/visibility.ts';
import { findPapers } from '../../persistence/papers/paper-repository.ts';
import { withOwnership } from '../people/with-ownership.ts';
import { requireAccess } from '../people/require-access.ts';
import { requirePapers } from '../papers/require-papers.ts';
import { standardPaper } from '../papers/standard-paper.ts';
import { requestDueAlerts, type AlertDeps } from './check-alert.ts';

export type AlertRoutesDeps = AlertDeps & { readonly files: LibraryStore };

export async function readAlerts({ db }: Pick<AlertDeps, 'db'>, viewer: Viewer): Promise<Alert[]> {
  return await withOwnership(db, viewer, (await listAlerts(db, viewer)).map(described));
}

export async function createAlert(
  deps: AlertDeps,
  viewer: Viewer,
  { name, q, source, schedule }: NewAlert,
): Promise<Alert> {
  const alert = { name: (name ?? q).trim().slice(0, 200), query: q.trim(), source, schedule };
  const id = await inTransaction(deps.db, async (trx) => {
    const created = await insertAlert(trx, viewer, alert);
    await recordAudit(trx, { object: `alert ${created}` });
    return created;
  });
  await requestDueAlerts(deps);
  return await readAlert(deps, viewer, id);
}

export async function changeAlert(deps: AlertDeps, viewer: Viewer, id: number, change: AlertChange): Promise<Alert> {
  if (Object.keys(change).length === 0) throw new Refusal('malformed', 'give name, schedule or mail');
  const { name, schedule = 'off' } = change;
  const nextSec = nextCheckSec(schedule, false);
  const columns = { ...change, ...(name === undefined ? {} : { name: name.trim() }), nextSec };
  await onAlert(deps, viewer, { id, least: 'edit' }, async (trx) => await updateAlert(trx, id, columns));
  return await readAlert(deps, viewer, id);
}

export async function removeAlert({ db }: AlertDeps, viewer: Viewer, id: number): Promise<{ changed: number }> {
  await onAlert({ db }, viewer, { id, least: 'own' }, async (trx) => await deleteAlert(trx, id));
  return { changed: 1 };
}

/** Restores a deleted alert with its known papers, results and feed, and requests a check. */
export async function restoreDeletedAlert(deps: AlertDeps, viewer: Viewer, id: number): Promise<Alert> {
  await inTransaction(deps.db, async (trx) => {
    const ownership = await findOwnership(trx, 'alert', id);
    const isOwn = ownership !== undefined && accessTo(viewer, ownership) === 'own';
    if (!isOwn || !(await restoreAlert(trx, id)))
      throw new Refusal('unknown', `there is no alert ${id}. Deleted alerts can be restored for 30 days`);
    await recordAudit(trx, { object: `alert ${id}` });
  });
  await requestDueAlerts(deps);
  return await readAlert(deps, viewer, id);
}

export async function requestAlertCheck(deps: AlertDeps, viewer: Viewer, id: number): Promise<Alert> {
  await onAlert(deps, viewer, { id, least: 'edit' }, async (trx) => await requestCheck(trx, id));
  await requestDueAlerts(deps);
  return await readAlert(deps, viewer, id);
}

export async function readAlertPapers(
  { db, files }: AlertRoutesDeps,
  viewer: Viewer,
  id: number,
  listing: AlertListing,
): Promise<AlertPapers> {
  await readAlert({ db }, viewer, id);
  const { total, papers } = await listAlertPapers(db, id, listing);
  const rows = await findPapers(
    db,
    papers.map(({ paper_id }) => paper_id),
  );
  const listed = papers.map(async ({ paper_id, found_at, is_new }) => {
    const row = rows.get(paper_id);
    // The paper was merged in the meantime.
    if (row === undefined) return [];
    return [{ ...(await standardPaper(files, row)), found_at: found_at.toISOString(), is_new }];
  });
  return { total, papers: (await Promise.all(listed)).flat() };
}

export async function markAlertSeen(
  { db }: AlertDeps,
  viewer: Viewer,
  id: number,
  { bibcodes, found_until }: SeenPapers,
): Promise<{ changed: number }> {
  if (bibcodes !== undefined && found_until !== undefined)
    throw new Refusal('malformed', 'give either bibcodes or found_until');
  await readAlert({ db }, viewer, id);
  const changed = await inTransaction(db, async (trx) => {
    await requireAccess(trx, viewer, { table: 'alert', id }, 'edit');
    await recordAudit(trx, { object: `alert ${id}` });
    const paperIds = bibcodes === undefined ? null : await requirePapers(trx, bibcodes);
    return await markSeen(trx, id, { paperIds, until: found_until ?? null });
  });
  return { changed };
}

/** Changes an alert and records the change. `change` returns whether the alert exists. */
export async function onAlert(
  { db }: Pick<AlertDeps, 'db'>,
  viewer: Viewer,
  { id, least }: { readonly id: number; readonly least: Access },
  change: (trx: Tx) => Promise<boolean>,
): Promise<void> {
  await inTransaction(db, async (trx) => {
    await requireAccess(trx, viewer, { table: 'alert', id }, least);
    if (!(await change(trx))) throw unknownAlert(id);
    await recordAudit(trx, { object: `alert ${id}` });
  });
}

async function readAlert({ db }: Pick<AlertDeps, 'db'>, viewer: Viewer, id: number): Promise<Alert> {
  const row = await findAlert(db, viewer, id);
  const [alert] = await withOwnership(db, viewer, row === undefined ? [] : [described(row)]);
  if (alert === undefined) throw unknownAlert(id);
  return alert;
}

function unknownAlert(id: number): Refusal {
  return new Refusal('unknown', `there is no alert ${id}`);
}

function described({ last_checked_at, last_attempt_at, next_check_at, created_at, ...row }: AlertRow) {
  const text = (time: Date | null) => time?.toISOString() ?? null;
  return {
    ...row,
    last_checked_at: text(last_checked_at),
    last_attempt_at: text(last_attempt_at),
    next_check_at: text(next_check_at),
    created_at: created_at.toISOString(),
  };
}
