import { AXES, type GridStats } from '@almagest/contracts/grid';
import { countAllPoints } from '../../domain/points/lattice.ts';
import type { MappedSearch } from '../../domain/points/mapped-search.ts';
import { NameSearch } from '../../domain/points/name-search.ts';
import { parseNumberRange } from '../../domain/points/number-range.ts';
import { sumCounts, type Count } from '../../persistence/workflows/count-repository.ts';
import type { Db } from '../../persistence/database.ts';
import { isOnRows, type PointFilter } from '../../persistence/points/point-filter.ts';
import {
  countMatching,
  listNamed,
  type PageRequest,
  type ListedPoint,
} from '../../persistence/points/point-listing.ts';
import { findFinishedExpansion } from '../../persistence/workflows/workflow-repository.ts';
import { listPage, type PartSizes } from '../../persistence/points/point-parts.ts';
import type { RunConfigs } from '../run-configs.ts';
import type { MappedPoints } from './mapped-points.ts';

export interface SearchDeps {
  readonly db: Db;
  readonly configs: RunConfigs;
  readonly partSizes: PartSizes;
  readonly mappedPoints: MappedPoints;
}

/**
 * The maximum number of steps in a search. This many steps block the API for about 10 ms. A grid of a million points
 * needs 3,000 steps.
 */
const MOST_EFFORT = 1_000_000;

/** Up to this many points, looking up names is faster than reading all names. */
const FEW_NAMES = 5_000;

/**
 * Returns a page of the matching points and their number, for filters whose counts are not stored.
 *
 * The configuration determines the names, and the map in memory has states and attempts. If these data are enough for
 * the filter and the order, reads only the page's rows. Otherwise, reads the matching rows if there are few, or all
 * rows. Also reads all rows while points are missing or due to be retired, and for values that only rows have.
 */
export async function listByNames(
  deps: SearchDeps,
  workflowId: number,
  page: PageRequest,
  kept: readonly Count[],
): Promise<{ total: number; points: ListedPoint[] }> {
  if (page.points !== undefined) return await listFiltered(deps, workflowId, page, {});
  const counts = sumCounts(kept);
  const search = page.retired === 'true' ? undefined : await searchNames(deps, workflowId, page, counts.total);
  if (search === undefined) return await listFiltered(deps, workflowId, page, {});
  const found = await findInMemory(deps, workflowId, page, search);
  const listed = await listInMemory(deps, workflowId, page, found);
  if (listed !== undefined) return listed;
  const total = found?.count(page.wave);
  const matching = search.count(page.wave);
  const few = (total ?? matching) <= FEW_NAMES ? (found ?? search) : undefined;
  if (few !== undefined) {
    const { names } = few.page({ sort: 'wave', descending: false, wave: page.wave, offset: 0, limit: FEW_NAMES });
    return await listFiltered(deps, workflowId, { ...page, names }, { total });
  }
  return await listFiltered(deps, workflowId, page, {
    total: total ?? (await countBesides(deps.db, workflowId, page, { matching, counts })),
    search,
  });
}

/** Returns the matching points, if the grid and the map in memory are enough to find these points. */
async function findInMemory(
  { mappedPoints }: SearchDeps,
  workflowId: number,
  page: PageRequest,
  search: NameSearch,
): Promise<NameSearch | MappedSearch | undefined> {
  const isWhole = page.status === undefined && page.method === undefined && !isOnRows(page);
  return isWhole ? search : await mappedPoints.of(workflowId, search, page);
}

/** Returns a page in wave or temperature order, which names determine. Reads only the rows of the page. */
async function listInMemory(
  deps: SearchDeps,
  workflowId: number,
  page: PageRequest,
  found: NameSearch | MappedSearch | undefined,
): Promise<{ total: number; points: ListedPoint[] } | undefined> {
  const { sort } = page;
  if (found === undefined || (sort !== 'wave' && sort !== 'teff')) return undefined;
  const { total, names } = found.page({ ...page, sort });
  const points = await listNamed(deps.db, workflowId, names, page);
  if (points.length === names.length) return { total, points };
  // Some points have changed since the map was read, so the page would have gaps.
  return await listFiltered(deps, workflowId, page, {});
}

/**
 * Counts the points with matching names in a status that most points have. Subtracts the points in other statuses from
 * all matching points. Returns undefined if that isn't faster.
 */
async function countBesides(
  db: Db,
  workflowId: number,
  page: PageRequest,
  { matching, counts }: { readonly matching: number; readonly counts: GridStats },
): Promise<number | undefined> {
  const { status, ...others } = page;
  if (status === undefined || page.method !== undefined || isOnRows(page)) return undefined;
  if (counts[status] * 2 < counts.total) return undefined;
  return matching - (await countMatching(db, workflowId, { ...others, exceptStatus: status }));
}

/**
 * Returns a page of the points with a status or method whose count is stored, filtered by columns that the map lacks.
 */
export async function listOfStatus(
  deps: SearchDeps,
  workflowId: number,
  page: PageRequest,
  { total, kept }: { readonly total: number; readonly kept: readonly Count[] },
): Promise<{ total: number; points: ListedPoint[] }> {
  const search = await searchNames(deps, workflowId, page, sumCounts(kept).total);
  const found =
    page.sort === 'teff' && search !== undefined ? await findInMemory(deps, workflowId, page, search) : undefined;
  const listed = await listInMemory(deps, workflowId, page, found);
  return listed ?? (await listFiltered(deps, workflowId, page, { total, search }));
}

/**
 * Lists points from the database. `total`: the number of matching points, if known. `search`: restricts the list to
 * matching names, if the grid determines all names.
 */
async function listFiltered(
  { db, partSizes: sizes, mappedPoints }: Pick<SearchDeps, 'db' | 'partSizes' | 'mappedPoints'>,
  workflowId: number,
  page: PageRequest,
  { total: known, search }: { readonly total?: number | undefined; readonly search?: NameSearch | undefined },
): Promise<{ total: number; points: ListedPoint[] }> {
  const total = known ?? (await countMatching(db, workflowId, page));
  const count = async (filter: PointFilter) =>
    search && (await mappedPoints.of(workflowId, search, filter))?.count(filter.wave);
  return { total, points: page.offset < total ? await listPage(db, workflowId, page, { total, sizes, count }) : [] };
}

/** Returns the search in a workflow's grid, or undefined if the grid does not determine which points are `live`. */
async function searchNames(
  { db, configs }: SearchDeps,
  workflowId: number,
  filter: PointFilter,
  live: number,
): Promise<NameSearch | undefined> {
  const expansion = await findFinishedExpansion(db, workflowId);
  if (expansion === undefined) return undefined;
  const config = await configs.of(db, { id: workflowId, expansion });
  // If the numbers differ, an import has added points that the configuration doesn't name. `live` is never too small,
  // because an expansion restores retired points that the configuration names.
  if (live !== countAllPoints(config)) return undefined;
  if (NameSearch.effort(config.grid, config.difficulty) > MOST_EFFORT) return undefined;
  const ranges = AXES.flatMap((axis) => (filter[axis] === undefined ? [] : [[axis, parseNumberRange(filter[axis])]]));
  return new NameSearch(config, filter.q ?? '', Object.fromEntries(ranges));
}
