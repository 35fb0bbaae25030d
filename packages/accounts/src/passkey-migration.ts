import { statements } from '@almagest/service-kit/statements';

/** Adds passkeys and their challenges. Both services list this migration among their own migrations. */
export const passkeyMigration = statements([
  `create table account_passkey (
     id uuid primary key default gen_random_uuid(),
     account_id uuid not null references account on delete cascade,
     credential_id text not null unique,
     public_key bytea not null,
     counter bigint not null,
     transports text[] not null,
     name text not null,
     created_at timestamptz not null default now(),
     last_used_at timestamptz)`,
  `create index account_passkey_account on account_passkey (account_id)`,
  `create table account_challenge (
     digest bytea primary key,
     session_id uuid references account_session on delete cascade,
     expires_at timestamptz not null)`,
  `create index account_challenge_session on account_challenge (session_id)`,
  `create index account_challenge_expires on account_challenge (expires_at)`,
]);
