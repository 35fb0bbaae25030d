import { MAP_CODES, NO_NUMBER, NO_POINT } from '../../domain/grid-map.ts';
import type { NameGroup, NameSearch } from '../../domain/name-search.ts';
import { parseNumberRange } from '../../domain/number-range.ts';
import type { PointFilter } from '../../persistence/point-filter.ts';
import type { MappedGrid, MappedGrids } from './map-layers.ts';
import type { MapPlanes } from './read-map-plane.ts';
import type { GridMaps } from './read-map.ts';

/**
 * Counts points by what the map keeps of them in memory. To count half a million of a million in the database takes
 * some 300 ms, here 30 ms.
 */
export class MappedCounts {
  readonly #from: { readonly grids: MappedGrids; readonly maps: GridMaps; readonly planes: MapPlanes };

  constructor(from: { readonly grids: MappedGrids; readonly maps: GridMaps; readonly planes: MapPlanes }) {
    this.#from = from;
  }

  /**
   * How many points of a search match a filter too, by temperature. Undefined if the map does not know what the filter
   * asks for, or is not in memory yet.
   */
  async of(workflowId: number, search: NameSearch, filter: PointFilter): Promise<NameGroup[] | undefined> {
    if (!isMapped(filter)) return undefined;
    const grid = await this.#from.grids.of(workflowId);
    if (grid === undefined) return undefined;
    const conditions = await Promise.all([this.#ofState(grid, filter), this.#ofAttempts(grid, filter)]);
    const [ofState, ofAttempts] = conditions;
    if (ofState === undefined || ofAttempts === undefined) return undefined;
    return search.temperaturesAmong(grid.places, (place) => ofState(place) && ofAttempts(place));
  }

  async #ofState(grid: MappedGrid, filter: PointFilter): Promise<((place: number) => boolean) | undefined> {
    const states = await this.#from.maps.statesOf(grid);
    const isWanted = wantedCodes(filter);
    return states && ((place) => isWanted[states[place] ?? 0] === 1);
  }

  async #ofAttempts(grid: MappedGrid, { attempts }: PointFilter): Promise<((place: number) => boolean) | undefined> {
    if (attempts === undefined) return () => true;
    const { from = 0, to = Infinity } = parseNumberRange(attempts);
    const numbers = await this.#from.planes.numbersOf(grid, 'attempts');
    // Asked a million times: no ranges are taken apart here.
    return (
      numbers &&
      ((place) => {
        const tried = numbers[place] ?? NO_NUMBER;
        return from <= tried && tried <= to;
      })
    );
  }
}

/** Whether the names of points, their states and attempts tell all that a filter asks for. */
function isMapped(filter: PointFilter): boolean {
  const { method, wave, node_id: nodeId, group, unfit, retired, point, names, exceptStatus } = filter;
  const isKnown = method === undefined || MAP_CODES.some((code) => code.method === method);
  const others = [wave, nodeId, group, unfit, retired, point, names, exceptStatus];
  return isKnown && others.every((condition) => condition === undefined);
}

/** For each code of a character 1, if a filter asks for points with that state. */
function wantedCodes({ status, method }: PointFilter): Uint8Array {
  const wanted = new Uint8Array(128);
  for (const state of MAP_CODES) {
    if (state.code === NO_POINT) continue;
    const matches = (status ?? state.status) === state.status && (method ?? state.method) === state.method;
    if (matches) wanted[state.code.charCodeAt(0)] = 1;
  }
  return wanted;
}
