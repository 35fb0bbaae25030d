import type { DeliveryStatus, NotificationEvent, NotificationType } from '@almagest/contracts/grid';
import type { ColumnType, Generated } from 'kysely';

type WrittenOnce<T> = ColumnType<T, T, never>;
type Default<T> = ColumnType<T, T | undefined, T>;

interface SubscriptionTable {
  id: Generated<string>;
  kind: WrittenOnce<'webhook' | 'mail'>;
  sealed_target: WrittenOnce<Buffer>;
  shown_target: WrittenOnce<string>;
  sealed_secret: WrittenOnce<Buffer | null>;
  events: WrittenOnce<NotificationEvent[]>;
  workflow: WrittenOnce<string | null>;
  description: WrittenOnce<string | null>;
  created_at: ColumnType<Date, never, never>;
  last_delivered_at: Default<Date | null>;
  failing_since: Default<Date | null>;
  gone_at: Default<Date | null>;
}

interface EventTable {
  id: Generated<string>;
  type: WrittenOnce<NotificationType>;
  workflow: WrittenOnce<string | null>;
  node_id: WrittenOnce<string | null>;
  message: WrittenOnce<string>;
  data: ColumnType<Readonly<Record<string, unknown>>, string, never>;
  occurred_at: ColumnType<Date, never, never>;
}

interface DeliveryTable {
  id: Generated<string>;
  event_id: WrittenOnce<string>;
  subscription_id: WrittenOnce<string>;
  status: Default<DeliveryStatus>;
  attempts: Default<number>;
  next_attempt_at: Default<Date | null>;
  last_attempt_at: Default<Date | null>;
  last_error: Default<string | null>;
  created_at: ColumnType<Date, never, never>;
  ended_at: Default<Date | null>;
}

export interface NotificationTables {
  notification_subscription: SubscriptionTable;
  notification_event: EventTable;
  notification_delivery: DeliveryTable;
}
