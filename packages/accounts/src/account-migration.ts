import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/**
 * Adds accounts, sessions, API keys, links and the audit log. Both services list this migration among their own
 * migrations.
 */
export const accountMigration: Migration = {
  async up(db: Kysely<never>) {
    await sql`
      create table account (
        id uuid primary key default gen_random_uuid(),
        user_name text not null,
        name_key text not null unique,
        display_name text not null,
        role text not null,
        password_hash text,
        created_at timestamptz not null default now(),
        disabled_at timestamptz,
        last_sign_in_at timestamptz)`.execute(db);
    await sql`
      create table account_session (
        id uuid primary key default gen_random_uuid(),
        digest bytea not null unique,
        account_id uuid not null references account on delete cascade,
        address text not null,
        program text not null,
        created_at timestamptz not null default now(),
        last_used_at timestamptz not null default now(),
        expires_at timestamptz not null)`.execute(db);
    await sql`create index account_session_account on account_session (account_id)`.execute(db);
    await sql`
      create table account_key (
        id uuid primary key default gen_random_uuid(),
        digest bytea not null unique,
        account_id uuid not null references account on delete cascade,
        name text not null,
        beginning text not null,
        scope text not null,
        created_at timestamptz not null default now(),
        last_used_at timestamptz,
        expires_at timestamptz)`.execute(db);
    await sql`create index account_key_account on account_key (account_id)`.execute(db);
    await sql`
      create table account_link (
        digest bytea primary key,
        account_id uuid not null references account on delete cascade,
        purpose text not null,
        expires_at timestamptz not null)`.execute(db);
    await sql`create index account_link_account on account_link (account_id)`.execute(db);
    await createAuditLog(db);
  },
};

/** Triggers protect the log. Privileges would not, because the service's own role owns the tables. */
async function createAuditLog(db: Kysely<never>): Promise<void> {
  await sql`
    create table audit_event (
      id bigint generated always as identity primary key,
      at timestamptz not null default now(),
      actor_kind text not null,
      actor text not null,
      account_id uuid,
      api_key text,
      address text,
      request_id text,
      operation text not null,
      object text not null,
      outcome text not null,
      detail jsonb not null)`.execute(db);
  await sql`create index audit_event_at on audit_event (at)`.execute(db);
  await sql`create index audit_event_actor on audit_event (actor, id)`.execute(db);
  await sql`
    create function protect_audit_event() returns trigger language plpgsql as $$ begin
      if tg_op = 'DELETE' and old.at < now() - interval '30 days' then return old; end if;
      raise exception 'rows of the audit log cannot be changed, and not be deleted for 30 days';
    end $$`.execute(db);
  await sql`
    create trigger protect_audit_event before update or delete on audit_event
    for each row execute function protect_audit_event()`.execute(db);
  await sql`
    create trigger protect_audit_log before truncate on audit_event
    for each statement execute function protect_audit_event()`.execute(db);
}
