import type { GridMap, MapQuery } from '@almagest/contracts/grid';
import type pg from 'pg';
import { MAP_CODES, NO_POINT } from '../../domain/points/grid-map.ts';
import type { Db } from '../../persistence/database.ts';
import { STATE_LAYER } from '../../persistence/points/map-points.ts';
import { requireWorkflow } from '../workflows/require-workflow.ts';
import { MapLayers, type MappedGrid, type MappedGrids, type Numbering } from './map-layers.ts';
import { axesOf, changesOf, parseRevision, revisionText, textsOf } from './map-revision.ts';

/** Character codes are already numbers. */
const AS_THEY_ARE: Numbering<number> = { numberOf: (shown) => shown };

/** Caches the states of all points of a workflow for its map. */
export class GridMaps {
  readonly #db: Db;
  readonly #grids: MappedGrids;
  readonly #states: MapLayers<number, Numbering<number>>;

  constructor(db: Db, pool: pg.Pool, grids: MappedGrids) {
    this.#db = db;
    this.#grids = grids;
    this.#states = new MapLayers({
      db,
      pool,
      layer: STATE_LAYER,
      newNumbering: () => AS_THEY_ARE,
      newNumbers: (size) => Buffer.alloc(size, NO_POINT),
    });
  }

  /** Returns the characters' codes by place, if they are in memory. */
  async statesOf(grid: MappedGrid): Promise<ArrayLike<number> | undefined> {
    return (await this.#states.readKept(grid))?.numbers;
  }

  async read(name: string, { since }: MapQuery): Promise<GridMap> {
    const { id } = await requireWorkflow(this.#db, name);
    const before = since === undefined ? undefined : parseRevision(since, 'states');
    const grid = await this.#grids.of(id);
    const described = { axes: axesOf(grid), codes: MAP_CODES.map((code) => ({ ...code })) };
    if (grid === undefined) return { revision: '0-0', ...described, points: '' };
    if (before?.expansion === grid.expansion) {
      const changes = await this.#states.changesSince(grid, before.horizon);
      if (changes !== undefined)
        return {
          revision: revisionText(grid, changes.horizon),
          ...described,
          changes: changesOf(grid, changes, latin1),
        };
    }
    const { numbers, horizon } = await this.#states.read(grid);
    return { revision: revisionText(grid, horizon), ...described, ...textsOf(grid, numbers, latin1) };
  }
}

function latin1(codes: ArrayLike<number>): string {
  return Buffer.from(codes).toString('latin1');
}
