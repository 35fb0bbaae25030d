import { AXES, type PointsQuery, type PointStatus, type TaskType } from '@almagest/contracts/grid';
import { sql, type RawBuilder } from 'kysely';
import type { Db } from './database.ts';

export interface ListedPoint {
  readonly name: string;
  readonly teff: number;
  readonly logg: number;
  readonly loghe: number;
  readonly logc: number;
  readonly logn: number;
  readonly logo: number;
  readonly wave: number;
  readonly status: PointStatus;
  readonly success_method: TaskType | null;
  readonly attempts: number;
  readonly last_max_relc: number | null;
  readonly last_task_type: TaskType | null;
  readonly seed_point_name: string | null;
  readonly node_id: string | null;
  readonly last_completed_at: Date | null;
  readonly last_error: string | null;
}

const COLUMNS = sql.join(
  [
    'name',
    ...AXES,
    'wave',
    'status',
    'attempts',
    'last_max_relc',
    'last_task_type',
    'seed_point_name',
    'node_id',
    'last_completed_at',
    'last_error',
  ].map((column) => sql.ref(`point.${column}`)),
);

/** A point that is computed anew still knows how it was won before; only a converged one tells. */
const SELECTED = sql`${COLUMNS}, case when point.status = 'converged' then point.success_method end as success_method`;

export type PointFilter = Pick<PointsQuery, 'status' | 'method' | 'wave' | 'q'>;

export interface PageRequest extends PointFilter {
  readonly sort: NonNullable<PointsQuery['sort']>;
  readonly descending: boolean;
  readonly limit: number;
  readonly offset: number;
  /** How many points match the filter. */
  readonly total: number;
}

/** Every status, in the order of the enum: the leading column of the index that lists by wave. */
const STATUSES: readonly PointStatus[] = ['pending', 'queued', 'running', 'converged', 'failed'];

const SORT_COLUMN = {
  wave: 'wave',
  teff: 'teff',
  max_relc: 'last_max_relc',
  attempts: 'attempts',
  last_completed_at: 'last_completed_at',
} as const;

export async function findPoint(db: Db, workflowId: number, name: string): Promise<ListedPoint | undefined> {
  const { rows } = await sql<ListedPoint>`
    select ${SELECTED} from point where workflow_id = ${workflowId} and name = ${name}`.execute(db);
  return rows[0];
}

/**
 * One page of points, in the order of the sort column and then of the name; nulls last either way.
 *
 * The names of the page are found in an index alone, the rows are fetched after. A page in the second half is counted
 * from the end: skipping is what costs.
 */
export async function listPage(db: Db, workflowId: number, page: PageRequest): Promise<ListedPoint[]> {
  const count = Math.max(0, Math.min(page.limit, page.total - page.offset));
  if (count === 0) return [];
  const fromEnd = page.offset > page.total / 2;
  const offset = fromEnd ? page.total - page.offset - count : page.offset;
  const names = namesOf(workflowId, page, fromEnd, { offset, count });
  const order = orderOf(page, false, sql`point.`);
  const { rows } = await sql<ListedPoint>`
    select ${SELECTED} from (${names}) as page
    join point on point.workflow_id = ${workflowId} and point.name = page.name
    order by ${order}`.execute(db);
  return rows;
}

function namesOf(
  workflowId: number,
  page: PageRequest,
  reversed: boolean,
  { offset, count }: { offset: number; count: number },
): RawBuilder<unknown> {
  const order = orderOf(page, reversed, sql``);
  if (page.sort === 'wave' && page.status === undefined && page.method === undefined) {
    // Without a status there is no index in this order, but each status has one: merge the five.
    const branches = STATUSES.map(
      (status) =>
        sql`(select wave, name from point where ${filterOf(workflowId, { ...page, status })} order by ${order})`,
    );
    return sql`select name from (${sql.join(branches, sql` union all `)}) as merged order by ${order} limit ${count} offset ${offset}`;
  }
  return sql`select name from point where ${filterOf(workflowId, page)} order by ${order} limit ${count} offset ${offset}`;
}

function orderOf(
  { sort, descending }: PageRequest,
  reversed: boolean,
  prefix: RawBuilder<unknown>,
): RawBuilder<unknown> {
  const column = sql`${prefix}${sql.id(SORT_COLUMN[sort])}`;
  const down = descending !== reversed;
  const nullable = sort === 'max_relc' || sort === 'last_completed_at';
  const nulls = nullable ? (reversed ? sql` nulls first` : sql` nulls last`) : sql``;
  return sql`${column} ${down ? sql`desc` : sql`asc`}${nulls}, ${prefix}name ${reversed ? sql`desc` : sql`asc`}`;
}

function filterOf(workflowId: number, { status, method, wave, q }: PointFilter): RawBuilder<unknown> {
  const conditions = [sql`workflow_id = ${workflowId}`];
  if (status !== undefined) conditions.push(sql`status = ${status}::point_status`);
  if (method !== undefined) conditions.push(sql`status = 'converged' and success_method = ${method}`);
  if (wave !== undefined) conditions.push(sql`wave = ${wave}`);
  if (q !== undefined && q !== '') conditions.push(sql`name like ${`%${q.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`}`);
  return sql.join(conditions, sql` and `);
}

/** Counts by scanning; only a filter on the name needs it, every other count is kept. */
export async function countMatching(db: Db, workflowId: number, filter: PointFilter): Promise<number> {
  const { rows } = await sql<{
    n: number;
  }>`select count(*) as n from point where ${filterOf(workflowId, filter)}`.execute(db);
  return rows[0]?.n ?? 0;
}

/** Points that match a filter, in name order after `after`: for exports and mass changes, page by page. */
export async function listByName(
  db: Db,
  workflowId: number,
  filter: PointFilter,
  { after, limit }: { after: string; limit: number },
): Promise<ListedPoint[]> {
  const { rows } = await sql<ListedPoint>`
    select ${SELECTED} from point where ${filterOf(workflowId, filter)} and name > ${after} order by name limit ${limit}`.execute(
    db,
  );
  return rows;
}
