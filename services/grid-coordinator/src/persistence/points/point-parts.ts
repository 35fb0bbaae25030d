import { sql, type RawBuilder } from 'kysely';
import type { Db } from '../database.ts';
import { filterOf, type PointFilter } from './point-filter.ts';
import { countMatching, SELECTED, type ListedPoint, type PageRequest } from './point-listing.ts';

/** A subset of the points with its own order: by a column, if any, and then by name. */
interface Part {
  readonly filter: Pick<PointFilter, 'tried' | 'known'>;
  readonly column?: string;
  readonly descending: boolean;
  readonly namesDescending: boolean;
  /** The size of this part is the total minus the other parts, because no index can count it. */
  readonly isRest?: true;
}

/**
 * Within this distance of either end, and within this fraction of the list, rows are skipped with OFFSET. Further
 * inside the list, counting the sizes of the parts is cheaper.
 */
const NEAR = 20_000;
const NEAR_SHARE = 0.1;

/**
 * Returns one page of `total` points sorted by a column that only tried points have, then by name. Untried points come
 * last, except in a list by attempts, where they come first. The page is assembled from these parts, each read from its
 * nearer end.
 */
export async function listPage(
  db: Db,
  workflowId: number,
  page: PageRequest,
  { total, sizes, count }: { readonly total: number; readonly sizes: PartSizes; readonly count: CountPart },
): Promise<ListedPoint[]> {
  const limit = Math.min(page.limit, total - page.offset);
  const behind = total - page.offset - limit;
  const parts = partsOf(page);
  const near = Math.min(NEAR, NEAR_SHARE * total);
  if (page.offset <= near) return await listFromStart(db, workflowId, page, parts);
  if (behind <= near) {
    const backwards = parts.toReversed().map(reversed);
    return (await listFromStart(db, workflowId, { ...page, limit, offset: behind }, backwards)).toReversed();
  }
  const rows: ListedPoint[] = [];
  let passed = 0;
  for (const [index, size] of (await sizes.of(db, workflowId, page, { total, parts, count })).entries()) {
    const part = parts[index];
    const [first, last] = [Math.max(0, page.offset - passed), Math.min(size, page.offset + limit - passed)];
    passed += size;
    if (part === undefined || first >= last) continue;
    const cut = { limit: last - first, offset: first };
    const isNearerEnd = size - last < first;
    const found = isNearerEnd
      ? (await listPart(db, workflowId, { ...page, ...cut, offset: size - last }, reversed(part))).toReversed()
      : await listPart(db, workflowId, { ...page, ...cut }, part);
    for (const row of found) rows.push(row);
  }
  return rows;
}

/** The maximum number of cached sizes. Each size takes a few hundred bytes. */
const MOST_KEPT = 200;

/** Counts the points of a filter without reading them. Returns undefined if the rows would have to be read. */
export type CountPart = (filter: PointFilter) => Promise<number | undefined>;

interface PartsToCount {
  /** The total number of points in all parts. */
  readonly total: number;
  readonly parts: readonly Part[];
  readonly count: CountPart;
}

/** Caches how many points the parts of lists have, until a point's status changes. */
export class PartSizes {
  readonly #kept = new Map<string, { readonly counted: string; readonly sizes: Promise<number[]> }>();

  async of(db: Db, workflowId: number, page: PageRequest, { total, parts, count }: PartsToCount): Promise<number[]> {
    const { limit: _limit, offset: _offset, counted, ...list } = page;
    const key = JSON.stringify([workflowId, total, list]);
    const kept = this.#kept.get(key);
    if (kept?.counted === counted) return await kept.sizes;
    if (this.#kept.size >= MOST_KEPT) this.#kept.clear();
    const sizes = countParts(db, workflowId, list, { total, parts, count });
    this.#kept.set(key, { counted, sizes });
    sizes.catch(() => this.#kept.delete(key));
    return await sizes;
  }
}

async function countParts(
  db: Db,
  workflowId: number,
  list: PointFilter,
  { total, parts, count }: PartsToCount,
): Promise<number[]> {
  const sizes = await Promise.all(
    parts.map(async (part) => {
      if (part.isRest) return 0;
      const filter = { ...list, ...part.filter };
      return (await count(filter)) ?? (await countMatching(db, workflowId, filter));
    }),
  );
  const rest = Math.max(0, total - sizes.reduce((sum, size) => sum + size, 0));
  return sizes.map((size, index) => (parts[index]?.isRest === true ? rest : size));
}

function reversed(part: Part): Part {
  return { ...part, descending: !part.descending, namesDescending: !part.namesDescending };
}

async function listFromStart(
  db: Db,
  workflowId: number,
  page: PageRequest,
  parts: readonly Part[],
): Promise<ListedPoint[]> {
  const rows: ListedPoint[] = [];
  let { offset } = page;
  for (const part of parts) {
    const limit = page.limit - rows.length;
    if (limit === 0) break;
    const found = await listPart(db, workflowId, { ...page, limit, offset }, part);
    for (const one of found) rows.push(one);
    if (found.length > 0 || offset === 0) offset = 0;
    else offset -= await countMatching(db, workflowId, { ...page, ...part.filter });
  }
  return rows;
}

async function listPart(db: Db, workflowId: number, page: PageRequest, part: Part): Promise<ListedPoint[]> {
  const { filter, column } = part;
  const key = column === undefined ? sql`null` : sql.id(column);
  // If an index covers the filter and the order, only the rows of the page are read.
  const { rows } = await sql<ListedPoint>`
    select ${SELECTED} from (
      select name, ${key} as key from point where ${filterOf(workflowId, { ...page, ...filter })}
      order by ${orderOf(part, key)} limit ${page.limit} offset ${page.offset}) as page
    join point on point.workflow_id = ${workflowId} and point.name = page.name
    order by ${orderOf(part, sql`page.key`, sql`page.name`)}`.execute(db);
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

/** Returns the parts. Each part is in the order of an index, forwards or backwards. */
function partsOf({ sort, descending }: PageRequest): Part[] {
  switch (sort) {
    case 'wave':
    case 'teff':
      return [{ filter: {}, column: sort, descending, namesDescending: false, isRest: true }];
    case 'attempts': {
      const ofTried = { column: sort, descending, namesDescending: !descending };
      const tried: Part = { filter: { tried: true }, ...ofTried, isRest: true };
      const others: Part = { filter: { tried: false }, descending, namesDescending: false };
      return descending ? [tried, others] : [others, tried];
    }
    case 'max_relc':
    case 'last_completed_at': {
      const column = sort === 'max_relc' ? 'last_max_relc' : sort;
      const known = { column, isKnown: true } as const;
      const unknown = { column, isKnown: false } as const;
      const byName = { descending, namesDescending: false };
      return [
        { filter: { known }, column, descending, namesDescending: descending },
        { filter: { known: unknown, tried: true }, ...byName, isRest: true },
        { filter: { known: unknown, tried: false }, ...byName },
      ];
    }
  }
}
