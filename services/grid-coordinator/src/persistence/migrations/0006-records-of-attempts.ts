import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Tells which attempt made the model of a point, whether that can start anything, and which attempts left a record. */
export const migration: Migration = {
  async up(db: Kysely<never>) {
    for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
  },
};

const STATEMENTS = [
  `alter table task add column has_record boolean not null default false`,
  // The attempt whose atmosphere converged last; null for an import, and for what converged before this column.
  `alter table point add column model_task_id uuid`,
  // The model that converged last holds NaN or Inf.
  `alter table point add column model_unfit boolean not null default false`,
];
