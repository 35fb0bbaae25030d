import { AXES, PointStatus, type GridPointParams, type PointsQuery, type TaskType } from '@almagest/contracts/grid';
import { sql, type RawBuilder } from 'kysely';
import type { Db } from './database.ts';
import { filterOf, type PointFilter } from './point-filter.ts';

export interface ListedPoint extends GridPointParams {
  readonly name: string;
  readonly wave: number;
  readonly status: PointStatus;
  readonly retired: boolean;
  readonly success_method: TaskType | null;
  readonly attempts: number;
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
}

const COLUMNS = sql.join(
  [
    'name',
    ...AXES,
    'wave',
    'attempts',
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

/** A point that is computed again keeps its earlier method of success. Only a converged point shows it. */
const SELECTED = sql`${COLUMNS}, coalesce(point.retired_from, point.status) as status, point.status = 'retired' as retired,
  case when coalesce(point.retired_from, point.status) = 'converged' then point.success_method end as success_method`;

/** Points with the same sort key, in name order: a wave, or a temperature. */
export interface PointGroup {
  readonly value: number;
  readonly n: number;
}

export interface PageRequest extends PointFilter {
  readonly sort: NonNullable<PointsQuery['sort']>;
  readonly descending: boolean;
  readonly limit: number;
  readonly offset: number;
}

export async function findPoint(db: Db, workflowId: number, name: string): Promise<ListedPoint | undefined> {
  const { rows } = await sql<ListedPoint>`
    select ${SELECTED} from point where workflow_id = ${workflowId} and name = ${name}`.execute(db);
  return rows[0];
}

/** With more groups than this on a page, the groups are small, and one sort is cheaper than a query for each. */
const MOST_SLICES = 12;

/**
 * One page of points sorted by wave or temperature and then by name, found by the sizes of the groups: whole groups
 * before the page are not read at all, and in the first group on the page an index is read from the nearer end.
 */
export async function listGroupedPage(
  db: Db,
  workflowId: number,
  page: PageRequest & { readonly sort: 'wave' | 'teff' },
  groups: readonly PointGroup[],
): Promise<ListedPoint[]> {
  const slices = slicesOf(page.descending ? groups.toReversed() : groups, page);
  if (slices.length > MOST_SLICES) return await listSmallGroups(db, workflowId, page, slices);
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

/** The names of a slice, from an index alone. */
function namesOf(
  workflowId: number,
  page: PageRequest & { readonly sort: 'wave' | 'teff' },
  { value, from, skip, count }: Slice,
): RawBuilder<unknown> {
  const order = from === 'tail' ? sql`name desc` : sql`name`;
  const filter = sql`${filterOf(workflowId, page)} and ${sql.id(page.sort)} = ${value}`;
  if (page.sort === 'teff' || page.status !== undefined || page.method !== undefined) {
    return sql`select name from point where ${filter} order by ${order} limit ${count} offset ${skip}`;
  }
  // Without a status no index is ordered by wave, but there is one for each status: merge the five.
  const branches = PointStatus.enum.map(
    (status) =>
      sql`(select name from point where ${filter} and status = ${sql.lit(status)}::point_status order by ${order})`,
  );
  return sql`select name from (${sql.join(branches, sql` union all `)}) as merged order by ${order} limit ${count} offset ${skip}`;
}

async function listSmallGroups(
  db: Db,
  workflowId: number,
  page: PageRequest,
  slices: readonly Slice[],
): Promise<ListedPoint[]> {
  const column = sql.id(page.sort);
  const values = slices.map(({ value }) => value);
  // Counted from the first group on the page, whichever end its slice was to be counted from.
  const skipped = slices[0]?.before ?? 0;
  const { rows } = await sql<ListedPoint>`
    select ${SELECTED} from point
    where ${filterOf(workflowId, page)} and ${column} between ${Math.min(...values)} and ${Math.max(...values)}
    order by ${column} ${page.descending ? sql`desc` : sql`asc`}, name
    limit ${slices.reduce((sum, { count }) => sum + count, 0)} offset ${skipped}`.execute(db);
  return rows;
}

/** Which part of a group is on a page; `from` is the end of the group from which it is counted. */
interface Slice {
  readonly place: number;
  readonly value: number;
  readonly from: 'head' | 'tail';
  readonly skip: number;
  readonly count: number;
  /** The number of points of the group on earlier pages. */
  readonly before: number;
}

function slicesOf(groups: readonly PointGroup[], { offset, limit }: PageRequest): Slice[] {
  const slices: Slice[] = [];
  let passed = 0;
  for (const [place, { value, n }] of groups.entries()) {
    const first = Math.max(0, offset - passed);
    const last = Math.min(n, offset + limit - passed);
    passed += n;
    if (first >= last) continue;
    const fromTail = n - last < first;
    slices.push({
      place,
      value,
      from: fromTail ? 'tail' : 'head',
      skip: fromTail ? n - last : first,
      count: last - first,
      before: first,
    });
  }
  return slices;
}

/** How many points each temperature has. Scans the workflow, so callers cache the result. */
export async function countTemperatures(db: Db, workflowId: number): Promise<PointGroup[]> {
  const { rows } = await sql<PointGroup>`
    select teff as value, count(*) as n from point where workflow_id = ${workflowId} and status <> 'retired' group by teff order by teff`.execute(
    db,
  );
  return rows;
}

/** Untried points have no index of their own, so walking past one costs about so much more than past a tried one. */
const FARTHER = 4;

/** A subset of the points with its own order: by a column, if there is one, and then by name. */
interface Part {
  readonly where: RawBuilder<unknown>;
  readonly column?: string;
  readonly descending: boolean;
  readonly namesDescending: boolean;
}

/**
 * One page of `total` points sorted by a column that only tried points have, then by name. Untried points come last, but
 * first by attempts. A page is cut from these parts one after the other; near the end of all, from there.
 */
export async function listPage(db: Db, workflowId: number, page: PageRequest, total: number): Promise<ListedPoint[]> {
  const limit = Math.min(page.limit, total - page.offset);
  const behind = total - page.offset - limit;
  const parts = partsOf(page);
  if (behind * FARTHER >= page.offset) return await listParts(db, workflowId, page, parts);
  const reversed = parts.toReversed().map(({ where, column, descending, namesDescending }) => ({
    where,
    ...(column === undefined ? {} : { column }),
    descending: !descending,
    namesDescending: !namesDescending,
  }));
  return (await listParts(db, workflowId, { ...page, limit, offset: behind }, reversed)).toReversed();
}

async function listParts(
  db: Db,
  workflowId: number,
  page: PageRequest,
  parts: readonly Part[],
): Promise<ListedPoint[]> {
  const filter = filterOf(workflowId, page);
  const rows: ListedPoint[] = [];
  let { offset } = page;
  for (const part of parts) {
    const limit = page.limit - rows.length;
    if (limit === 0) break;
    const { where } = part;
    const key = part.column === undefined ? sql`null` : sql.id(part.column);
    const order = orderOf(part, key);
    // Only the rows of the page itself are read where an index knows the filter and the order.
    const { rows: found } = await sql<ListedPoint>`
      select ${SELECTED} from (
        select name, ${key} as key from point where ${filter} and ${where} order by ${order} limit ${limit} offset ${offset}) as page
      join point on point.workflow_id = ${workflowId} and point.name = page.name
      order by ${orderOf(part, sql`page.key`, sql`page.name`)}`.execute(db);
    rows.push(...found);
    if (found.length > 0 || offset === 0) {
      offset = 0;
      continue;
    }
    const counted = await sql<{ n: number }>`select count(*) as n from point where ${filter} and ${where}`.execute(db);
    offset -= counted.rows[0]?.n ?? 0;
  }
  return rows;
}

function orderOf(
  { column, descending, namesDescending }: Part,
  key: RawBuilder<unknown>,
  name: RawBuilder<unknown> = sql`name`,
): RawBuilder<unknown> {
  const byName = namesDescending ? sql`${name} desc` : name;
  return column === undefined ? byName : sql`${key} ${descending ? sql`desc` : sql`asc`}, ${byName}`;
}

function partsOf({ sort, descending }: PageRequest): Part[] {
  const byName = { descending, namesDescending: false };
  switch (sort) {
    case 'wave':
    case 'teff':
      return [{ where: sql`true`, column: sort, ...byName }];
    case 'attempts': {
      const tried = { where: sql`attempts > 0`, column: sort, ...byName };
      const untried = { where: sql`attempts = 0`, ...byName };
      return descending ? [tried, untried] : [untried, tried];
    }
    case 'max_relc':
    case 'last_completed_at': {
      const column = sort === 'max_relc' ? 'last_max_relc' : sort;
      return [
        { where: sql`${sql.id(column)} is not null`, column, ...byName },
        { where: sql`${sql.id(column)} is null`, ...byName },
      ];
    }
  }
}

/** Points by their names, in that order, without missing and retired ones. */
export async function listNamed(db: Db, workflowId: number, names: readonly string[]): Promise<ListedPoint[]> {
  const { rows } = await sql<ListedPoint>`
    select ${SELECTED} from unnest(${names}::text[]) with ordinality as wanted(name, place)
    join point on point.workflow_id = ${workflowId} and point.name = wanted.name
    where point.status <> 'retired' order by wanted.place`.execute(db);
  return rows;
}

/** Counts by scanning, for filters whose counts are not kept. */
export async function countMatching(db: Db, workflowId: number, filter: PointFilter): Promise<number> {
  const { rows } = await sql<{
    n: number;
  }>`select count(*) as n from point where ${filterOf(workflowId, filter)}`.execute(db);
  return rows[0]?.n ?? 0;
}

/** Points that match a filter, in name order after `after`: page by page, for exports and bulk changes. */
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
