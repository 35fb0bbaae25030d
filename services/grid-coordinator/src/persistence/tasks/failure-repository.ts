import { AXES, type GridPointParams, type Stage } from '@almagest/contracts/grid';
import { recordset } from '@almagest/service-kit/recordset';
import { sql } from 'kysely';
import type { Help, HelpMethod } from '../../domain/tasks/failure-help.ts';
import type { Db } from '../database.ts';
import type { Write } from '../write-together.ts';

/** Similar failures of a workflow or of one batch of reports. */
interface FailureGroup {
  readonly fingerprint: string;
  readonly stage: Stage;
  readonly cause: string;
  readonly message: string;
  readonly attempts: number;
  readonly doubted: number;
  /**
   * The number of points that failed like this. In a batch, counts only points that had not failed like this before.
   */
  readonly points: number;
  /**
   * The number of points that failed like this and converged later. In a batch, counts only points that the batch
   * reports as converged.
   */
  readonly converged: number;
  /** The names of the last points that failed like this, newest first. */
  readonly examples: readonly string[];
  /** The smallest and largest value on each axis, in the order of `AXES`. */
  readonly low: readonly number[];
  readonly high: readonly number[];
}

/** The changes that a batch of reports makes to a group of failures. */
export interface FailureCounts extends FailureGroup {
  readonly workflowId: number;
}

interface GroupKey {
  readonly workflowId: number;
  readonly fingerprint: string;
}

export interface FailuresOfNode extends GroupKey {
  readonly nodeId: string;
  readonly attempts: number;
}

export type HelpCount = GroupKey & Help;

/** The number of point names that a group keeps. */
export const EXAMPLES = 5;

/** Adds failed attempts to their groups. Takes one row for each group. The caller has locked the workflows. */
export function failedAttempts(groups: readonly FailureCounts[], ofNodes: readonly FailuresOfNode[]): Write[] {
  if (groups.length === 0) return [];
  const given = recordset(
    groups,
    {
      workflowId: 'int4',
      fingerprint: 'text',
      stage: 'text',
      cause: 'text',
      message: 'text',
      attempts: 'int8',
      doubted: 'int8',
      points: 'int8',
      converged: 'int8',
      examples: 'jsonb',
      low: 'jsonb',
      high: 'jsonb',
    },
    'g',
  );
  const upsert = sql`
    insert into failure_group as known (workflow_id, fingerprint, stage, cause, message, attempts, doubted, points,
                                        converged, examples, low, high)
    select "workflowId", fingerprint, stage, cause, message, attempts, doubted, points, converged,
           array(select jsonb_array_elements_text(examples)),
           array(select jsonb_array_elements_text(low)::float8), array(select jsonb_array_elements_text(high)::float8)
    from ${given}
    on conflict (workflow_id, fingerprint) do update set
      message = excluded.message, attempts = known.attempts + excluded.attempts,
      doubted = known.doubted + excluded.doubted, points = known.points + excluded.points,
      converged = known.converged + excluded.converged,
      examples = (excluded.examples ||
        array(select name from unnest(known.examples) as name where name <> all(excluded.examples)))[1:${sql.lit(EXAMPLES)}],
      low = array(select least(a, b) from unnest(known.low, excluded.low) with ordinality as axis (a, b, place) order by place),
      high = array(select greatest(a, b) from unnest(known.high, excluded.high) with ordinality as axis (a, b, place) order by place),
      last_at = now()`;
  const nodes = recordset(ofNodes, { workflowId: 'int4', fingerprint: 'text', nodeId: 'text', attempts: 'int8' }, 'n');
  const upsertNodes = sql`
    insert into failure_group_node as known (workflow_id, fingerprint, node_id, attempts)
    select "workflowId", fingerprint, "nodeId", attempts from ${nodes}
    on conflict (workflow_id, fingerprint, node_id) do update set attempts = known.attempts + excluded.attempts`;
  return [upsert, upsertNodes];
}

/** Adds converged points to groups that get no failed attempt in the same statement. */
export function convergedLater(groups: readonly (GroupKey & { readonly converged: number })[]): Write[] {
  if (groups.length === 0) return [];
  const given = recordset(groups, { workflowId: 'int4', fingerprint: 'text', converged: 'int8' }, 'c');
  const update = sql`
    update failure_group as known set converged = known.converged + c.converged
    from ${given} where known.workflow_id = c."workflowId" and known.fingerprint = c.fingerprint`;
  return [update];
}

/** Adds the kinds of help with which points with the same failure converged. */
export function helpedPoints(help: readonly HelpCount[]): Write[] {
  if (help.length === 0) return [];
  const given = recordset(
    help,
    { workflowId: 'int4', fingerprint: 'text', method: 'text', direction: 'text', points: 'int8' },
    'h',
  );
  const upsert = sql`
    insert into failure_group_help as known (workflow_id, fingerprint, method, direction, points)
    select "workflowId", fingerprint, method, direction, points from ${given}
    on conflict (workflow_id, fingerprint, method, direction) do update set points = known.points + excluded.points`;
  return [upsert];
}

/** Moves attempts from the counts of failures to the counts of doubted failures. */
export async function countDoubted(db: Db, workflowId: number, doubted: ReadonlyMap<string, number>): Promise<void> {
  if (doubted.size === 0) return;
  const rows = [...doubted].map(([fingerprint, n]) => ({ fingerprint, n }));
  await sql`
    update failure_group as known set doubted = known.doubted + d.n
    from ${recordset(rows, { fingerprint: 'text', n: 'int8' }, 'd')}
    where known.workflow_id = ${workflowId} and known.fingerprint = d.fingerprint`.execute(db);
}

/** A group of failures, with its nodes and with the help that its points got. */
export interface FailureGroupRow extends FailureGroup {
  readonly first_at: Date;
  readonly last_at: Date;
  readonly node_count: number;
  readonly nodes: readonly { readonly node_id: string; readonly attempts: number }[];
  readonly helped: readonly { readonly method: HelpMethod; readonly direction: string; readonly points: number }[];
}

/** The maximum number of nodes listed for a group. */
const NODES = 20;

/** Returns a page of a workflow's groups, most attempts first, and the number of groups. */
export async function listFailureGroups(
  db: Db,
  workflowId: number,
  { stage, limit, offset }: { stage: Stage | undefined; limit: number; offset: number },
): Promise<{ total: number; groups: FailureGroupRow[] }> {
  const where = sql`workflow_id = ${workflowId} and (${stage ?? null}::text is null or stage = ${stage ?? null}::text)`;
  const { rows } = await sql<FailureGroupRow>`
    select g.*,
      (select count(*)::int from failure_group_node n
       where n.workflow_id = g.workflow_id and n.fingerprint = g.fingerprint) as node_count,
      array(select jsonb_build_object('node_id', node_id, 'attempts', attempts) from failure_group_node n
            where n.workflow_id = g.workflow_id and n.fingerprint = g.fingerprint
            order by attempts desc, node_id limit ${sql.lit(NODES)}) as nodes,
      array(select jsonb_build_object('method', method, 'direction', direction, 'points', points) from failure_group_help h
            where h.workflow_id = g.workflow_id and h.fingerprint = g.fingerprint
            order by points desc, method, direction) as helped
    from (select * from failure_group where ${where}
          order by attempts desc, fingerprint limit ${limit} offset ${offset}) as g
    order by g.attempts desc, g.fingerprint`.execute(db);
  const { rows: counted } = await sql<{ total: number }>`
    select count(*)::int as total from failure_group where ${where}`.execute(db);
  return { total: counted[0]?.total ?? 0, groups: rows };
}

/** Points with the same failure in all workflows, and how they converged. */
export interface FailuresAlike {
  readonly points: number;
  readonly converged: number;
  readonly helped: FailureGroupRow['helped'];
}

export async function findFailuresAlike(db: Db, fingerprint: string): Promise<FailuresAlike> {
  const { rows } = await sql<FailuresAlike>`
    select coalesce(sum(points), 0)::int as points, coalesce(sum(converged), 0)::int as converged,
      (select coalesce(jsonb_agg(h order by h.points desc, h.method, h.direction), '[]')
       from (select method, direction, sum(points)::int as points from failure_group_help
             where fingerprint = ${fingerprint} group by method, direction) as h) as helped
    from failure_group where fingerprint = ${fingerprint}`.execute(db);
  return rows[0] ?? { points: 0, converged: 0, helped: [] };
}

/** Returns the values of a point in the order of `AXES`. */
export function axisValues(params: GridPointParams): number[] {
  return AXES.map((axis) => params[axis]);
}
