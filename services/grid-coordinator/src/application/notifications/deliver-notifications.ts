import { inTransaction } from '@almagest/service-kit/database';
import { DeliveryError } from '@almagest/service-kit/delivery-error';
import { retryWaitSec } from '@almagest/service-kit/delivery-schedule';
import type { Logger } from '@almagest/service-kit/log';
import type { Mail } from '@almagest/service-kit/mail-sender';
import type { Db } from '../../persistence/database.ts';
import {
  claimDeliveries,
  handBackAttempt,
  markDelivered,
  markFailed,
  markGone,
  type DueDelivery,
} from '../../persistence/notifications/notification-outbox.ts';
import type { TextSeal } from '@almagest/durable-files';
import type { Webhook } from '../../senders/webhook-sender.ts';
import { messageIdOf } from './message-id.ts';

/** The outcome of an attempt, for the metrics. */
export type DeliveryOutcome = 'delivered' | 'failed' | 'given_up';

export interface DeliverDeps {
  readonly db: Db;
  readonly log: Logger;
  readonly notificationSeal: TextSeal;
  readonly webhooks: { send(webhook: Webhook, signal: AbortSignal): Promise<void> };
  /** Undefined if mail is not configured. */
  readonly mail: { send(mail: Mail, signal: AbortSignal): Promise<void> } | undefined;
  readonly countDelivery: (kind: DueDelivery['kind'], outcome: DeliveryOutcome) => void;
  /** Enqueues this job again. */
  readonly requestDeliveries: () => void;
}

/** Leases are longer than any attempt takes, so they need no renewal. */
const LEASE_SEC = 90;
const BATCH = { limit: 20, perSubscription: 4, leaseSec: LEASE_SEC };

/**
 * Attempts the deliveries that are due, 20 at a time. Each delivery is sent at least once: if a process dies between an
 * attempt and its record, the delivery is repeated with the same id.
 */
export async function deliverNotifications(deps: DeliverDeps, stopping: AbortSignal | undefined): Promise<void> {
  const signal = stopping ?? new AbortController().signal;
  const due = await claimDeliveries(deps.db, BATCH);
  const ended = await Promise.allSettled(due.map((delivery) => attempt(deps, delivery, signal)));
  if (due.length > 0 && !signal.aborted) deps.requestDeliveries();
  const faults = ended.flatMap((one): unknown[] => (one.status === 'rejected' ? [one.reason] : []));
  if (faults.length > 0) throw new AggregateError(faults, `could not record ${faults.length} notification attempts`);
}

async function attempt(deps: DeliverDeps, delivery: DueDelivery, signal: AbortSignal): Promise<void> {
  const { db, countDelivery } = deps;
  try {
    await send(deps, delivery, signal);
  } catch (error) {
    if (signal.aborted) return await handBackAttempt(db, delivery);
    if (!(error instanceof DeliveryError)) throw error;
    return await noteFailure(deps, delivery, error);
  }
  await inTransaction(db, (trx) => markDelivered(trx, delivery));
  countDelivery(delivery.kind, 'delivered');
}

async function noteFailure(
  { db, log, countDelivery }: DeliverDeps,
  delivery: DueDelivery,
  { message: error, isGone, retryAfterSec }: DeliveryError,
): Promise<void> {
  const { kind, subscription_id: subscription, attempts } = delivery;
  const waitSec = isGone ? undefined : retryWaitSec(attempts, retryAfterSec, Math.random());
  await inTransaction(db, async (trx) => {
    await markFailed(trx, delivery, { error, waitSec });
    if (isGone) await markGone(trx, subscription, error);
  });
  const outcome = waitSec === undefined ? 'given_up' : 'failed';
  countDelivery(kind, outcome);
  log.warn({ subscription, delivery: delivery.id, attempts, outcome, error }, 'could not deliver a notification');
}

async function send(deps: DeliverDeps, delivery: DueDelivery, signal: AbortSignal): Promise<void> {
  const { notificationSeal: seal, webhooks, mail } = deps;
  const address = opened(seal, delivery.sealed_target);
  if (delivery.kind === 'mail') {
    if (mail === undefined) throw new DeliveryError('mail is not configured: set SMTP_URL and MAIL_FROM');
    await mail.send(mailOf(delivery, address), signal);
  } else {
    const secret = opened(seal, delivery.sealed_secret ?? Buffer.alloc(0));
    const { id, body } = webhookOf(delivery);
    await webhooks.send({ address, secret, id, body }, signal);
  }
}

function opened(seal: TextSeal, sealed: Buffer): string {
  const text = seal.open(sealed);
  if (text === undefined)
    throw new DeliveryError(
      'DATA_DIR/server-secret has changed since the subscription was created: delete the subscription and create it again',
    );
  return text;
}

function webhookOf({ event_id, type, message, data, occurred_at }: DueDelivery): { id: string; body: string } {
  const id = messageIdOf(event_id);
  return { id, body: JSON.stringify({ type, timestamp: occurred_at.toISOString(), id, message, data }) };
}

function mailOf({ event_id, subscription_id, type, message, occurred_at }: DueDelivery, to: string): Mail {
  const id = messageIdOf(event_id);
  return {
    to,
    subject: `[Almagest] ${message}`.replaceAll(/\s+/g, ' ').slice(0, 150),
    text: `${message}\n\n${type}, ${occurred_at.toISOString()}\n${id}, subscription ${subscription_id}\n`,
    id: `${id}.${subscription_id}`,
  };
}
