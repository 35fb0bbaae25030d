import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/**
 * Keeps a version of each model for each origin, where a name had one seed before (`docs/decisions/0016-*.md`).
 *
 * Only adds tables and columns: the table `seed` stays for processes of the previous version that still run during an
 * upgrade. A trigger copies the rows that they write to `seed`.
 */
export const migration: Migration = {
  async up(db: Kysely<never>) {
    for (const statement of [...MODELS, ...REFERENCES, ...UPGRADE]) await sql.raw(statement).execute(db);
  },
};

const MODELS = [
  `create table model (
     id bigint generated always as identity,
     name text collate "C" not null,
     -- The chain of calculation stages that wrote the file. Null if unknown, as for an import.
     signature text,
     sha256 text not null,
     size_bytes bigint not null,
     max_relc float8,
     -- Null for models stored before models had versions.
     workflow_id integer,
     -- The attempt that made it. Null for an import.
     task_id uuid,
     -- The version it was itself computed from.
     parent_id bigint,
     parent_lineage integer,
     -- The length of the chain of models that led to it. 0 after a cold run.
     lineage integer not null check (lineage >= 0),
     -- False for a file that contains NaN or Inf or is missing. It is never chosen.
     fit boolean not null,
     -- False for a file that came with a spectrum, which was not computed from this file.
     of_atmosphere boolean not null default true,
     -- Its attempt has sent another file since.
     replaced boolean not null default false,
     stored_at timestamptz not null default clock_timestamp(),
     primary key (id, lineage),
     -- A parent has a smaller lineage, which cannot change while it is a parent, so there are no cycles.
     foreign key (parent_id, parent_lineage) references model (id, lineage),
     check ((parent_id is null) = (parent_lineage is null)),
     check (lineage > parent_lineage))`,
  `create unique index model_content on model (name, sha256, workflow_id, signature) nulls not distinct`,
  // This index is for the hourly removal. It is usually empty, because an entry needs a node that sends one result
  // twice with different files.
  `create index model_replaced on model (stored_at) where replaced`,
  // For each name and signature, the version from which other points start. Seeds are searched in this table.
  `create table current_model (
     name text collate "C" not null,
     signature text,
     model_id bigint not null,
     teff float8 not null,
     logg float8 not null,
     loghe float8 not null,
     logc float8 not null,
     logn float8 not null,
     logo float8 not null,
     sha256 text not null,
     size_bytes bigint not null,
     max_relc float8,
     lineage integer not null,
     fit boolean not null,
     -- False until every point that waits for a seed has been checked.
     released boolean not null default false,
     stored_at timestamptz not null default clock_timestamp())`,
  `create unique index current_model_key on current_model (name, signature) nulls not distinct`,
  `create index current_model_place on current_model (logg, teff, loghe, logc, logn, logo) where fit`,
  `create index current_model_unreleased on current_model (stored_at) where fit and not released`,
];

const REFERENCES = [
  // The version that a task starts from: its seed, or the atmosphere whose spectrum it computes.
  `alter table task add column start_model_id bigint`,
  // Whether the task computes the spectrum of an existing model.
  `alter table task add column spectrum_only boolean not null default false`,
];

const UPGRADE = [
  `create function copy_seed(s seed) returns void language sql as $$
     with stored as (
       insert into model (name, signature, sha256, size_bytes, max_relc, lineage, fit, stored_at)
       values (s.name, s.signature, s.sha256, s.size_bytes, s.max_relc, s.lineage, s.fit, s.stored_at)
       on conflict (name, sha256, workflow_id, signature) do update set stored_at = excluded.stored_at
       returning id, lineage)
     insert into current_model (name, signature, model_id, teff, logg, loghe, logc, logn, logo, sha256, size_bytes,
                                max_relc, lineage, fit, released, stored_at)
     select s.name, s.signature, stored.id, s.teff, s.logg, s.loghe, s.logc, s.logn, s.logo, s.sha256, s.size_bytes,
            s.max_relc, stored.lineage, s.fit, s.released, s.stored_at
     from stored
     on conflict (name, signature) do update set
       model_id = excluded.model_id, sha256 = excluded.sha256, size_bytes = excluded.size_bytes,
       max_relc = excluded.max_relc, lineage = excluded.lineage, fit = excluded.fit, released = excluded.released,
       stored_at = excluded.stored_at
     where excluded.stored_at > current_model.stored_at and (excluded.fit or not current_model.fit)
   $$`,
  `create function seed_written() returns trigger language plpgsql as $$
   begin
     perform copy_seed(new);
     return null;
   end $$`,
  `create trigger seed_written after insert or update of sha256 on seed for each row execute function seed_written()`,
];
