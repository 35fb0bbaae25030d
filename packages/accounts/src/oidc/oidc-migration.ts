import { statements } from '@almagest/service-kit/statements';

/** Adds what sign-in with OpenID Connect stores. Both services list this migration among their own migrations. */
export const oidcMigration = statements([
  // The row is kept without an account when the person is removed, so that the next sign-in does not create a new
  // account.
  `create table account_identity (
     issuer text not null,
     subject text not null,
     account_id uuid references account on delete set null,
     created_at timestamptz not null default now(),
     primary key (issuer, subject))`,
  `create index account_identity_account on account_identity (account_id)`,
  `create table oidc_attempt (
     digest bytea primary key,
     next_page text not null,
     link_digest bytea,
     expires_at timestamptz not null)`,
  `alter table account_session add column id_token text`,
]);
