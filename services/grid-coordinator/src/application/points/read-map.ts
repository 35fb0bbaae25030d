import type { GridMap, MapQuery } from '@almagest/contracts/grid';
import { Refusal } from '@almagest/service-kit/refusal';
import type pg from 'pg';
import { GridPlaces, MAP_CODES, NO_POINT } from '../../domain/grid-map.ts';
import type { Db } from '../../persistence/database.ts';
import { listChangedPoints, readMapPoints, type Horizon, type MapPoint } from '../../persistence/map-points.ts';
import { findWorkflowState, readRunConfig } from '../../persistence/workflow-repository.ts';
import { Coalescer, fulfilled } from '../coalesce.ts';
import { requireWorkflow } from './list-points.ts';

/** With more changes than this, all points are read anew: that takes less time. */
const MOST_CHANGES = 50_000;

/** How many points the maps in memory may have together, at one byte each. The least recently read are dropped first. */
const MOST_KEPT_POINTS = 20_000_000;

/** The grid that a workflow's points were last expanded from. */
interface MappedGrid {
  readonly workflowId: number;
  /** Increases when a workflow gets another grid. */
  readonly expansion: number;
  readonly places: GridPlaces;
}

interface KeptMap extends MappedGrid {
  /** A character for each place. */
  readonly codes: Buffer;
  readonly horizon: Horizon;
}

/**
 * The maps that were read last. Each is brought up to date by what has changed since; so a map of millions of points is
 * read from the table only once by each process.
 */
export class GridMaps {
  readonly #db: Db;
  readonly #pool: pg.Pool;
  /** In the order in which they were read last. */
  readonly #kept = new Map<number, KeptMap>();
  /** One for each workflow: who asks while its map is being read shares the read after that. */
  readonly #reads = new Map<number, Coalescer<MappedGrid, KeptMap>>();

  constructor(db: Db, pool: pg.Pool) {
    this.#db = db;
    this.#pool = pool;
  }

  async read(name: string, { since }: MapQuery): Promise<GridMap> {
    const { id } = await requireWorkflow(this.#db, name);
    const grid = await this.#gridOf(id);
    if (grid === undefined) return { revision: '0-0', ...describe(undefined), points: '' };
    const before = since === undefined ? undefined : parseRevision(since);
    if (before?.expansion === grid.expansion) {
      const changes = await listChangedPoints(this.#db, id, { since: before.horizon, limit: MOST_CHANGES });
      if (changes !== undefined)
        return {
          revision: revisionOf(grid, changes.horizon),
          ...describe(grid),
          changes: placed(grid, changes.points),
        };
    }
    const map = await this.#upToDate(grid);
    return { revision: revisionOf(map, map.horizon), ...describe(map), points: map.codes.toString('latin1') };
  }

  async #gridOf(workflowId: number): Promise<MappedGrid | undefined> {
    const state = await findWorkflowState(this.#db, workflowId);
    if (state === undefined) return undefined;
    const { expansion } = state;
    const kept = this.#kept.get(workflowId);
    if (kept?.expansion === expansion) return kept;
    const config = await readRunConfig(this.#db, workflowId);
    return config === null ? undefined : { workflowId, expansion, places: new GridPlaces(config.grid) };
  }

  /** Waits for a read that begins now or later, so that it sees everything that was written before the request. */
  async #upToDate(grid: MappedGrid): Promise<KeptMap> {
    const { workflowId } = grid;
    const reads = this.#reads.get(workflowId) ?? new Coalescer((asked) => this.#refreshOnce(asked), Infinity);
    this.#reads.set(workflowId, reads);
    return await reads.submit(grid);
  }

  async #refreshOnce(asked: readonly MappedGrid[]): Promise<PromiseSettledResult<KeptMap>[]> {
    const [grid] = asked;
    if (grid === undefined) return [];
    const map = await this.#refresh(grid);
    return asked.map(() => fulfilled(map));
  }

  async #refresh(grid: MappedGrid): Promise<KeptMap> {
    const kept = this.#kept.get(grid.workflowId);
    const map = (kept?.expansion === grid.expansion ? await this.#update(kept) : undefined) ?? (await this.#load(grid));
    this.#kept.delete(map.workflowId);
    this.#kept.set(map.workflowId, map);
    let size = [...this.#kept.values()].reduce((sum, { codes }) => sum + codes.length, 0);
    for (const [id, { codes }] of this.#kept) {
      if (size <= MOST_KEPT_POINTS || id === map.workflowId) break;
      this.#kept.delete(id);
      size -= codes.length;
    }
    return map;
  }

  async #update(kept: KeptMap): Promise<KeptMap | undefined> {
    const changes = await listChangedPoints(this.#db, kept.workflowId, { since: kept.horizon, limit: MOST_CHANGES });
    if (changes === undefined) return undefined;
    const { places, codes } = placed(kept, changes.points);
    for (const [index, place] of places.entries()) kept.codes[place] = codes.charCodeAt(index);
    return { ...kept, horizon: changes.horizon };
  }

  async #load(grid: MappedGrid): Promise<KeptMap> {
    const codes = Buffer.alloc(grid.places.size, NO_POINT);
    const horizon = await readMapPoints(this.#pool, grid.workflowId, (values, code) => {
      const place = grid.places.placeOf(values);
      if (place !== undefined) codes[place] = code;
    });
    return { ...grid, codes, horizon };
  }
}

function describe(grid: MappedGrid | undefined): Pick<GridMap, 'axes' | 'codes'> {
  const [teff = [], logg = [], loghe = [], logc = [], logn = [], logo = []] = grid?.places.axes ?? [];
  return {
    axes: { teff: [...teff], logg: [...logg], loghe: [...loghe], logc: [...logc], logn: [...logn], logo: [...logo] },
    codes: MAP_CODES.map((code) => ({ ...code })),
  };
}

function placed({ places }: MappedGrid, points: readonly MapPoint[]): NonNullable<GridMap['changes']> {
  const found = points.flatMap(({ values, code }) => {
    const place = places.placeOf(values);
    return place === undefined ? [] : [{ place, code }];
  });
  return { places: found.map(({ place }) => place), codes: found.map(({ code }) => code).join('') };
}

function revisionOf({ expansion }: MappedGrid, horizon: Horizon): string {
  return `${expansion}-${horizon}`;
}

const REVISION = /^(\d{1,9})-(\d{1,18})$/;

function parseRevision(text: string): { expansion: number; horizon: Horizon } {
  const [, expansion, horizon] = REVISION.exec(text) ?? [];
  if (expansion === undefined || horizon === undefined)
    throw new Refusal('malformed', 'query: since must be the revision of an earlier answer, such as 3-81724');
  return { expansion: Number(expansion), horizon };
}
