import { AXES, type GridStats } from '@almagest/contracts/grid';
import { countAllPoints } from '../../domain/lattice.ts';
import type { NameGroup } from '../../domain/name-pages.ts';
import { NameSearch } from '../../domain/name-search.ts';
import { parseNumberRange } from '../../domain/number-range.ts';
import { sumCounts, type Count } from '../../persistence/count-repository.ts';
import type { Db } from '../../persistence/database.ts';
import { isOnRows, type PointFilter } from '../../persistence/point-filter.ts';
import { countMatching, listNamed, type PageRequest, type ListedPoint } from '../../persistence/point-listing.ts';
import { findFinishedExpansion } from '../../persistence/workflow-repository.ts';
import { listPage, type PartSizes } from '../../persistence/point-parts.ts';
import type { RunConfigs } from '../run-configs.ts';
import type { MappedPoints } from './mapped-points.ts';

export interface SearchDeps {
  readonly db: Db;
  readonly configs: RunConfigs;
  readonly partSizes: PartSizes;
  readonly mappedPoints: MappedPoints;
}

/** Steps of a search that take some 10 ms of the API's thread. A grid of a million points takes 3,000. */
const MOST_EFFORT = 1_000_000;

/** Up to this many points, looking up names is faster than reading all names. */
const FEW_NAMES = 5_000;

/**
 * A page of the points that match a filter, and how many there are, for filters whose counts are not kept.
 *
 * The names follow from the configuration, and the map knows states and attempts. Where these tell all that the filter and
 * the order ask for, nothing is read but the page's own rows. Otherwise the matching rows are read where they are few, or
 * all rows: while points are missing or to be retired, and by what only rows know.
 */
export async function listByNames(
  deps: SearchDeps,
  workflowId: number,
  page: PageRequest,
  kept: readonly Count[],
): Promise<{ total: number; points: ListedPoint[] }> {
  const counts = sumCounts(kept);
  const search = page.retired === 'true' ? undefined : await searchNames(deps, workflowId, page, counts.total);
  if (search === undefined) return await listFiltered(deps, workflowId, page, {});
  const isWhole = page.status === undefined && page.method === undefined && !isOnRows(page);
  const found = isWhole ? search : await deps.mappedPoints.of(workflowId, search, page);
  const { sort } = page;
  if (found !== undefined && (sort === 'wave' || sort === 'teff')) {
    const { total, names } = found.page({ ...page, sort });
    const points = await listNamed(deps.db, workflowId, names, page);
    if (points.length === names.length) return { total, points };
    // Some have changed since: the page would have gaps.
    return await listFiltered(deps, workflowId, page, {});
  }
  const total = found?.count(page.wave);
  const matching = search.count(page.wave);
  if (matching <= FEW_NAMES) {
    const names = search.list({ wave: page.wave }, 0, FEW_NAMES);
    return await listFiltered(deps, workflowId, { ...page, names }, { total });
  }
  return await listFiltered(deps, workflowId, page, {
    total: total ?? (await countBesides(deps.db, workflowId, page, { matching, counts })),
    search,
  });
}

/**
 * How many of the points whose names match have a status that most points have: the names of the others are read for
 * that. Undefined where it would not help.
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

/** A page of the points of a status or a method, whose number is kept, by what the map does not know. */
export async function listOfStatus(
  deps: SearchDeps,
  workflowId: number,
  page: PageRequest,
  { total, kept }: { readonly total: number; readonly kept: readonly Count[] },
): Promise<{ total: number; points: ListedPoint[] }> {
  const search = await searchNames(deps, workflowId, page, sumCounts(kept).total);
  return await listFiltered(deps, workflowId, page, { total, search });
}

/** How many points of each temperature match a filter, counted in the map; undefined if that cannot tell. */
export async function countTemperaturesInMap(
  deps: SearchDeps,
  workflowId: number,
  filter: PointFilter,
  kept: readonly Count[],
): Promise<NameGroup[] | undefined> {
  const search = await searchNames(deps, workflowId, filter, sumCounts(kept).total);
  const mapped = search && (await deps.mappedPoints.of(workflowId, search, filter));
  return mapped?.groups('teff', filter.wave);
}

/** `total`: how many points match, if that is known. `search`: in the names that match, if the grid determines them. */
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

/** The search in a workflow's grid; undefined if the grid does not determine which points are `live`. */
async function searchNames(
  { db, configs }: SearchDeps,
  workflowId: number,
  filter: PointFilter,
  live: number,
): Promise<NameSearch | undefined> {
  const expansion = await findFinishedExpansion(db, workflowId);
  if (expansion === undefined) return undefined;
  const config = await configs.of(db, { id: workflowId, expansion });
  // More points than it names were imported. Fewer there are never: retired ones come back with their names.
  if (live !== countAllPoints(config)) return undefined;
  if (NameSearch.effort(config.grid, config.difficulty) > MOST_EFFORT) return undefined;
  const ranges = AXES.flatMap((axis) => (filter[axis] === undefined ? [] : [[axis, parseNumberRange(filter[axis])]]));
  return new NameSearch(config, filter.q ?? '', Object.fromEntries(ranges));
}
