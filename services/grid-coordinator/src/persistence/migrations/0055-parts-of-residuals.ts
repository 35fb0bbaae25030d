import { statements } from '@almagest/service-kit/statements';

/** Stores the residuals of all quantities, and lets reproductions begin from another start. */
export const migration = statements([
  `alter table model_residual
     -- Identifies the spectra that were compared.
     add column spectra text not null default '',
     -- The residual of each quantity, where it is largest.
     add column parts jsonb not null default '[]',
     -- The largest multiple of a quantity's median at the end of the last pass.
     add column times_median float8`,
  `create index model_residual_by_multiple on model_residual (workflow_id, times_median desc nulls last, point_name)`,
  // Compares all models again.
  `alter table residual_pass add column medians jsonb`,
  `update residual_pass set converged = -1`,
  `alter table reproduction
     add column start text not null default 'same' check (start in ('same', 'neighbour', 'cold')),
     add column start_point_name text collate "C",
     add column start_sha256 text,
     -- Whether the two results are different solutions.
     add column disagrees boolean,
     add check ((start = 'neighbour') = (start_point_name is not null and start_sha256 is not null))`,
  `create index reproduction_of_version on reproduction (workflow_id, point_name, sha256, id) where start <> 'same'`,
]);
