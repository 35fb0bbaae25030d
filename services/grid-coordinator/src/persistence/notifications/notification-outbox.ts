import type { NotificationType } from '@almagest/contracts/grid';
import { LONGEST_WAIT_SEC } from '@almagest/service-kit/delivery-schedule';
import { sql } from 'kysely';
import type { NotificationContent } from '../../domain/notifications/notification-events.ts';
import type { Db, Tx } from '../database.ts';

/**
 * Stores an event with one delivery for each subscription, in the transaction that caused it. Events without a
 * subscriber are not stored.
 *
 * Locks the subscriptions against deletion, because a concurrent deletion would make the transaction fail.
 */
export async function storeEvent(trx: Tx, event: NotificationContent): Promise<void> {
  await sql`
    with wanted as materialized (
      select id from notification_subscription
      where ${event.type}::text = any(events) and (workflow is null or workflow = ${event.workflow}::text)
        and gone_at is null
      order by id for key share),
    stored as (
      insert into notification_event (type, workflow, node_id, message, data)
      select ${event.type}, ${event.workflow}, ${event.nodeId}, ${event.message}, ${JSON.stringify(event.data)}::jsonb
      where exists (select from wanted)
      returning id)
    insert into notification_delivery (event_id, subscription_id) select stored.id, wanted.id from stored, wanted`.execute(
    trx,
  );
}

/** Stores an event for one subscription, and returns its delivery, or undefined if the subscription does not exist. */
export async function storeEventFor(
  trx: Tx,
  subscriptionId: string,
  event: NotificationContent,
): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    with wanted as materialized (
      select id from notification_subscription where id = ${subscriptionId} for key share),
    stored as (
      insert into notification_event (type, workflow, node_id, message, data)
      select ${event.type}, ${event.workflow}, ${event.nodeId}, ${event.message}, ${JSON.stringify(event.data)}::jsonb
      from wanted
      returning id)
    insert into notification_delivery (event_id, subscription_id)
    select stored.id, wanted.id from stored, wanted returning id`.execute(trx);
  return rows[0]?.id;
}

/** Returns whether there are subscribers to one of these events. */
export async function hasSubscribers(db: Db, types: readonly NotificationType[]): Promise<boolean> {
  const { rows } = await sql`
    select from notification_subscription where events && ${types}::text[] and gone_at is null limit 1`.execute(db);
  return rows.length > 0;
}

/** A delivery whose next attempt the caller makes, with all data to send. */
export interface DueDelivery {
  readonly id: string;
  readonly subscription_id: string;
  /**
   * The number of this attempt, counted from 1. The end of this attempt is recorded only if no later attempt has begun.
   */
  readonly attempts: number;
  readonly kind: 'webhook' | 'mail';
  readonly sealed_target: Buffer;
  readonly sealed_secret: Buffer | null;
  readonly event_id: string;
  readonly type: NotificationType;
  readonly workflow: string | null;
  readonly message: string;
  readonly data: Readonly<Record<string, unknown>>;
  readonly occurred_at: Date;
}

export interface ClaimOptions {
  readonly limit: number;
  /**
   * The maximum number of deliveries per subscription, so that a receiver that doesn't answer does not delay the other
   * receivers.
   */
  readonly perSubscription: number;
  /** The time after which an attempt counts as lost, in seconds. */
  readonly leaseSec: number;
}

/**
 * True for a waiting delivery that is due. If the wait is longer than the maximum, the clock was ahead when the time
 * was set.
 */
const DUE = sql<boolean>`d.status = 'waiting'
  and (d.next_attempt_at <= now() or d.next_attempt_at > now() + make_interval(secs => ${sql.lit(LONGEST_WAIT_SEC)}))`;

/**
 * Begins the next attempt of due deliveries. Other processes cannot begin these deliveries until `leaseSec` has passed.
 * After that, this process is assumed dead.
 */
export async function claimDeliveries(
  db: Db,
  { limit, perSubscription, leaseSec }: ClaimOptions,
): Promise<DueDelivery[]> {
  const { rows } = await sql<DueDelivery>`
    with ranked as (
      select id, row_number() over (partition by subscription_id order by next_attempt_at, id) as place
      from notification_delivery d where ${DUE}),
    mine as (
      -- Repeats the condition, because a row that another process has just begun is read in its new state.
      select d.id from notification_delivery d join ranked using (id)
      where place <= ${perSubscription} and ${DUE}
      order by d.next_attempt_at, d.id limit ${limit} for update of d skip locked),
    begun as (
      update notification_delivery d
      set attempts = attempts + 1, last_attempt_at = now(), next_attempt_at = now() + make_interval(secs => ${leaseSec})
      from mine where d.id = mine.id
      returning d.id, d.event_id, d.subscription_id, d.attempts)
    select begun.id, begun.subscription_id, begun.attempts, s.kind, s.sealed_target, s.sealed_secret, e.id as event_id,
           e.type, e.workflow, e.message, e.data, e.occurred_at
    from begun join notification_event e on e.id = begun.event_id
    join notification_subscription s on s.id = begun.subscription_id`.execute(db);
  return rows;
}

export async function hasDueDeliveries(db: Db): Promise<boolean> {
  const { rows } = await sql`
    select from notification_delivery d where ${DUE} limit 1`.execute(db);
  return rows.length > 0;
}

/** Identifies the attempt to record. Matches nothing if a later attempt has begun. */
type Attempt = Pick<DueDelivery, 'id' | 'subscription_id' | 'attempts'>;

/** Records a success. Locks the subscription before its delivery, as a deletion does. */
export async function markDelivered(trx: Tx, { id, subscription_id, attempts }: Attempt): Promise<void> {
  await trx
    .updateTable('notification_subscription')
    .set({ last_delivered_at: sql<Date>`now()`, failing_since: null, gone_at: null })
    .where('id', '=', subscription_id)
    .execute();
  await trx
    .updateTable('notification_delivery')
    .set({ status: 'delivered', next_attempt_at: null, last_error: null, ended_at: sql<Date>`now()` })
    .where('id', '=', id)
    .where('attempts', '=', attempts)
    .where('status', '=', 'waiting')
    .execute();
}

/** Records a failed attempt. `waitSec`: the wait before the next attempt, or undefined if the delivery is given up. */
export async function markFailed(
  trx: Tx,
  { id, subscription_id, attempts }: Attempt,
  { error, waitSec }: { readonly error: string; readonly waitSec: number | undefined },
): Promise<void> {
  const next =
    waitSec === undefined
      ? ({ status: 'given_up', next_attempt_at: null, ended_at: sql<Date>`now()` } as const)
      : { next_attempt_at: sql<Date>`now() + make_interval(secs => ${waitSec})` };
  await trx
    .updateTable('notification_subscription')
    .set({ failing_since: sql<Date>`coalesce(failing_since, now())` })
    .where('id', '=', subscription_id)
    .execute();
  await trx
    .updateTable('notification_delivery')
    .set({ ...next, last_error: error })
    .where('id', '=', id)
    .where('attempts', '=', attempts)
    .where('status', '=', 'waiting')
    .execute();
}

/** Stops sending to a receiver that reported itself as gone, and gives up its waiting deliveries. */
export async function markGone(trx: Tx, subscriptionId: string, error: string): Promise<void> {
  await trx
    .updateTable('notification_subscription')
    .set({ gone_at: sql<Date>`now()`, failing_since: sql<Date>`coalesce(failing_since, now())` })
    .where('id', '=', subscriptionId)
    .execute();
  await trx
    .updateTable('notification_delivery')
    .set({ status: 'given_up', next_attempt_at: null, ended_at: sql<Date>`now()`, last_error: error })
    .where('subscription_id', '=', subscriptionId)
    .where('status', '=', 'waiting')
    .execute();
}

/**
 * Hands back an unfinished attempt because this process is stopping, so that another process can begin it immediately.
 */
export async function handBackAttempt(db: Db, { id, attempts }: Attempt): Promise<void> {
  await db
    .updateTable('notification_delivery')
    .set({ next_attempt_at: sql<Date>`now()` })
    .where('id', '=', id)
    .where('attempts', '=', attempts)
    .where('status', '=', 'waiting')
    .execute();
}

const KEPT_DAYS = 30;

/** Removes deliveries that ended long ago, and events that no delivery refers to any more. */
export async function expireDeliveries(db: Db): Promise<void> {
  await db
    .deleteFrom('notification_delivery')
    .where('ended_at', '<', sql<Date>`now() - make_interval(days => ${KEPT_DAYS})`)
    .execute();
  // An event and its deliveries are committed together, so no event is seen before its deliveries.
  await sql`
    delete from notification_event e
    where not exists (select from notification_delivery d where d.event_id = e.id)`.execute(db);
}
