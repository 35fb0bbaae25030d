import { AXES, type Axis, type FailureGroup, type FailureGroups, type FailuresQuery } from '@almagest/contracts/grid';
import { helpSummary, toHelp } from '../../domain/tasks/failure-help.ts';
import type { Db } from '../../persistence/database.ts';
import { listFailureGroups, type FailureGroupRow } from '../../persistence/tasks/failure-repository.ts';
import { requireWorkflow } from './require-workflow.ts';

const MAX_LIMIT = 500;

/** Returns reported failures, grouped by stage and cause, and how points with the same failure converged. */
export async function listFailures(db: Db, name: string, query: FailuresQuery): Promise<FailureGroups> {
  const { id } = await requireWorkflow(db, name);
  const page = {
    stage: query.stage,
    limit: Math.min(MAX_LIMIT, Math.max(1, query.limit ?? 50)),
    offset: query.offset ?? 0,
  };
  const { total, groups } = await listFailureGroups(db, id, page);
  return { total, groups: groups.map(toGroup) };
}

function toGroup(row: FailureGroupRow): FailureGroup {
  const region = AXES.map((axis, place) => [axis, { from: row.low[place] ?? 0, to: row.high[place] ?? 0 }] as const);
  return {
    group: row.fingerprint,
    stage: row.stage,
    cause: row.cause,
    message: row.message,
    attempts: row.attempts,
    doubted: row.doubted,
    points: row.points,
    converged: row.converged,
    summary: helpSummary(row.points, row.converged, row.helped),
    helped: row.helped.map(toHelp),
    nodes: [...row.nodes],
    node_count: row.node_count,
    examples: [...row.examples],
    region: Object.fromEntries(region) as Record<Axis, { from: number; to: number }>,
    first_at: row.first_at.toISOString(),
    last_at: row.last_at.toISOString(),
  };
}
