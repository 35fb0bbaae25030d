import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/**
 * The first schema. Statuses are enums: they take four bytes in every index and reject words that the contract lacks.
 */
export const migration: Migration = {
  async up(db: Kysely<never>) {
    for (const statement of [...TYPES, ...WORKFLOWS, ...POINTS, ...TASKS, ...NODES, ...SEEDS, ...SERVICE]) {
      await sql.raw(statement).execute(db);
    }
  },
};

const TYPES = [
  `create type workflow_status as enum ('idle', 'initializing', 'running', 'paused', 'completed')`,
  `create type point_status as enum ('pending', 'queued', 'running', 'converged', 'failed')`,
  `create type task_status as enum ('pending', 'running', 'completed', 'failed', 'timeout')`,
  `create type node_status as enum ('online', 'offline', 'pending_approval', 'disabled', 'rejected')`,
];

const WORKFLOWS = [
  `create table workflow (
     id integer generated always as identity primary key,
     name text collate "C" not null unique,
     description text,
     config_yaml text not null,
     status workflow_status not null default 'idle',
     -- The configuration of the current run, read at its start. A saved one takes effect at the next start.
     run_config jsonb,
     -- Counts starts from idle and completed. The policies have not been applied yet to points of an older run.
     run integer not null default 0,
     -- Counts expansions, so that a resumed start does not mistake the chunks of an earlier one for its own.
     expansion integer not null default 0,
     warnings text[] not null default '{}',
     created_at timestamptz not null default now(),
     updated_at timestamptz not null default now())`,
  // A chunk of an expansion is written together with its points, so an expansion resumes after a crash.
  `create table expansion_chunk (
     workflow_id integer not null,
     expansion integer not null,
     chunk integer not null,
     primary key (workflow_id, expansion, chunk))`,
  // Deleted workflows whose rows are still being removed. A million rows take longer than one request.
  `create table deleted_workflow (id integer primary key, name text not null)`,
];

const POINTS = [
  `create table point (
     workflow_id integer not null,
     wave integer not null,
     score real not null,
     attempts integer not null default 0,
     status point_status not null,
     run integer not null,
     teff float8 not null,
     logg float8 not null,
     loghe float8 not null,
     logc float8 not null,
     logn float8 not null,
     logo float8 not null,
     name text collate "C" not null,
     -- The remaining strategy chains. Null while they equal the configured ones.
     atmosphere_chain text[],
     spectrum_chain text[],
     atmosphere_done boolean not null default false,
     spectrum_done boolean not null default false,
     losses smallint not null default 0,
     seed_tries smallint not null default 0,
     -- Distance in grid steps of the nearest seed that was tried. Limits the distance of a seed that reseeds the point.
     nearest_tried real,
     -- A pending point that needs a seed, or a failed one that a new seed would reseed.
     waits_for_seed boolean not null default false,
     task_id uuid,
     success_method text check (success_method in ('cold_run', 'seed_step')),
     last_task_type text,
     last_max_relc float8,
     last_completed_at timestamptz,
     last_error text,
     seed_point_name text,
     node_id text,
     primary key (workflow_id, name),
     check (status <> 'running' or task_id is not null)
   ) with (autovacuum_vacuum_scale_factor = 0.05, autovacuum_analyze_scale_factor = 0.05)`,
  // This index matches the claim order.
  `create index point_claim on point (workflow_id, wave, attempts, name) where status = 'queued'`,
  `create index point_by_status on point (workflow_id, status, wave, name)`,
  `create index point_by_teff on point (workflow_id, teff, name)`,
  // A fresh grid has no such points, so these indexes don't slow its expansion.
  `create index point_by_method on point (workflow_id, success_method, wave, name) where success_method is not null`,
  `create index point_by_max_relc on point (workflow_id, last_max_relc, name) where last_max_relc is not null`,
  `create index point_by_attempts on point (workflow_id, attempts desc, name) where attempts > 0`,
  `create index point_by_completion on point (workflow_id, last_completed_at, name) where last_completed_at is not null`,
  `create index point_waiting on point (workflow_id, logg, teff, loghe, logc, logn, logo) where waits_for_seed`,
  // Counts change in the transaction of their points. They are appended as differences, because many transactions may
  // change one (workflow, wave) at a time. The worker folds them into the totals.
  `create table point_count (
     workflow_id integer not null,
     wave integer not null,
     status point_status not null,
     method text not null default '',
     n bigint not null,
     primary key (workflow_id, wave, status, method))`,
  `create table point_count_delta (
     workflow_id integer not null,
     wave integer not null,
     status point_status not null,
     method text not null default '',
     n integer not null)`,
  // The same applies to the time that reported tasks took.
  `create table task_time (workflow_id integer primary key, tasks bigint not null, seconds float8 not null)`,
  `create table task_time_delta (workflow_id integer not null, tasks integer not null, seconds float8 not null)`,
  `create table progress_snapshot (
     workflow_id integer not null,
     at timestamptz not null default now(),
     pending integer not null,
     queued integer not null,
     running integer not null,
     converged integer not null,
     failed integer not null,
     primary key (workflow_id, at))`,
];

const TASKS = [
  // Each claim makes one attempt with one task id. This protects against reports that arrive late or twice.
  `create table task (
     id uuid primary key,
     workflow_id integer not null,
     point_name text collate "C" not null,
     run integer not null,
     wave integer not null,
     task_type text not null check (task_type in ('cold_run', 'seed_step')),
     seed_point_name text,
     seed_distance real,
     node_id text not null,
     status task_status not null default 'running',
     -- Ended by the coordinator, because the node was lost or the task overdue.
     taken_back boolean not null default false,
     created_at timestamptz not null default now(),
     deadline timestamptz,
     redelivered_at timestamptz,
     completed_at timestamptz,
     max_relc float8,
     atmosphere_has_nan boolean,
     elapsed_sec float8,
     error_message text,
     check ((status = 'running') = (completed_at is null)))`,
  `create index task_of_point on task (workflow_id, point_name, created_at)`,
  `create index task_held on task (node_id, created_at) where status = 'running'`,
  `create index task_deadline on task (deadline) where status = 'running' and deadline is not null`,
];

const NODES = [
  `create table node (
     node_id text collate "C" primary key,
     status node_status not null,
     max_slots integer not null check (max_slots between 1 and 4096),
     admin_max_slots integer check (admin_max_slots >= 0),
     -- Set while the node is throttled because it fails points that others finish.
     allowance integer check (allowance >= 1),
     token_hash bytea unique,
     token_issued_at timestamptz,
     -- The encrypted text of the token while it waits to be collected. See TextSeal.
     sealed_token bytea,
     sealed_until timestamptz,
     secret_hash bytea not null,
     applied_at timestamptz not null default now(),
     -- When the node went offline. Null while it is online.
     offline_since timestamptz)`,
  `create table node_heartbeat (
     node_id text collate "C" primary key,
     last_seen timestamptz not null,
     active_slots integer not null default 0,
     cpu_usage float8 not null default 0,
     memory_usage float8 not null default 0,
     -- The number of successive heartbeats with fewer active slots than the node holds tasks, and the first of them.
     low_beats integer not null default 0,
     low_since timestamptz,
     -- The last heartbeat that showed all held tasks, so tasks claimed before it have arrived.
     confirmed_at timestamptz) with (fillfactor = 50)`,
  `create table admin_session (digest bytea primary key, username text not null, expires_at timestamptz not null)`,
];

const SEEDS = [
  // A seed belongs to a point name, not to a workflow.
  `create table seed (
     name text collate "C" primary key,
     teff float8 not null,
     logg float8 not null,
     loghe float8 not null,
     logc float8 not null,
     logn float8 not null,
     logo float8 not null,
     sha256 text not null,
     size_bytes bigint not null,
     max_relc float8,
     -- The length of the chain of seeds that led to it. 0 after a cold run.
     lineage integer not null default 0,
     -- The chain of calculation stages that wrote the file. Null if unknown, as for an import.
     signature text,
     -- False for a file with NaN or Inf, which is stored and downloadable but never chosen.
     fit boolean not null,
     -- False until every point that waits for a seed has been checked.
     released boolean not null default false,
     stored_at timestamptz not null default now())`,
  `create index seed_place on seed (logg, teff, loghe, logc, logn, logo) where fit`,
  `create index seed_unreleased on seed (stored_at) where fit and not released`,
];

const SERVICE = [
  // While the coordinator is down, no node can reach it, so the time without contact is counted from here.
  `create table coordinator_uptime (
     singleton boolean primary key default true check (singleton),
     up_since timestamptz not null default now(),
     last_tick timestamptz not null default now())`,
  `insert into coordinator_uptime default values`,
  // Unlogged: a crash loses the last minute's counts, which is harmless.
  `create unlogged table rate_limit_hit (key text not null, at timestamptz not null)`,
  `create index rate_limit_hit_key on rate_limit_hit (key, at)`,
];
