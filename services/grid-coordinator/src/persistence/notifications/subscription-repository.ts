import type { DeliveryStatus, NotificationEvent, NotificationType } from '@almagest/contracts/grid';
import { sql } from 'kysely';
import type { Db } from '../database.ts';

export interface NewSubscriptionRow {
  readonly kind: 'webhook' | 'mail';
  readonly sealedTarget: Buffer;
  readonly shownTarget: string;
  readonly sealedSecret: Buffer | null;
  readonly events: readonly NotificationEvent[];
  readonly workflow: string | null;
  readonly description: string | null;
}

export interface SubscriptionRow {
  readonly id: string;
  readonly kind: 'webhook' | 'mail';
  readonly shown_target: string;
  readonly events: NotificationEvent[];
  readonly workflow: string | null;
  readonly description: string | null;
  readonly created_at: Date;
  readonly last_delivered_at: Date | null;
  readonly failing_since: Date | null;
  readonly gone_at: Date | null;
  readonly waiting: number;
  readonly given_up: number;
}

export async function insertSubscription(db: Db, row: NewSubscriptionRow): Promise<string> {
  const { id } = await db
    .insertInto('notification_subscription')
    .values({
      kind: row.kind,
      sealed_target: row.sealedTarget,
      shown_target: row.shownTarget,
      sealed_secret: row.sealedSecret,
      events: [...row.events],
      workflow: row.workflow,
      description: row.description,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Returns all subscriptions in the order of their creation, or the subscription with this id. */
export async function listSubscriptions(db: Db, id?: string): Promise<SubscriptionRow[]> {
  const { rows } = await sql<SubscriptionRow>`
    select s.id, s.kind, s.shown_target, s.events, s.workflow, s.description, s.created_at, s.last_delivered_at,
           s.failing_since, s.gone_at, coalesce(d.waiting, 0) as waiting, coalesce(d.given_up, 0) as given_up
    from notification_subscription s
    left join (select subscription_id, count(*) filter (where status = 'waiting') as waiting,
                      count(*) filter (where status = 'given_up') as given_up
               from notification_delivery group by subscription_id) d on d.subscription_id = s.id
    where ${id === undefined ? sql`true` : sql`s.id = ${id}`}
    order by s.created_at, s.id`.execute(db);
  return rows;
}

export async function deleteSubscription(db: Db, id: string): Promise<boolean> {
  const { numDeletedRows } = await db.deleteFrom('notification_subscription').where('id', '=', id).executeTakeFirst();
  return numDeletedRows > 0n;
}

export interface DeliveryRow {
  readonly id: string;
  readonly event_id: string;
  readonly type: NotificationType;
  readonly workflow: string | null;
  readonly node_id: string | null;
  readonly message: string;
  readonly occurred_at: Date;
  readonly status: DeliveryStatus;
  readonly attempts: number;
  readonly next_attempt_at: Date | null;
  readonly last_attempt_at: Date | null;
  readonly last_error: string | null;
  readonly ended_at: Date | null;
}

interface DeliveryFilter {
  readonly id?: string;
  readonly status?: DeliveryStatus | undefined;
  readonly limit: number;
}

/** Returns the deliveries of a subscription, newest first. */
export async function listDeliveries(
  db: Db,
  subscriptionId: string,
  { id, status, limit }: DeliveryFilter,
): Promise<DeliveryRow[]> {
  return await db
    .selectFrom('notification_delivery as d')
    .innerJoin('notification_event as e', 'e.id', 'd.event_id')
    .select(['d.id', 'd.event_id', 'e.type', 'e.workflow', 'e.node_id', 'e.message', 'e.occurred_at'])
    .select(['d.status', 'd.attempts', 'd.next_attempt_at', 'd.last_attempt_at', 'd.last_error', 'd.ended_at'])
    .where('d.subscription_id', '=', subscriptionId)
    .$if(id !== undefined, (query) => query.where('d.id', '=', id ?? ''))
    .$if(status !== undefined, (query) => query.where('d.status', '=', status ?? 'waiting'))
    .orderBy('d.created_at', 'desc')
    .orderBy('d.id')
    .limit(limit)
    .execute();
}

/**
 * Returns the values for the metrics: the number of waiting deliveries, and the times since when subscriptions have
 * been failing.
 */
export async function readNotificationState(
  db: Db,
): Promise<{ waiting: number; failing: { id: string; since: Date }[] }> {
  const subscriptions = await listSubscriptions(db);
  return {
    waiting: subscriptions.reduce((sum, { waiting }) => sum + waiting, 0),
    failing: subscriptions.flatMap(({ id, failing_since: since }) => (since === null ? [] : [{ id, since }])),
  };
}
