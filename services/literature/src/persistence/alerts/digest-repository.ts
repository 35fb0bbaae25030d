import type { DigestSchedule } from '@almagest/contracts/literature';
import { LONGEST_WAIT_SEC } from '@almagest/service-kit/delivery-schedule';
import { sql } from 'kysely';
import type { LastDigests } from '../../domain/alerts/digest-schedule.ts';
import type { Viewer } from '../../domain/people/access.ts';
import type { Db, Tx } from '../database.ts';
import { createdBy } from '../people/visibility.ts';

export interface DigestRow {
  readonly id: number;
  readonly address: string;
  readonly schedule: DigestSchedule;
  readonly confirmed_at: Date | null;
  readonly mail_id: string | null;
  readonly sent_at: Date | null;
  readonly next_attempt_at: Date | null;
  readonly last_error: string | null;
}

export interface NewDigest {
  readonly address: string;
  readonly schedule: DigestSchedule;
  readonly unsubscribeKey: string;
}

export async function lockDigest(trx: Tx, viewer: Viewer): Promise<DigestRow | undefined> {
  return await ownDigest(trx, viewer).forUpdate().executeTakeFirst();
}

export async function findDigest(db: Db, viewer: Viewer): Promise<DigestRow | undefined> {
  return await ownDigest(db, viewer).executeTakeFirst();
}

function ownDigest(db: Db, viewer: Viewer) {
  return db
    .selectFrom('mail_digest')
    .select(['id', 'address', 'schedule', 'confirmed_at', 'mail_id', 'sent_at', 'next_attempt_at', 'last_error'])
    .where(createdBy(viewer, 'mail_digest'));
}

/**
 * Stores the viewer's address in place of an existing address, and requests the confirmation mail. Papers of an unsent
 * mail count as new again.
 */
export async function replaceAddress(
  trx: Tx,
  { ownerId }: Viewer,
  { address, schedule, unsubscribeKey }: NewDigest,
): Promise<void> {
  await sql`
    update alert_paper set mail_id = null
    where mail_id = (select mail_id from mail_digest where owner_id is not distinct from ${ownerId})`.execute(trx);
  await sql`
    insert into mail_digest (owner_id, address, schedule, unsubscribe_key, mail_id, next_attempt_at)
    values (${ownerId}, ${address}, ${schedule}, ${unsubscribeKey}, gen_random_uuid(), now())
    on conflict (owner_id) do update set
      address = excluded.address, schedule = excluded.schedule, unsubscribe_key = excluded.unsubscribe_key,
      confirmed_at = null, confirmation_digest = null, last_error = null,
      mail_id = excluded.mail_id, attempts = 0, next_attempt_at = now()`.execute(trx);
}

/** Changes the schedule, and makes a failed mail due again. */
export async function changeDigest(trx: Tx, id: number, schedule: DigestSchedule): Promise<void> {
  await sql`
    update mail_digest set schedule = ${schedule},
      attempts = case when last_error is null then attempts else 0 end,
      next_attempt_at = case when last_error is null then next_attempt_at else now() end
    where id = ${id}`.execute(trx);
}

export async function requestConfirmation(trx: Tx, id: number): Promise<void> {
  await sql`
    update mail_digest set mail_id = coalesce(mail_id, gen_random_uuid()), attempts = 0, next_attempt_at = now()
    where id = ${id} and confirmed_at is null`.execute(trx);
}

export async function deleteDigest(trx: Tx, viewer: Viewer): Promise<boolean> {
  const { numDeletedRows } = await trx
    .deleteFrom('mail_digest')
    .where(createdBy(viewer, 'mail_digest'))
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** Deletes the digest with this unsubscribe key. Returns its id. */
export async function deleteDigestByKey(trx: Tx, key: string): Promise<number | undefined> {
  const row = await trx.deleteFrom('mail_digest').where('unsubscribe_key', '=', key).returning('id').executeTakeFirst();
  return row?.id;
}

/** Stores the hash of the key that the confirmation mail contains. */
export async function setConfirmation(db: Db, { mail_id, attempts }: DueMail, digest: Buffer): Promise<void> {
  await db
    .updateTable('mail_digest')
    .set({ confirmation_digest: digest })
    .where('mail_id', '=', mail_id)
    .where('attempts', '=', attempts)
    .execute();
}

export async function hasConfirmation(db: Db, digest: Buffer): Promise<boolean> {
  const { rows } = await sql`select from mail_digest where confirmation_digest = ${digest}`.execute(db);
  return rows.length > 0;
}

/** Confirms an address. A second confirmation changes nothing. Returns the id of the digest. */
export async function confirmDigest(trx: Tx, digest: Buffer): Promise<number | undefined> {
  await sql`
    update mail_digest set confirmed_at = now(), mail_id = null, attempts = 0, next_attempt_at = null, last_error = null
    where confirmation_digest = ${digest} and confirmed_at is null`.execute(trx);
  const row = await trx
    .selectFrom('mail_digest')
    .select('id')
    .where('confirmation_digest', '=', digest)
    .executeTakeFirst();
  return row?.id;
}

/** Matches digests whose owners may use the service. */
const IS_ACTIVE = sql<boolean>`(mail_digest.owner_id is null
  or exists (select from account where account.id::text = mail_digest.owner_id and account.disabled_at is null))`;

/** Selects papers that have not been in a mail, from a digest's alerts with one of these schedules. */
const unmailed = (schedules: readonly DigestSchedule[]) => sql`
  select alert_paper.alert_id, alert_paper.paper_id
  from alert join alert_paper on alert_paper.alert_id = alert.id
  where alert.owner_id is not distinct from mail_digest.owner_id and alert.deleted_at is null
    and coalesce(alert.mail, mail_digest.schedule) = any(${schedules}::text[])
    and alert_paper.mail_id is null and seen_at is null and found_at >= mail_digest.created_at`;

/** Lists confirmed digests that have new papers and no unsent mail. Ignores the schedules. */
export async function listWaitingDigests(db: Db): Promise<readonly number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from mail_digest
    where confirmed_at is not null and mail_id is null and ${IS_ACTIVE}
      and exists (${unmailed(['daily', 'weekly'])})
    order by composed_at nulls first, id`.execute(db);
  return rows.map(({ id }) => id);
}

/** Locks a digest without an unsent mail. Returns undefined if another process is composing its mail. */
export async function lockWaitingDigest(trx: Tx, id: number): Promise<(LastDigests & { now: Date }) | undefined> {
  const { rows } = await sql<LastDigests & { now: Date }>`
    select composed_at as last, composed_weekly_at as "lastWeekly", now() as now from mail_digest
    where id = ${id} and mail_id is null and confirmed_at is not null for update skip locked`.execute(trx);
  return rows[0];
}

/** Assigns the new papers of a digest to a mail. Does nothing if the digest has no new papers. */
export async function composeMail(trx: Tx, id: number, schedules: readonly DigestSchedule[]): Promise<void> {
  await sql`
    with mail as materialized (select gen_random_uuid() as mail_id),
    chosen as (
      update alert_paper set mail_id = mail.mail_id
      from mail, mail_digest, lateral (${unmailed(schedules)}) as found
      where mail_digest.id = ${id} and alert_paper.alert_id = found.alert_id and alert_paper.paper_id = found.paper_id
      returning alert_paper.alert_id)
    update mail_digest set mail_id = mail.mail_id, attempts = 0, next_attempt_at = now(), composed_at = now(),
      composed_weekly_at = case when ${schedules.includes('weekly')}::bool then now() else composed_weekly_at end
    from mail where id = ${id} and exists (select from chosen)`.execute(trx);
}

/** An unsent mail that the caller must try to send now. */
export interface DueMail {
  readonly id: number;
  readonly owner_id: string | null;
  readonly mail_id: string;
  /** The number of this attempt. A failure is recorded only if no later attempt has begun. */
  readonly attempts: number;
  readonly address: string;
  readonly unsubscribe_key: string;
  readonly is_confirmed: boolean;
}

/** Begins the next attempt of mails that are due. Other processes can begin another attempt only after `leaseSec`. */
export async function claimMails(db: Db, limit: number, leaseSec: number): Promise<readonly DueMail[]> {
  const { rows } = await sql<DueMail>`
    update mail_digest set attempts = attempts + 1, next_attempt_at = now() + make_interval(secs => ${leaseSec})
    where id in (
      select id from mail_digest
      where mail_id is not null and ${IS_ACTIVE}
        -- A longer wait than any was set while the clock was ahead.
        and (next_attempt_at <= now() or next_attempt_at > now() + make_interval(secs => ${LONGEST_WAIT_SEC}))
      order by next_attempt_at limit ${limit} for update skip locked)
    returning id, owner_id, mail_id, attempts, address, unsubscribe_key, confirmed_at is not null as is_confirmed`.execute(
    db,
  );
  return rows;
}

export interface MailedPaper {
  readonly alert_id: number;
  readonly alert_name: string;
  readonly bibcode: string;
  readonly title: string;
  readonly authors: readonly string[];
  readonly date: string;
}

/** Lists the papers of a mail by alert, latest first. */
export async function listMailedPapers(db: Db, { owner_id, mail_id }: DueMail): Promise<readonly MailedPaper[]> {
  const { rows } = await sql<MailedPaper>`
    select alert.id as alert_id, alert.name as alert_name, bibcode, title, authors, coalesce(nullif(date, ''), year) as date
    from alert_paper join alert on alert.id = alert_id join paper on paper.id = paper_id
    where alert_paper.mail_id = ${mail_id} and alert.deleted_at is null and alert.owner_id is not distinct from ${owner_id}
      and paper.merged_into is null
    order by lower(alert.name), alert.id, found_at desc, paper_id desc`.execute(db);
  return rows;
}

/** Records that a mail was sent, or that no paper was left to send. */
export async function endMail(db: Db, { mail_id }: DueMail, wasSent: boolean): Promise<void> {
  await sql`
    update mail_digest set mail_id = null, attempts = 0, next_attempt_at = null, last_error = null,
      sent_at = case when ${wasSent}::bool then now() else sent_at end
    where mail_id = ${mail_id}::uuid`.execute(db);
}

/** Records a failed attempt. `waitSec` is the wait before the next attempt, or undefined after the last attempt. */
export async function failMail(
  db: Db,
  { mail_id, attempts }: DueMail,
  { error, waitSec }: { readonly error: string; readonly waitSec: number | undefined },
): Promise<void> {
  await sql`
    update mail_digest set last_error = ${error}, next_attempt_at = now() + make_interval(secs => ${waitSec ?? null}::float8)
    where mail_id = ${mail_id}::uuid and attempts = ${attempts}`.execute(db);
}
