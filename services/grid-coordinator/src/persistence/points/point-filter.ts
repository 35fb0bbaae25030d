import { AXES, PointStatus, type Axis, type PointSelection } from '@almagest/contracts/grid';
import { sql, type RawBuilder } from 'kysely';
import { parseNumberRange } from '../../domain/points/number-range.ts';
import { IS_FROM_REJECTED } from '../judgements/rejected-descendants.ts';

export type PointFilter = PointSelection & {
  /** The full name of one point. */
  readonly point?: string;
  readonly names?: readonly string[];
  /** Points with any other status, except retired points. */
  readonly exceptStatus?: PointStatus;
  /** Points with at least one attempt, or points without attempts. */
  readonly tried?: boolean;
  /** Points with a value in a column, or points without a value. */
  readonly known?: { readonly column: 'last_max_relc' | 'last_completed_at'; readonly isKnown: boolean };
  /**
   * Set if the workflow has no retired points. In this case, indexes without the status are enough, and no row has to
   * be read.
   */
  readonly noneRetired?: boolean;
};

/** The condition of the partial index for this filter. */
const UNFIT = sql`model_unfit and status = 'converged'`;

export function filterOf(workflowId: number, filter: PointFilter): RawBuilder<unknown> {
  const { status, method, wave, unfit, retired, exceptStatus, noneRetired } = filter;
  const conditions = [sql`workflow_id = ${workflowId}`, ...nameConditions(filter)];
  const column = retired === 'true' ? sql`retired_from` : sql`status`;
  if (retired === 'true') conditions.push(sql`status = 'retired'`);
  else if (status === undefined && method === undefined && noneRetired !== true)
    conditions.push(sql`status <> 'retired'`);
  if (exceptStatus !== undefined) {
    const others = PointStatus.enum.filter((other) => other !== exceptStatus);
    conditions.push(sql`status = any(${others}::point_status[])`);
  }
  if (unfit === true) conditions.push(UNFIT);
  if (unfit === false) conditions.push(sql`not (${UNFIT})`);
  if (status !== undefined) conditions.push(sql`${column} = ${status}::point_status`);
  if (method !== undefined) conditions.push(sql`${column} = 'converged' and success_method = ${method}`);
  // No point has a wave beyond the column's range, but a request for such a wave is not an error.
  if (wave !== undefined) conditions.push(sql`wave = ${wave}::bigint`);
  return sql.join([...conditions, ...rowConditions(filter)], sql` and `);
}

/** Returns conditions on values that only the rows have. */
function rowConditions(filter: PointFilter): RawBuilder<unknown>[] {
  const { node_id: nodeId, group, tried, known, from_rejected: isFromRejected } = filter;
  const conditions = AXES.flatMap((axis) => (filter[axis] === undefined ? [] : axisConditions(axis, filter[axis])));
  if (filter.attempts !== undefined) for (const one of attemptConditions(filter.attempts)) conditions.push(one);
  if (tried !== undefined) conditions.push(tried ? sql`attempts > 0` : sql`attempts = 0`);
  if (known !== undefined)
    conditions.push(sql`${sql.id(known.column)} is ${known.isKnown ? sql`not null` : sql`null`}`);
  if (isFromRejected !== undefined) conditions.push(isFromRejected ? IS_FROM_REJECTED : sql`not ${IS_FROM_REJECTED}`);
  if (nodeId !== undefined) conditions.push(sql`node_id = ${nodeId}`);
  if (group !== undefined) conditions.push(sql`failure_groups @> array[${group}]`);
  return conditions;
}

function axisConditions(axis: Axis, range: string): RawBuilder<unknown>[] {
  const { from, to } = parseNumberRange(range);
  return [
    ...(from === undefined ? [] : [sql`${sql.id(axis)} >= ${from}::float8`]),
    ...(to === undefined ? [] : [sql`${sql.id(axis)} <= ${to}::float8`]),
  ];
}

/** The largest number of attempts that the column holds. */
const MOST_ATTEMPTS = 2 ** 31 - 1;

/** Compares integers, so that PostgreSQL uses the index. A bound beyond the column's range is not an error. */
function attemptConditions(range: string): RawBuilder<unknown>[] {
  const { from = -1, to = MOST_ATTEMPTS } = parseNumberRange(range);
  if (from > MOST_ATTEMPTS || to < 0) return [sql`false`];
  const [least, most] = [Math.ceil(Math.max(-1, from)), Math.floor(Math.min(MOST_ATTEMPTS, to))];
  if (least === most) return [...(least > 0 ? [sql`attempts > 0`] : []), sql`attempts = ${least}::int4`];
  // The first bound is redundant, but needed to match the partial index of tried points.
  return [...(least > 0 ? [sql`attempts > 0`] : []), sql`attempts >= ${least}::int4`, sql`attempts <= ${most}::int4`];
}

/**
 * Splits a range of attempts into a range for untried points and a range for tried points, which have separate indexes.
 */
export function attemptRanges(range: string): string[] {
  const { from = 0, to = MOST_ATTEMPTS } = parseNumberRange(range);
  return from <= 0 && to >= 1 ? ['0', `1..${to}`] : [range];
}

/** Returns whether a filter restricts axis values, which point names contain. */
export function isOnAxes(filter: PointFilter): boolean {
  return AXES.some((axis) => filter[axis] !== undefined);
}

/** Returns whether a filter needs values that only the rows have, not the stored counts or the point names. */
export function isOnRows({ points, unfit, from_rejected, node_id: nodeId, group, attempts }: PointFilter): boolean {
  return [points, unfit, from_rejected, nodeId, group, attempts].some((value) => value !== undefined);
}

function nameConditions({ q = '', point, points, names }: PointFilter): RawBuilder<unknown>[] {
  const conditions: RawBuilder<unknown>[] = [];
  if (point !== undefined) conditions.push(sql`name = ${point}`);
  if (points !== undefined) conditions.push(sql`name = any(${points.split(',')}::text[])`);
  if (names !== undefined) conditions.push(sql`name = any(${names}::text[])`);
  if (q !== '') conditions.push(sql`name like ${`%${q.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`}`);
  return conditions;
}

/** Returns the names of the points that match a filter, for use inside another query. */
export function matchingNames(workflowId: number, filter: PointFilter): RawBuilder<unknown> {
  return sql`select name from point where ${filterOf(workflowId, filter)}`;
}
