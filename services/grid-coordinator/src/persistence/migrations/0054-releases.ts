import { statements } from '@almagest/service-kit/statements';

/** Stores published grids. Published grids outlive their workflows. */
export const migration = statements([
  `create table release (
     id integer generated always as identity primary key,
     slug text not null,
     version text not null,
     workflow_id integer not null,
     workflow_name text not null,
     metadata jsonb not null,
     status text not null default 'building' check (status in ('building', 'published', 'failed', 'withdrawn')),
     created_at timestamptz(3) not null default now(),
     touched_at timestamptz not null default now(),
     published_at timestamptz(3),
     withdrawn_at timestamptz(3),
     note text,
     content jsonb,
     unique (slug, version),
     check (status <> 'published' or content is not null))`,
  // A spectrum of a published release, and the positions of its files in the archive.
  `create table release_spectrum (
     release_id integer not null references release on delete cascade,
     number integer not null,
     point_name text collate "C" not null,
     product text,
     teff float8 not null,
     logg float8 not null,
     loghe float8 not null,
     logc float8 not null,
     logn float8 not null,
     logo float8 not null,
     sha256 text not null,
     text_at bigint not null,
     text_bytes bigint not null,
     fits_at bigint not null,
     fits_bytes bigint not null,
     samples integer not null,
     wave_min float8 not null,
     wave_max float8 not null,
     primary key (release_id, number))`,
  `create index release_spectrum_by_teff on release_spectrum (release_id, teff, logg)`,
]);
