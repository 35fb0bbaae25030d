import { statements } from '@almagest/service-kit/statements';

/** Adds astronomical objects, their links to papers, and cached results of the name resolver. */
export const migration = statements([
  `create table name_lookup (
     -- In the resolver's form. Case matters: b Cen is not B Cen.
     name text collate "C" primary key,
     -- Null for an unknown name.
     object jsonb,
     fresh_until timestamptz not null)`,
  `create table target (
     id integer generated always as identity primary key,
     -- The same for every name of an object: 'simbad:609478', or the main name if the database has no numbers.
     identity text collate "C" not null unique,
     -- The name by which it was first linked.
     name text not null,
     canonical_name text not null,
     ra_deg double precision not null check (ra_deg between 0 and 360),
     dec_deg double precision not null check (dec_deg between -90 and 90),
     object_type text,
     -- Every name, in lower case and without blanks.
     searchable text not null)`,
  `create table target_paper (
     target_id integer not null references target on delete cascade,
     paper_id integer not null references paper on delete cascade,
     primary key (target_id, paper_id))`,
  `create index target_paper_paper on target_paper (paper_id)`,
]);
