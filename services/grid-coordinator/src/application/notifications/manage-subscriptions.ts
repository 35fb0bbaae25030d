import { recordAudit } from '@almagest/accounts';
import type {
  CreateSubscriptionRequest,
  DeliveriesQuery,
  Delivery,
  NewSubscription,
  Subscription,
} from '@almagest/contracts/grid';
import { inTransaction } from '@almagest/service-kit/database';
import { Refusal } from '@almagest/service-kit/refusal';
import { testNotification } from '../../domain/notifications/notification-events.ts';
import { readTarget, type NotificationTarget } from '../../domain/notifications/notification-target.ts';
import type { Db } from '../../persistence/database.ts';
import { storeEventFor } from '../../persistence/notifications/notification-outbox.ts';
import {
  deleteSubscription as removeSubscription,
  insertSubscription,
  listDeliveries as findDeliveries,
  listSubscriptions as findSubscriptions,
  type DeliveryRow,
  type SubscriptionRow,
} from '../../persistence/notifications/subscription-repository.ts';
import { findWorkflow } from '../../persistence/workflows/workflow-repository.ts';
import type { TextSeal } from '@almagest/durable-files';
import { newSigningSecret } from '../../security/webhook-signature.ts';
import { unknownWorkflow } from '../workflows/require-workflow.ts';
import { messageIdOf } from './message-id.ts';

export interface SubscriptionsDeps {
  readonly db: Db;
  /** Encrypts targets and secrets. */
  readonly notificationSeal: TextSeal;
  readonly hasMail: boolean;
  /** Enqueues the job that sends due deliveries. */
  readonly requestDeliveries: () => void;
}

export async function listSubscriptions({ db }: Pick<SubscriptionsDeps, 'db'>): Promise<Subscription[]> {
  return (await findSubscriptions(db)).map(subscriptionOf);
}

/** Subscribes a target to events. A webhook's secret is returned only here. */
export async function createSubscription(
  { db, notificationSeal: seal, hasMail }: SubscriptionsDeps,
  { target: text, events, workflow = null, description = null }: CreateSubscriptionRequest,
): Promise<NewSubscription> {
  const target = checkTarget(text, hasMail);
  if (workflow !== null && events.includes('node.lost'))
    throw new Refusal('malformed', 'events: node.lost belongs to no workflow, so subscribe to it without `workflow`');
  if (workflow !== null && (await findWorkflow(db, workflow)) === undefined) throw unknownWorkflow(workflow);
  const secret = target.kind === 'webhook' ? newSigningSecret() : null;
  const id = await inTransaction(db, async (trx) => {
    const created = await insertSubscription(trx, {
      kind: target.kind,
      sealedTarget: seal.seal(target.address),
      shownTarget: target.shown,
      sealedSecret: secret === null ? null : seal.seal(secret),
      events,
      workflow,
      description,
    });
    await recordAudit(trx, { object: `subscription ${created}`, detail: { kind: target.kind, events, workflow } });
    return created;
  });
  return { subscription: subscriptionOf(await requireSubscription(db, id)), secret };
}

function checkTarget(text: string, hasMail: boolean): NotificationTarget {
  const target = readTarget(text);
  if (target === undefined)
    throw new Refusal('malformed', 'target: expected https://..., http://... without a fragment, or a mail address');
  if (target.kind === 'mail' && !hasMail)
    throw new Refusal('conflict', 'mail is not configured: set SMTP_URL and MAIL_FROM');
  return target;
}

export async function deleteSubscription({ db }: Pick<SubscriptionsDeps, 'db'>, id: string): Promise<void> {
  await inTransaction(db, async (trx) => {
    if (!(await removeSubscription(trx, id))) throw unknownSubscription(id);
    await recordAudit(trx, { object: `subscription ${id}` });
  });
}

/** Sends a test notification, even to a receiver that was marked as gone. */
export async function testSubscription(
  { db, requestDeliveries }: Pick<SubscriptionsDeps, 'db' | 'requestDeliveries'>,
  id: string,
): Promise<Delivery> {
  const delivery = await inTransaction(db, async (trx) => {
    const stored = await storeEventFor(trx, id, testNotification());
    if (stored === undefined) throw unknownSubscription(id);
    await recordAudit(trx, { object: `subscription ${id}` });
    return stored;
  });
  requestDeliveries();
  const [row] = await findDeliveries(db, id, { id: delivery, limit: 1 });
  // The subscription has just been deleted.
  if (row === undefined) throw unknownSubscription(id);
  return deliveryOf(row);
}

const DEFAULT_DELIVERIES = 100;
const MOST_DELIVERIES = 500;

export async function listDeliveries(
  { db }: Pick<SubscriptionsDeps, 'db'>,
  id: string,
  { status, limit = DEFAULT_DELIVERIES }: DeliveriesQuery,
): Promise<Delivery[]> {
  await requireSubscription(db, id);
  const rows = await findDeliveries(db, id, { status, limit: Math.min(MOST_DELIVERIES, Math.max(1, limit)) });
  return rows.map(deliveryOf);
}

async function requireSubscription(db: Db, id: string): Promise<SubscriptionRow> {
  const [row] = await findSubscriptions(db, id);
  if (row === undefined) throw unknownSubscription(id);
  return row;
}

function unknownSubscription(id: string): Refusal {
  return new Refusal('unknown', `no subscription has id ${id}`);
}

function subscriptionOf(row: SubscriptionRow): Subscription {
  return {
    id: row.id,
    kind: row.kind,
    target: row.shown_target,
    events: row.events,
    workflow: row.workflow,
    description: row.description,
    created_at: row.created_at.toISOString(),
    waiting: row.waiting,
    given_up: row.given_up,
    last_delivered_at: row.last_delivered_at?.toISOString() ?? null,
    failing_since: row.failing_since?.toISOString() ?? null,
    gone_at: row.gone_at?.toISOString() ?? null,
  };
}

function deliveryOf(row: DeliveryRow): Delivery {
  return {
    id: row.id,
    event_id: messageIdOf(row.event_id),
    type: row.type,
    workflow: row.workflow,
    node_id: row.node_id,
    message: row.message,
    occurred_at: row.occurred_at.toISOString(),
    status: row.status,
    attempts: row.attempts,
    next_attempt_at: row.next_attempt_at?.toISOString() ?? null,
    last_attempt_at: row.last_attempt_at?.toISOString() ?? null,
    last_error: row.last_error,
    ended_at: row.ended_at?.toISOString() ?? null,
  };
}
