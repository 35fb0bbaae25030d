import { statements } from '@almagest/service-kit/statements';

/** Lets an import store its rows first and turn its models into seeds afterwards, in small transactions. */
export const migration = statements([
  // The names and signatures of stored models that have no row in current_model yet.
  `create table imported_model (
     workflow_id integer not null,
     name text collate "C" not null,
     signature text,
     teff float8 not null,
     logg float8 not null,
     loghe float8 not null,
     logc float8 not null,
     logn float8 not null,
     logo float8 not null)`,
  `create unique index imported_model_key on imported_model (workflow_id, name, signature) nulls not distinct`,
  `alter table archive_import drop constraint archive_import_status_check`,
  // stored: the workflow and its rows exist, but some of its models are not seeds yet.
  `alter table archive_import add constraint archive_import_status_check
     check (status in ('uploading', 'waiting', 'stored', 'done', 'refused'))`,
]);
