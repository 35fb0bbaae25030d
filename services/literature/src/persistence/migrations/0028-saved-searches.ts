import { statements } from '@almagest/service-kit/statements';

/** Adds saved searches of the library. */
export const migration = statements([
  `create table saved_search (
     id integer generated always as identity primary key,
     name text not null unique check (name <> ''),
     -- Conditions and order in the form of the contract.
     search jsonb not null,
     -- The order of the list. Equal positions are sorted by id.
     position integer not null,
     created_at timestamptz not null default now())`,
]);
