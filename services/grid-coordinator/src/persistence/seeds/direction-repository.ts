import { recordset } from '@almagest/service-kit/recordset';
import { sql } from 'kysely';
import type { DirectionOutcomes } from '../../domain/seeds/seed-learning.ts';
import type { Db } from '../database.ts';
import type { Write } from '../write-together.ts';

export type DirectionCount = DirectionOutcomes & { readonly workflowId: number };

/** Adds attempts from seeds. Takes one row for each direction. The caller has locked the workflows. */
export function directionCounts(counts: readonly DirectionCount[]): Write[] {
  if (counts.length === 0) return [];
  const given = recordset(counts, { workflowId: 'int4', direction: 'text', tried: 'int8', converged: 'int8' }, 'd');
  const upsert = sql`
    insert into seed_direction as known (workflow_id, direction, tried, converged)
    select "workflowId", direction, tried, converged from ${given}
    on conflict (workflow_id, direction) do update set
      tried = known.tried + excluded.tried, converged = known.converged + excluded.converged`;
  return [upsert];
}

/** Returns the results of a workflow's attempts by the direction of their seeds. */
export async function listDirections(db: Db, workflowId: number): Promise<DirectionOutcomes[]> {
  const { rows } = await sql<DirectionOutcomes>`
    select direction, tried, converged from seed_direction where workflow_id = ${workflowId}
    order by direction`.execute(db);
  return rows;
}

/** Subtracts doubted failures, because these failures say nothing about their seeds. */
export async function forgetFailures(db: Db, workflowId: number, failures: ReadonlyMap<string, number>): Promise<void> {
  if (failures.size === 0) return;
  const rows = [...failures].map(([direction, n]) => ({ direction, n }));
  await sql`
    update seed_direction as known set tried = known.tried - f.n
    from ${recordset(rows, { direction: 'text', n: 'int8' }, 'f')}
    where known.workflow_id = ${workflowId} and known.direction = f.direction`.execute(db);
}
