import { statements } from '@almagest/service-kit/statements';

/**
 * Rejects a running reproduction whose task has ended. A process of a version without reproductions would record such a
 * report as an attempt at the point. The database refuses this, and the node sends the report again.
 */
export const migration = statements([
  `create function refuse_ended_task_of_running_reproduction() returns trigger language plpgsql as $$
     begin
       if exists (select from reproduction join workflow on workflow.id = workflow_id
                  where reproduction.id = new.reproduction_id and reproduction.status = 'running' and task_id = new.id) then
         raise exception 'task % has ended, but its reproduction % is still running', new.id, new.reproduction_id
           using errcode = 'integrity_constraint_violation',
                 hint = 'A process of an earlier version has recorded the report. Upgrade it.';
       end if;
       return null;
     end $$`,
  // The trigger runs at the end of the transaction, which may change both rows in any order.
  `create constraint trigger task_of_reproduction_ended after update of status on task
     deferrable initially deferred for each row
     when (new.reproduction_id is not null and old.status = 'running' and new.status <> 'running')
     execute function refuse_ended_task_of_running_reproduction()`,
]);
