import { statements } from '@almagest/service-kit/statements';

/**
 * Stores the transaction that last changed the state of a point on the map. A trigger stores it for every statement.
 * Existing points get the migration's transaction without being rewritten.
 */
export const migration = statements([
  `alter table point add column changed xid8 not null default pg_current_xact_id()`,
  `create function stamp_point() returns trigger language plpgsql as $$
     begin
       new.changed := pg_current_xact_id();
       return new;
     end $$`,
  `create trigger stamp_point before update on point for each row
     when (old.status is distinct from new.status or old.success_method is distinct from new.success_method)
     execute function stamp_point()`,
]);
