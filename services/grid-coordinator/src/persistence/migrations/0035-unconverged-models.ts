import { statements } from '@almagest/service-kit/statements';

const METHODS = `('cold_run', 'seed_step', 'continue')`;

/** Keeps the structure at which an attempt stopped short of convergence, for the strategy `continue`. */
export const migration = statements([
  // False if the model can only start a continued attempt at its own point.
  `alter table model add column converged boolean not null default true`,
  // The model that the next \`continue\` starts from, and its largest relative change.
  `alter table point
     add column unconverged_sha256 text,
     add column unconverged_max_relc float8,
     add constraint point_unconverged_check check ((unconverged_sha256 is null) = (unconverged_max_relc is null)) not valid`,
  // New constraints are not validated, because validation would read the whole table under a lock. Existing rows have
  // passed a narrower check.
  `alter table point
     drop constraint point_success_method_check,
     add constraint point_success_method_check check (success_method in ${METHODS}) not valid`,
  `alter table task
     drop constraint task_task_type_check,
     add constraint task_task_type_check check (task_type in ${METHODS}) not valid`,
  `alter table failure_group_help
     drop constraint failure_group_help_method_check,
     add constraint failure_group_help_method_check check (method in ('cold_run', 'seed_step', 'continue', 'spectrum')) not valid`,
]);
