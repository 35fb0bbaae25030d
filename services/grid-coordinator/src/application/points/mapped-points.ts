import { MAP_CODES, NO_NUMBER, NO_POINT } from '../../domain/points/grid-map.ts';
import { MappedSearch } from '../../domain/points/mapped-search.ts';
import type { NameSearch } from '../../domain/points/name-search.ts';
import { parseNumberRange } from '../../domain/points/number-range.ts';
import type { NumberPlane } from '../../persistence/points/map-points.ts';
import type { PointFilter } from '../../persistence/points/point-filter.ts';
import type { MappedGrid, MappedGrids } from './map-layers.ts';
import type { MapPlanes } from './read-map-plane.ts';
import type { GridMaps } from './read-map.ts';

/**
 * Counts and lists points from the map in memory. Counting 500,000 of a million points takes about 300 ms in the
 * database and 30 ms here.
 */
export class MappedPoints {
  readonly #from: { readonly grids: MappedGrids; readonly maps: GridMaps; readonly planes: MapPlanes };

  constructor(from: { readonly grids: MappedGrids; readonly maps: GridMaps; readonly planes: MapPlanes }) {
    this.#from = from;
  }

  /**
   * Returns the points that match a search and a filter, ignoring the filter's wave. Returns undefined if the map lacks
   * data that the filter needs, or if the map is not in memory yet.
   */
  async of(workflowId: number, search: NameSearch, filter: PointFilter): Promise<MappedSearch | undefined> {
    if (!isMapped(filter)) return undefined;
    const grid = await this.#from.grids.of(workflowId);
    if (grid === undefined) return undefined;
    const conditions = await Promise.all([
      this.#ofState(grid, filter),
      ...numberConditions(filter).map(([plane, meets]) => this.#ofNumbers(grid, plane, meets)),
      ...(filter.node_id === undefined ? [] : [this.#from.planes.havingText(grid, 'nodes', filter.node_id)]),
    ]);
    const meets = conditions.reduce((all, next) => all && next && ((place) => all(place) && next(place)));
    return meets && new MappedSearch(search, grid.places, meets);
  }

  async #ofState(grid: MappedGrid, filter: PointFilter): Promise<((place: number) => boolean) | undefined> {
    const states = await this.#from.maps.statesOf(grid);
    const isWanted = wantedCodes(filter);
    return states && ((place) => isWanted[states[place] ?? 0] === 1);
  }

  async #ofNumbers(
    grid: MappedGrid,
    plane: NumberPlane,
    meets: (number: number) => boolean,
  ): Promise<((place: number) => boolean) | undefined> {
    const numbers = await this.#from.planes.numbersOf(grid, plane);
    return numbers && ((place) => meets(numbers[place] ?? NO_NUMBER));
  }
}

/**
 * Returns the conditions of a filter on the planes' numbers. The conditions run a million times, so ranges are parsed
 * only once.
 */
function numberConditions({ attempts, tried, known }: PointFilter): [NumberPlane, (number: number) => boolean][] {
  const conditions: [NumberPlane, (number: number) => boolean][] = [];
  if (attempts !== undefined) {
    const { from = 0, to = Infinity } = parseNumberRange(attempts);
    conditions.push(['attempts', (number) => from <= number && number <= to]);
  }
  if (tried !== undefined) conditions.push(['attempts', (number) => number > 0 === tried]);
  if (known !== undefined)
    conditions.push([PLANE_OF[known.column], (number) => (number !== NO_NUMBER) === known.isKnown]);
  return conditions;
}

/** The plane that corresponds to a column. */
const PLANE_OF = { last_max_relc: 'changed', last_completed_at: 'ended' } as const;

/** Returns whether names, states and planes are enough to evaluate a filter. */
function isMapped(filter: PointFilter): boolean {
  const { method, group, unfit, retired, point, names, exceptStatus, from_rejected: isFromRejected } = filter;
  const isKnown = method === undefined || MAP_CODES.some((code) => code.method === method);
  const others = [group, unfit, retired, point, names, exceptStatus, isFromRejected];
  return isKnown && others.every((condition) => condition === undefined);
}

/** Returns, for each character code, 1 if the filter includes points with that state. */
function wantedCodes({ status, method }: PointFilter): Uint8Array {
  const wanted = new Uint8Array(128);
  for (const state of MAP_CODES) {
    if (state.code === NO_POINT) continue;
    const matches = (status ?? state.status) === state.status && (method ?? state.method) === state.method;
    if (matches) wanted[state.code.charCodeAt(0)] = 1;
  }
  return wanted;
}
