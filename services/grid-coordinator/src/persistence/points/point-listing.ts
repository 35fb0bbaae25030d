import { AXES, PointStatus, type GridPointParams, type PointsQuery, type TaskType } from '@almagest/contracts/grid';
import { sql, type RawBuilder } from 'kysely';
import type { Db } from '../database.ts';
import { slicesOnPage, type GroupSlice, type NameGroup } from '../../domain/points/name-pages.ts';
import { IS_FROM_REJECTED } from '../judgements/rejected-descendants.ts';
import { attemptRanges, filterOf, type PointFilter } from './point-filter.ts';

export interface ListedPoint extends GridPointParams {
  readonly name: string;
  readonly wave: number;
  readonly status: PointStatus;
  readonly retired: boolean;
  readonly success_method: TaskType | null;
  readonly attempts: number;
  /** Attempts that only computed the spectrum of a model from an earlier start. */
  readonly spectrum_attempts: number;
  readonly last_max_relc: number | null;
  readonly last_task_type: TaskType | null;
  readonly seed_point_name: string | null;
  readonly node_id: string | null;
  readonly last_completed_at: Date | null;
  readonly last_error: string | null;
  readonly model_task_id: string | null;
  readonly model_unfit: boolean;
  readonly atmosphere_done: boolean;
  readonly held: boolean;
  readonly from_rejected: boolean;
}

const COLUMNS = sql.join(
  [
    'name',
    ...AXES,
    'wave',
    'attempts',
    'spectrum_attempts',
    'last_max_relc',
    'last_task_type',
    'seed_point_name',
    'node_id',
    'last_completed_at',
    'last_error',
    'model_task_id',
    'model_unfit',
    'atmosphere_done',
    'held',
  ].map((column) => sql.ref(`point.${column}`)),
);

/** A point that is recomputed keeps its earlier success method. Only a converged point shows it. */
export const SELECTED = sql`${COLUMNS}, coalesce(point.retired_from, point.status) as status, point.status = 'retired' as retired,
  case when coalesce(point.retired_from, point.status) = 'converged' then point.success_method end as success_method,
  ${IS_FROM_REJECTED} as from_rejected`;

export interface PageRequest extends PointFilter {
  readonly sort: NonNullable<PointsQuery['sort']>;
  readonly descending: boolean;
  readonly limit: number;
  readonly offset: number;
  /**
   * The stored counts at the time of the request, as text. While the counts are unchanged, the sizes of all parts are
   * unchanged too.
   */
  readonly counted: string;
}

export async function findPoint(db: Db, workflowId: number, name: string): Promise<ListedPoint | undefined> {
  const { rows } = await sql<ListedPoint>`
    select ${SELECTED} from point where workflow_id = ${workflowId} and name = ${name}`.execute(db);
  return rows[0];
}

/** If a page has more waves than this, the waves are small, and one sort is cheaper than a query for each wave. */
const MOST_SLICES = 12;

/**
 * Uses the sizes of the waves to return one page of points, sorted by wave and then by name. Does not read waves before
 * the page. In the first wave on the page, reads an index from the nearer end.
 */
export async function listWaves(
  db: Db,
  workflowId: number,
  page: PageRequest,
  waves: readonly NameGroup[],
): Promise<ListedPoint[]> {
  const slices = slicesOnPage(page.descending ? waves.toReversed() : waves, page).map(toSlice);
  if (slices.length > MOST_SLICES) return await listSmallWaves(db, workflowId, page, slices);
  if (slices.length === 0) return [];
  const parts = slices.map(
    (slice) => sql`(select ${sql.lit(slice.place)} as place, name from (${namesOf(workflowId, page, slice)}) as found)`,
  );
  const { rows } = await sql<ListedPoint>`
    select ${SELECTED} from (${sql.join(parts, sql` union all `)}) as page
    join point on point.workflow_id = ${workflowId} and point.name = page.name
    order by page.place, point.name`.execute(db);
  return rows;
}

/** Returns the names of a slice with an index-only scan. */
function namesOf(workflowId: number, page: PageRequest, { value, from, skip, count }: Slice): RawBuilder<unknown> {
  const order = from === 'tail' ? sql`name desc` : sql`name`;
  const filter = sql`${filterOf(workflowId, page)} and wave = ${value}`;
  if (page.status !== undefined || page.method !== undefined) {
    return sql`select name from point where ${filter} order by ${order} limit ${count} offset ${skip}`;
  }
  // Without a status, no index is ordered by wave, but each status has such an index. Merges these five indexes.
  const branches = PointStatus.enum.map(
    (status) =>
      sql`(select name from point where ${filter} and status = ${sql.lit(status)}::point_status order by ${order})`,
  );
  return sql`select name from (${sql.join(branches, sql` union all `)}) as merged order by ${order} limit ${count} offset ${skip}`;
}

async function listSmallWaves(
  db: Db,
  workflowId: number,
  page: PageRequest,
  slices: readonly Slice[],
): Promise<ListedPoint[]> {
  const values = slices.map(({ value }) => value);
  // The offset is always counted from the start of the first wave, even if its slice has `from: 'tail'`.
  const skipped = slices[0]?.before ?? 0;
  const { rows } = await sql<ListedPoint>`
    select ${SELECTED} from point
    where ${filterOf(workflowId, page)} and wave between ${Math.min(...values)} and ${Math.max(...values)}
    order by wave ${page.descending ? sql`desc` : sql`asc`}, name
    limit ${slices.reduce((sum, { count }) => sum + count, 0)} offset ${skipped}`.execute(db);
  return rows;
}

/** The part of a wave that is on a page. `from`: the end of the wave from which `skip` is counted. */
interface Slice extends Pick<GroupSlice, 'place' | 'value'> {
  readonly from: 'head' | 'tail';
  readonly skip: number;
  readonly count: number;
  /** The number of points of the wave on earlier pages. */
  readonly before: number;
}

function toSlice({ place, value, n, first, last }: GroupSlice): Slice {
  const from = n - last < first ? 'tail' : 'head';
  return { place, value, from, skip: from === 'tail' ? n - last : first, count: last - first, before: first };
}

/**
 * Returns points by name, in the order of the names. Omits missing and retired points, and points that do not match a
 * filter.
 */
export async function listNamed(
  db: Db,
  workflowId: number,
  names: readonly string[],
  filter: PointFilter = {},
): Promise<ListedPoint[]> {
  const { rows } = await sql<ListedPoint>`
    select ${SELECTED} from unnest(${names}::text[]) with ordinality as wanted(wanted_name, place)
    join point on point.name = wanted.wanted_name
    where ${filterOf(workflowId, filter)} order by wanted.place`.execute(db);
  return rows;
}

/** Counts points by scanning, for filters whose counts are not stored. */
export async function countMatching(db: Db, workflowId: number, filter: PointFilter): Promise<number> {
  const { attempts } = filter;
  const filters =
    attempts === undefined ? [filter] : attemptRanges(attempts).map((range) => ({ ...filter, attempts: range }));
  const counts = filters.map((part) => sql`(select count(*) from point where ${filterOf(workflowId, part)})`);
  const { rows } = await sql<{ n: number }>`select ${sql.join(counts, sql` + `)} as n`.execute(db);
  return rows[0]?.n ?? 0;
}

/** Yields matching points in name order after `after`, page by page, for exports and bulk changes. */
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
