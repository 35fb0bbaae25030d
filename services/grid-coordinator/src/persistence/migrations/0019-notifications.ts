import { statements } from '@almagest/service-kit/statements';

/** Creates the tables of subscriptions, events and deliveries (docs/decisions/0041). */
export const migration = statements([
  `create table notification_subscription (
     id uuid primary key default gen_random_uuid(),
     kind text not null check (kind in ('webhook', 'mail')),
     -- Encrypted, because the addresses of many receivers are secrets.
     sealed_target bytea not null,
     -- The part of the target that may be shown.
     shown_target text not null,
     sealed_secret bytea check ((sealed_secret is not null) = (kind = 'webhook')),
     events text[] not null,
     -- Null means all workflows.
     workflow text collate "C",
     description text,
     created_at timestamptz not null default now(),
     last_delivered_at timestamptz,
     failing_since timestamptz,
     gone_at timestamptz)`,
  `create table notification_event (
     id uuid primary key default gen_random_uuid(),
     type text not null,
     workflow text collate "C",
     node_id text collate "C",
     message text not null,
     data jsonb not null,
     occurred_at timestamptz not null default now())`,
  `create table notification_delivery (
     id uuid primary key default gen_random_uuid(),
     event_id uuid not null references notification_event on delete cascade,
     subscription_id uuid not null references notification_subscription on delete cascade,
     status text not null default 'waiting' check (status in ('waiting', 'delivered', 'given_up')),
     -- The number of attempts begun. An attempt records its end only if this is still its own number.
     attempts smallint not null default 0,
     -- When the next attempt may begin or, during an attempt, when that attempt counts as lost.
     next_attempt_at timestamptz default now() check ((next_attempt_at is not null) = (status = 'waiting')),
     last_attempt_at timestamptz,
     last_error text,
     created_at timestamptz not null default now(),
     ended_at timestamptz check ((ended_at is null) = (status = 'waiting')))`,
  `create index notification_delivery_due on notification_delivery (next_attempt_at) where status = 'waiting'`,
  `create index notification_delivery_listed on notification_delivery (subscription_id, created_at)`,
  `create index notification_delivery_event on notification_delivery (event_id)`,
  // A trouble of a running workflow that is not over yet. The trouble is stored so that it is announced only once.
  `create table workflow_trouble (
     workflow_id integer not null,
     kind text not null check (kind in ('stuck', 'failing')),
     since timestamptz not null default now(),
     primary key (workflow_id, kind))`,
  // When an offline node was marked as lost. A time before offline_since belongs to an earlier offline period.
  `alter table node add column lost_at timestamptz`,
]);
