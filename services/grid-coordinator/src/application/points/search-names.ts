import { AXES, type GridStats } from '@almagest/contracts/grid';
import { countAllPoints } from '../../domain/lattice.ts';
import { NameSearch, type NameGroup } from '../../domain/name-search.ts';
import { parseNumberRange } from '../../domain/number-range.ts';
import { sumCounts, type Count } from '../../persistence/count-repository.ts';
import type { Db } from '../../persistence/database.ts';
import { isOnRows, type PointFilter } from '../../persistence/point-filter.ts';
import { countMatching, listNamed, type PageRequest, type ListedPoint } from '../../persistence/point-listing.ts';
import { findFinishedExpansion } from '../../persistence/workflow-repository.ts';
import { listPage, type PartSizes } from '../../persistence/point-parts.ts';
import type { RunConfigs } from '../run-configs.ts';
import type { MappedCounts } from './mapped-counts.ts';

export interface SearchDeps {
  readonly db: Db;
  readonly configs: RunConfigs;
  readonly partSizes: PartSizes;
  readonly mappedCounts: MappedCounts;
}

/** Steps of a search that take some 10 ms of the API's thread. A grid of a million points takes 3,000. */
const MOST_EFFORT = 1_000_000;

/** Up to this many points, looking up names is faster than reading all names. */
const FEW_NAMES = 5_000;

/**
 * A page of the points whose names contain `q` and whose values lie in ranges, and how many there are.
 *
 * The names follow from the configuration, so nothing is read but the page's own rows, or the matching points where they are
 * few. All names are read where that does not do: while points are missing or to be retired, and after an import of
 * points beside the grid; and by a filter or order that only rows know, when many names match.
 */
export async function listByNames(
  deps: SearchDeps,
  workflowId: number,
  page: PageRequest,
  kept: readonly Count[],
): Promise<{ total: number; points: ListedPoint[] }> {
  const { db } = deps;
  const { sort, wave, status } = page;
  const counts = sumCounts(kept);
  const search = page.retired === 'true' ? undefined : await searchNames(deps, workflowId, page, counts.total);
  if (search === undefined) return await listFiltered(deps, workflowId, page);
  const matching = search.count(wave);
  const byRows = page.method !== undefined || isOnRows(page);
  if (!byRows && status === undefined && (sort === 'wave' || sort === 'teff')) {
    const names = search.page({ ...page, sort, wave });
    const points = await listNamed(db, workflowId, names);
    if (points.length === names.length) return { total: matching, points };
    // A start has just retired some of them.
    return await listFiltered(deps, workflowId, page);
  }
  const isWhole = !byRows && status === undefined;
  const known = isWhole ? matching : sumGroups(await deps.mappedCounts.of(workflowId, search, page));
  if (matching <= FEW_NAMES) {
    return await listFiltered(deps, workflowId, { ...page, names: search.list({ wave }, 0, FEW_NAMES) }, known);
  }
  return await listFiltered(
    deps,
    workflowId,
    page,
    known ?? (await countBesides(db, workflowId, page, { matching, counts })),
  );
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

/** How many points match a filter, by temperature, counted in the map; undefined if that cannot tell. */
export async function countInMap(
  deps: SearchDeps,
  workflowId: number,
  filter: PointFilter,
  kept: readonly Count[],
): Promise<NameGroup[] | undefined> {
  const search = await searchNames(deps, workflowId, filter, sumCounts(kept).total);
  return search && (await deps.mappedCounts.of(workflowId, search, filter));
}

export function sumGroups(groups: readonly NameGroup[] | undefined): number | undefined {
  return groups?.reduce((sum, { n }) => sum + n, 0);
}

/** `known`: how many points match. */
export async function listFiltered(
  { db, partSizes: sizes }: Pick<SearchDeps, 'db' | 'partSizes'>,
  workflowId: number,
  page: PageRequest,
  known?: number,
): Promise<{ total: number; points: ListedPoint[] }> {
  const total = known ?? (await countMatching(db, workflowId, page));
  return { total, points: page.offset < total ? await listPage(db, workflowId, page, { total, sizes }) : [] };
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
