import Type, { type Static } from 'typebox';
import { defineOperations } from '../operation.ts';
import { closedObject, Nullable, Timestamp, WordedText } from '../schema.ts';
import { EmptyEnvelope, envelope } from './envelope.ts';
import { WorkflowName } from './vocabulary.ts';

export const NOTIFICATION_EVENTS = ['workflow.completed', 'workflow.stuck', 'workflow.failing', 'node.lost'] as const;

export const NotificationEvent = Type.Enum([...NOTIFICATION_EVENTS]);
export type NotificationEvent = Static<typeof NotificationEvent>;

/** `notification.test` is only sent on request, to the tested subscription. */
export const NotificationType = Type.Enum([...NOTIFICATION_EVENTS, 'notification.test']);
export type NotificationType = Static<typeof NotificationType>;

export const DeliveryStatus = Type.Enum(['waiting', 'delivered', 'given_up']);
export type DeliveryStatus = Static<typeof DeliveryStatus>;

export const CreateSubscriptionRequest = closedObject({
  /** A mail address, or an address that begins with `https://` or `http://`. */
  target: WordedText(2_000),
  events: Type.Array(NotificationEvent, { minItems: 1, uniqueItems: true, maxItems: NOTIFICATION_EVENTS.length }),
  /** Only events of this workflow. */
  workflow: Type.Optional(Nullable(WorkflowName)),
  description: Type.Optional(Nullable(WordedText(200))),
});
export type CreateSubscriptionRequest = Static<typeof CreateSubscriptionRequest>;

export const Subscription = Type.Object({
  id: Type.String({ format: 'uuid' }),
  kind: Type.Enum(['webhook', 'mail']),
  /** For a webhook only the scheme, host and port, because the rest of such addresses is often secret. */
  target: Type.String(),
  events: Type.Array(NotificationEvent),
  workflow: Nullable(Type.String()),
  description: Nullable(Type.String()),
  created_at: Timestamp,
  waiting: Type.Integer(),
  given_up: Type.Integer(),
  last_delivered_at: Nullable(Timestamp),
  /** When the first attempt after the last success failed. Null while deliveries succeed. */
  failing_since: Nullable(Timestamp),
  /** When the receiver answered 410. From then on it only gets tests, until one succeeds. */
  gone_at: Nullable(Timestamp),
});
export type Subscription = Static<typeof Subscription>;

export const NewSubscription = Type.Object({
  subscription: Subscription,
  /** The key of the signatures, shown only here. Null for mail, which is not signed. */
  secret: Nullable(Type.String()),
});
export type NewSubscription = Static<typeof NewSubscription>;

export const Delivery = Type.Object({
  id: Type.String({ format: 'uuid' }),
  /** The id of the event, sent as `webhook-id`. The same in every attempt. */
  event_id: Type.String(),
  type: NotificationType,
  workflow: Nullable(Type.String()),
  node_id: Nullable(Type.String()),
  message: Type.String(),
  occurred_at: Timestamp,
  status: DeliveryStatus,
  attempts: Type.Integer(),
  /** Null unless it waits. */
  next_attempt_at: Nullable(Timestamp),
  /** When the last attempt began. */
  last_attempt_at: Nullable(Timestamp),
  /** Why the last attempt failed. Null after a success. */
  last_error: Nullable(Type.String()),
  /** When it was delivered or given up. */
  ended_at: Nullable(Timestamp),
});
export type Delivery = Static<typeof Delivery>;

export const DeliveriesQuery = Type.Object({
  status: Type.Optional(DeliveryStatus),
  limit: Type.Optional(Type.Integer({ default: 100, description: 'Clamped to 1-500.' })),
});
export type DeliveriesQuery = Static<typeof DeliveriesQuery>;

const SubscriptionPath = Type.Object({
  id: Type.String({
    title: 'the id of a subscription',
    pattern: '^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$',
  }),
});
const forAdministrator = { tag: 'notifications', role: 'admin', failures: 'envelope' } as const;
const onSubscription = { ...forAdministrator, params: SubscriptionPath } as const;

export const notificationOperations = defineOperations({
  listSubscriptions: {
    ...forAdministrator,
    least: 'administrator',
    method: 'get',
    path: '/api/notifications/subscriptions',
    summary: 'Lists the subscriptions with their events, and whether deliveries succeed.',
    reply: envelope(Type.Array(Subscription)),
    statuses: [401, 403, 500],
  },
  createSubscription: {
    ...forAdministrator,
    least: 'administrator',
    method: 'post',
    path: '/api/notifications/subscriptions',
    summary: 'Subscribes a webhook or a mail address to events. The secret of a webhook is shown only in this answer.',
    body: CreateSubscriptionRequest,
    reply: envelope(NewSubscription),
    statuses: [400, 401, 403, 404, 409, 413, 500],
  },
  deleteSubscription: {
    ...onSubscription,
    least: 'administrator',
    method: 'delete',
    path: '/api/notifications/subscriptions/{id}',
    summary: 'Removes a subscription with its deliveries. Waiting deliveries are not sent.',
    reply: EmptyEnvelope,
    statuses: [400, 401, 403, 404, 500],
  },
  testSubscription: {
    ...onSubscription,
    least: 'administrator',
    method: 'post',
    path: '/api/notifications/subscriptions/{id}/test',
    summary: 'Sends a test notification. The list of deliveries shows its outcome.',
    reply: envelope(Delivery),
    statuses: [400, 401, 403, 404, 500],
  },
  listDeliveries: {
    ...onSubscription,
    least: 'administrator',
    method: 'get',
    path: '/api/notifications/subscriptions/{id}/deliveries',
    summary: 'Lists the notifications of a subscription, newest first, each with its last attempt.',
    query: DeliveriesQuery,
    reply: envelope(Type.Array(Delivery)),
    statuses: [400, 401, 403, 404, 500],
  },
});
