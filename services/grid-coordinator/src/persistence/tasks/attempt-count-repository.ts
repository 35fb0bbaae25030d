import { recordset } from '@almagest/service-kit/recordset';
import { sql } from 'kysely';
import type { TaskKind } from '../../domain/tasks/task-durations.ts';
import type { Db } from '../database.ts';
import type { Write } from '../write-together.ts';

/** Ended attempts of a run by wave and method. */
export interface AttemptCount {
  readonly workflowId: number;
  readonly run: number;
  readonly wave: number;
  /** `spectrum`: an attempt that only computed spectra, in a workflow that also computes atmospheres. */
  readonly taskType: TaskKind;
  readonly tried: number;
  readonly converged: number;
  /** The total time from claim to report. */
  readonly seconds: number;
}

/** Adds ended attempts. Takes one row for each wave and method. The caller has locked the workflows. */
export function attemptCounts(counts: readonly AttemptCount[]): Write[] {
  if (counts.length === 0) return [];
  const given = recordset(
    counts,
    {
      workflowId: 'int4',
      run: 'int4',
      wave: 'int4',
      taskType: 'text',
      tried: 'int8',
      converged: 'int8',
      seconds: 'float8',
    },
    'a',
  );
  const upsert = sql`
    insert into attempt_count as known (workflow_id, run, wave, task_type, tried, converged, seconds)
    select "workflowId", run, wave, "taskType", tried, converged, seconds from ${given}
    on conflict (workflow_id, run, wave, task_type) do update set
      tried = known.tried + excluded.tried, converged = known.converged + excluded.converged,
      seconds = known.seconds + excluded.seconds`;
  return [upsert];
}

/** Returns the attempts of each workflow's current run. */
export async function listAttemptCounts(db: Db, workflowIds: readonly number[]): Promise<AttemptCount[]> {
  const { rows } = await sql<AttemptCount>`
    select a.workflow_id as "workflowId", a.run, a.wave, a.task_type as "taskType", a.tried, a.converged, a.seconds
    from workflow join attempt_count a on a.workflow_id = workflow.id and a.run = workflow.run
    where workflow.id = any(${workflowIds}::int[])`.execute(db);
  return rows;
}

export interface MeasuredWorkflow {
  readonly id: number;
  readonly name: string;
  /** Whether its current run computes atmospheres. If it does not, all its attempts computed only spectra. */
  readonly hasAtmospheres: boolean;
}

/**
 * Returns the workflow whose current run best predicts another run with the same stages: the workflow with this name,
 * or otherwise the workflow with the most attempts.
 */
export async function findMeasured(
  db: Db,
  { name, signature }: { readonly name: string | undefined; readonly signature: string },
): Promise<MeasuredWorkflow | undefined> {
  const { rows } = await sql<MeasuredWorkflow>`
    select workflow.id, workflow.name, (workflow.run_config->'atmosphere'->>'enabled')::boolean as "hasAtmospheres"
    from workflow join attempt_count a on a.workflow_id = workflow.id and a.run = workflow.run
    where workflow.run_config->>'signature' = ${signature}
    group by workflow.id
    order by workflow.name is not distinct from ${name ?? null} desc, sum(a.tried) desc, workflow.id
    limit 1`.execute(db);
  return rows[0];
}
