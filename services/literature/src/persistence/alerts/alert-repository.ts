import type { AlertListing, AlertSchedule, SourceChoice } from '@almagest/contracts/literature';
import { isLeaseFree } from '@almagest/service-kit/lease';
import { sql } from 'kysely';
import type { KnownSince } from '../../domain/alerts/alert-check.ts';
import type { Ownership, Viewer } from '../../domain/people/access.ts';
import type { Db, Tx } from '../database.ts';
import { visibleTo } from '../people/visibility.ts';

export interface AlertRow extends Ownership {
  readonly id: number;
  readonly name: string;
  readonly query: string;
  readonly source: SourceChoice;
  readonly schedule: AlertSchedule;
  readonly new_count: number;
  readonly last_checked_at: Date | null;
  readonly last_attempt_at: Date | null;
  readonly failures: string[];
  readonly is_checking: boolean;
  readonly next_check_at: Date | null;
  readonly mail: AlertSchedule | null;
  readonly has_feed: boolean;
  readonly created_at: Date;
}

const ROW = sql`
  id, name, query, source, schedule, last_checked_at, last_attempt_at, failures, next_check_at, created_at,
  owner_id, sharing, shared_group, mail, feed_digest is not null as has_feed,
  (not ${isLeaseFree('alert')} or coalesce(next_check_at <= now(), false)) as is_checking,
  (select count(*)::int from alert_paper where alert_id = alert.id and seen_at is null) as new_count`;

export async function listAlerts(db: Db, viewer: Viewer): Promise<readonly AlertRow[]> {
  const { rows } = await sql<AlertRow>`
    select ${ROW} from alert where deleted_at is null and ${visibleTo(viewer, 'alert')}
    order by lower(name), id`.execute(db);
  return rows;
}

export async function findAlert(db: Db, viewer: Viewer, id: number): Promise<AlertRow | undefined> {
  const { rows } = await sql<AlertRow>`
    select ${ROW} from alert where id = ${id} and deleted_at is null and ${visibleTo(viewer, 'alert')}`.execute(db);
  return rows[0];
}

/**
 * Creates an alert that is due at once. Does not change an existing alert of the viewer with the same query and source.
 * Removes a deleted alert with the same query and source.
 */
export async function insertAlert(
  trx: Tx,
  { ownerId }: Viewer,
  { name, query, source, schedule }: Pick<AlertRow, 'name' | 'query' | 'source' | 'schedule'>,
): Promise<number> {
  await sql`
    delete from alert
    where query = ${query} and source = ${source} and owner_id is not distinct from ${ownerId}
      and deleted_at is not null`.execute(trx);
  const { rows } = await sql<{ id: number }>`
    insert into alert (name, query, source, schedule, next_check_at, owner_id)
    values (${name}, ${query}, ${source}, ${schedule}, now(), ${ownerId})
    on conflict (query, source, owner_id) do update set query = excluded.query returning id`.execute(trx);
  return rows[0]?.id ?? 0;
}

/**
 * Changes an alert. If the schedule changes, the new interval starts at the last check. An alert without a check is due
 * at once.
 */
export async function updateAlert(
  db: Db,
  id: number,
  {
    name = null,
    schedule = null,
    mail,
    nextSec,
  }: { name?: string | null; schedule?: string | null; mail?: AlertSchedule | null; nextSec: number | null },
): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`
    update alert set name = coalesce(${name}, name), schedule = coalesce(${schedule}, schedule),
      mail = case when ${mail === undefined} then mail else ${mail ?? null} end,
      next_check_at = case when schedule = coalesce(${schedule}, schedule) then next_check_at
        when last_checked_at is null and ${nextSec}::int is not null then now()
        else last_checked_at + make_interval(secs => ${nextSec}::int) end
    where id = ${id} and deleted_at is null`.execute(db);
  return numAffectedRows > 0n;
}

/** Deletes an alert so that it can be restored. A worker that is checking the alert loses its lease. */
export async function deleteAlert(db: Db, id: number): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`
    update alert set deleted_at = now(), lease_holder = null where id = ${id} and deleted_at is null`.execute(db);
  return numAffectedRows > 0n;
}

/** Restores a deleted alert. Does not change an alert that is not deleted. Returns false for an unknown id. */
export async function restoreAlert(db: Db, id: number): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`update alert set deleted_at = null where id = ${id}`.execute(db);
  return numAffectedRows > 0n;
}

export async function forgetDeletedAlerts(db: Db, ageSec: number): Promise<void> {
  await sql`delete from alert where deleted_at < now() - ${ageSec} * interval '1 second'`.execute(db);
}

/** Makes an alert due now. */
export async function requestCheck(db: Db, id: number): Promise<boolean> {
  const now = sql<Date>`now()`;
  const { numUpdatedRows } = await db
    .updateTable('alert')
    .set({ next_check_at: sql<Date>`least(next_check_at, ${now})` })
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/**
 * Lists the due alerts that no worker is checking, each with the name for its job. The name changes if a worker dies
 * during the check.
 */
export async function listDueAlerts(db: Db): Promise<readonly { readonly id: number; readonly name: string }[]> {
  const { rows } = await sql<{ id: number; name: string }>`
    select id, id || '-' || extract(epoch from next_check_at)::text || '-' || extract(epoch from lease_renewed_at)::text as name
    from alert where next_check_at <= now() and deleted_at is null and ${isLeaseFree('alert')} order by next_check_at limit 100`.execute(
    db,
  );
  return rows;
}

export interface DueAlert {
  readonly id: number;
  readonly query: string;
  readonly source: SourceChoice;
  readonly schedule: AlertSchedule;
  readonly known_since: KnownSince;
}

/**
 * Acquires the lease of a due alert. Returns undefined if another worker has the lease or the alert is no longer due.
 */
export async function acquireAlert(db: Db, id: number, holder: string): Promise<DueAlert | undefined> {
  const { rows } = await sql<DueAlert>`
    update alert set lease_holder = ${holder}::uuid, lease_renewed_at = now(), last_attempt_at = now()
    where id = ${id} and next_check_at <= now() and deleted_at is null and ${isLeaseFree('alert')}
    returning id, query, source, schedule, known_since`.execute(db);
  return rows[0];
}

/** The result of a check, and the delay before the next check. */
interface CheckEnd {
  readonly id: number;
  readonly holder: string;
  readonly failures: readonly string[];
  readonly knownSince: KnownSince;
  readonly nextSec: number | null;
}

/**
 * Records the end of a check and releases the lease. Returns false if another worker has the lease or the alert was
 * deleted.
 */
export async function endCheck(trx: Tx, { id, holder, failures, knownSince, nextSec }: CheckEnd): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`
    update alert set lease_holder = null, failures = ${failures}::text[], known_since = ${JSON.stringify(knownSince)},
      last_checked_at = case when ${failures.length}::int = 0 then now() else last_checked_at end,
      -- The schedule may have changed in the meantime.
      next_check_at = case when next_check_at <= now() then now() + make_interval(secs => ${nextSec}::int) else next_check_at end
    where id = ${id} and lease_holder = ${holder}::uuid`.execute(trx);
  return numAffectedRows > 0n;
}

/** Returns which of these names the alert has already found. */
export async function listKnownNames(db: Db, id: number, names: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectFrom('alert_name')
    .select('name')
    .where('alert_id', '=', id)
    .where('name', '=', sql<string>`any(${names}::text[])`)
    .execute();
  return new Set(rows.map(({ name }) => name));
}

export async function addKnownNames(trx: Tx, id: number, names: readonly string[]): Promise<void> {
  await sql`
    insert into alert_name (alert_id, name) select ${id}, name from unnest(${names}::text[]) as name
    on conflict do nothing`.execute(trx);
}

/** Adds papers to the results of an alert. Does not change papers that are already listed. */
export async function addAlertPapers(trx: Tx, id: number, paperIds: readonly number[]): Promise<void> {
  await sql`
    insert into alert_paper (alert_id, paper_id) select ${id}, paper_id from unnest(${paperIds}::int[]) as paper_id
    on conflict do nothing`.execute(trx);
}

export interface FoundPaper {
  readonly paper_id: number;
  readonly found_at: Date;
  readonly is_new: boolean;
  readonly entry_id: string;
}

/** Lists the papers that an alert has found, latest first. */
export async function listAlertPapers(
  db: Db,
  id: number,
  { only_new: onlyNew = false, start = 0, rows: limit = 25 }: AlertListing,
): Promise<{ readonly total: number; readonly papers: readonly FoundPaper[] }> {
  const found = sql`alert_paper where alert_id = ${id} and (seen_at is null or not ${onlyNew})`;
  const [{ rows: papers }, { rows: counted }] = await Promise.all([
    sql<FoundPaper>`
      select paper_id, found_at, seen_at is null as is_new, entry_id from ${found}
      order by found_at desc, paper_id desc offset ${start} limit ${limit}`.execute(db),
    sql<{ total: number }>`select count(*)::int as total from ${found}`.execute(db),
  ]);
  return { total: counted[0]?.total ?? 0, papers };
}

/** Marks papers as seen: the given papers, papers found until a time, or all papers. Returns how many were new. */
export async function markSeen(
  db: Db,
  id: number,
  { paperIds = null, until = null }: { readonly paperIds?: readonly number[] | null; readonly until?: string | null },
): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    update alert_paper set seen_at = now()
    where alert_id = ${id} and seen_at is null
      and (${paperIds}::int[] is null or paper_id = any(${paperIds}::int[]))
      -- Clients see times in milliseconds.
      and (${until}::timestamptz is null or date_trunc('milliseconds', found_at) <= ${until}::timestamptz)`.execute(db);
  return Number(numAffectedRows);
}

/** Sets or removes the digest of the key to an alert's feed. */
export async function setFeedDigest(db: Db, id: number, digest: Buffer | null): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('alert')
    .set({ feed_digest: digest })
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Finds the alert of a feed. Finds nothing if the owner's account is disabled. */
export async function findFeed(db: Db, digest: Buffer): Promise<AlertRow | undefined> {
  return (
    await sql<AlertRow>`
      select ${ROW} from alert where feed_digest = ${digest} and deleted_at is null
        and (owner_id is null or exists (select from account where account.id::text = owner_id and disabled_at is null))`.execute(
      db,
    )
  ).rows[0];
}

/** Adds the alerts of papers to another paper. Results that were already seen or mailed do not become new again. */
export async function inheritAlerts(trx: Tx, from: readonly number[], to: number): Promise<void> {
  await sql`
    insert into alert_paper (alert_id, paper_id, found_at, seen_at, mail_id)
    select distinct on (alert_id) alert_id, ${to}::int, found_at, seen_at, mail_id from alert_paper
    where paper_id = any(${from}::int[])
    order by alert_id, seen_at nulls last, mail_id
    on conflict (alert_id, paper_id) do update set seen_at = coalesce(alert_paper.seen_at, excluded.seen_at),
      mail_id = coalesce(alert_paper.mail_id, excluded.mail_id)`.execute(trx);
}
