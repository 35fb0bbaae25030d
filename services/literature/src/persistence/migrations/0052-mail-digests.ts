import { statements } from '@almagest/service-kit/statements';

/** Adds the mail with new papers of alerts. Rows without an owner belong to the built-in account. */
export const migration = statements([
  `create table mail_digest (
     id integer generated always as identity primary key,
     owner_id text,
     address text not null,
     schedule text not null check (schedule in ('daily', 'weekly')),
     -- Null until the link in the first mail was used.
     confirmed_at timestamptz,
     confirmation_digest bytea unique,
     -- Every mail contains the key, so it is stored itself. It can only end the mail.
     unsubscribe_key text not null unique,
     -- Papers found earlier are not mailed.
     created_at timestamptz not null default now(),
     -- When the last mail, and the last one with weekly alerts, was composed.
     composed_at timestamptz,
     composed_weekly_at timestamptz,
     sent_at timestamptz,
     -- The mail that has not been sent yet. Before the confirmation it is the mail with the link.
     mail_id uuid,
     attempts smallint not null default 0,
     -- Null: the attempts were given up.
     next_attempt_at timestamptz,
     last_error text)`,
  `create unique index mail_digest_owner on mail_digest (owner_id) nulls not distinct`,
  // Null means that the alert uses the schedule of the digest.
  `alter table alert add column mail text check (mail in ('off', 'daily', 'weekly'))`,
  // The mail with the paper. Null: not mailed.
  `alter table alert_paper add column mail_id uuid`,
  `create index alert_paper_mail on alert_paper (mail_id) where mail_id is not null`,
]);
