import { statements } from '@almagest/service-kit/statements';

/** Adds the citation styles that people upload. */
export const migration = statements([
  `create table citation_style (
     id integer generated always as identity primary key,
     owner_id text,
     title text not null,
     csl text not null,
     created_at timestamptz not null default now())`,
  `create unique index citation_style_title on citation_style (title, owner_id) nulls not distinct`,
  `create index citation_style_owner on citation_style (owner_id) where owner_id is not null`,
]);
