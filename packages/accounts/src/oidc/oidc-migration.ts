import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Adds what sign-in with OpenID Connect stores. Both services list it among their own migrations. */
export const oidcMigration: Migration = {
  async up(db: Kysely<never>) {
    // The row stays without an account when the person is removed, so that the next sign-in does not create a new account.
    await sql`
      create table account_identity (
        issuer text not null,
        subject text not null,
        account_id uuid references account on delete set null,
        created_at timestamptz not null default now(),
        primary key (issuer, subject))`.execute(db);
    await sql`create index account_identity_account on account_identity (account_id)`.execute(db);
    await sql`
      create table oidc_attempt (
        digest bytea primary key,
        next_page text not null,
        link_digest bytea,
        expires_at timestamptz not null)`.execute(db);
    await sql`alter table account_session add column id_token text`.execute(db);
  },
};
