import { statements } from '@almagest/service-kit/statements';

/** Records which attempt made a point's model, whether the model is fit, and which attempts left a record. */
export const migration = statements([
  `alter table task add column has_record boolean not null default false`,
  // The attempt whose atmosphere converged last. Null for an import, and for points that converged before this column
  // existed.
  `alter table point add column model_task_id uuid`,
  // Whether the last converged model contains NaN or Inf.
  `alter table point add column model_unfit boolean not null default false`,
]);
