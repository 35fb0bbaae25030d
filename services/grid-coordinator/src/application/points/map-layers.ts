import type pg from 'pg';
import { GridPlaces } from '../../domain/points/grid-map.ts';
import type { Db } from '../../persistence/database.ts';
import { listChangedPoints, readMapPoints, type Horizon, type Layer } from '../../persistence/points/map-points.ts';
import { findWorkflowState, readRunConfig } from '../../persistence/workflows/workflow-repository.ts';
import { Coalescer, fulfilled } from '../coalesce.ts';

/** With more changes than this, reading all points again is faster. */
const MOST_CHANGES = 50_000;

/** The memory limit for the layers of one kind. The least recently read layers are dropped first. */
const MOST_KEPT_BYTES = 20_000_000;

export interface MappedGrid {
  readonly workflowId: number;
  /** Increases when the workflow gets another grid. */
  readonly expansion: number;
  readonly places: GridPlaces;
}

/** Caches the grids of the workflows that were read most recently. */
export class MappedGrids {
  readonly #db: Db;
  readonly #kept = new Map<number, MappedGrid>();

  constructor(db: Db) {
    this.#db = db;
  }

  /** Returns undefined before the first start. */
  async of(workflowId: number): Promise<MappedGrid | undefined> {
    const state = await findWorkflowState(this.#db, workflowId);
    if (state === undefined) return undefined;
    const kept = this.#kept.get(workflowId);
    if (kept?.expansion === state.expansion) return kept;
    const config = await readRunConfig(this.#db, workflowId);
    if (config === null) return undefined;
    const grid = { workflowId, expansion: state.expansion, places: new GridPlaces(config) };
    this.#kept.delete(workflowId);
    this.#kept.set(workflowId, grid);
    const [oldest] = this.#kept.keys();
    if (this.#kept.size > MOST_GRIDS && oldest !== undefined) this.#kept.delete(oldest);
    return grid;
  }
}

const MOST_GRIDS = 100;

export interface Numbering<V> {
  numberOf(shown: V): number;
}

/** The values of all points of a grid, by place. */
interface KeptLayer<N> {
  readonly grid: MappedGrid;
  readonly numbers: Int32Array | Uint8Array;
  readonly numbering: N;
  readonly horizon: Horizon;
}

/** The changed values, by place. */
export interface LayerChanges<N> {
  readonly places: number[];
  readonly numbers: number[];
  readonly numbering: N;
  readonly horizon: Horizon;
}

interface LayerOptions<V, N> {
  readonly db: Db;
  readonly pool: pg.Pool;
  readonly layer: Layer<V>;
  readonly newNumbering: () => N;
  /** Creates an array in which every place has the number for a missing point. */
  readonly newNumbers: (size: number) => Int32Array | Uint8Array;
}

/**
 * Caches one layer of the most recently read maps. Each read applies only the changes since the last read, so each
 * process reads the whole table of a map only once.
 */
export class MapLayers<V, N extends Numbering<V>> {
  readonly #options: LayerOptions<V, N>;
  /** Ordered by last read. */
  readonly #kept = new Map<number, KeptLayer<N>>();
  /** One coalescer for each workflow: requests that arrive during a read share the next read. */
  readonly #reads = new Map<number, Coalescer<MappedGrid, KeptLayer<N>>>();

  constructor(options: LayerOptions<V, N>) {
    this.#options = options;
  }

  /** Waits for a read that begins now or later, so that the read includes everything written before the request. */
  async read(grid: MappedGrid): Promise<KeptLayer<N>> {
    const { workflowId } = grid;
    const reads = this.#reads.get(workflowId) ?? new Coalescer((asked) => this.#refreshOnce(asked), Infinity);
    this.#reads.set(workflowId, reads);
    return await reads.submit(grid);
  }

  /**
   * Does the same as `read` if the layer is in memory. Otherwise returns undefined and starts reading it in the
   * background, which takes seconds for millions of points.
   */
  async readKept(grid: MappedGrid): Promise<KeptLayer<N> | undefined> {
    const isKept = this.#kept.get(grid.workflowId)?.grid.expansion === grid.expansion;
    const reading = this.read(grid);
    if (isKept) return await reading;
    // If this read fails, the next request starts another read.
    reading.catch(() => undefined);
    return undefined;
  }

  /** Returns undefined if there are too many changes, or if the horizon is ahead of the database. */
  async changesSince(
    grid: MappedGrid,
    since: Horizon,
    numbering = this.#options.newNumbering(),
  ): Promise<LayerChanges<N> | undefined> {
    const { db, layer } = this.#options;
    const found = await listChangedPoints(db, grid.workflowId, layer, { since, limit: MOST_CHANGES });
    if (found === undefined) return undefined;
    const changes: LayerChanges<N> = { places: [], numbers: [], numbering, horizon: found.horizon };
    for (const { values, shown } of found.points) {
      const place = grid.places.placeOf(values);
      if (place === undefined) continue;
      changes.places.push(place);
      changes.numbers.push(numbering.numberOf(shown));
    }
    return changes;
  }

  async #refreshOnce(asked: readonly MappedGrid[]): Promise<PromiseSettledResult<KeptLayer<N>>[]> {
    const [grid] = asked;
    if (grid === undefined) return [];
    const map = await this.#refresh(grid);
    return asked.map(() => fulfilled(map));
  }

  async #refresh(grid: MappedGrid): Promise<KeptLayer<N>> {
    const { workflowId } = grid;
    const kept = this.#kept.get(workflowId);
    const isSame = kept?.grid.expansion === grid.expansion;
    const map = (isSame ? await this.#update(kept) : undefined) ?? (await this.#load(grid));
    this.#kept.delete(workflowId);
    this.#kept.set(workflowId, map);
    let size = [...this.#kept.values()].reduce((sum, { numbers }) => sum + numbers.byteLength, 0);
    for (const [id, { numbers }] of this.#kept) {
      if (size <= MOST_KEPT_BYTES || id === workflowId) break;
      this.#kept.delete(id);
      size -= numbers.byteLength;
    }
    return map;
  }

  async #update(kept: KeptLayer<N>): Promise<KeptLayer<N> | undefined> {
    const changes = await this.changesSince(kept.grid, kept.horizon, kept.numbering);
    if (changes === undefined) return undefined;
    for (const [index, place] of changes.places.entries()) kept.numbers[place] = changes.numbers[index] ?? 0;
    return { ...kept, horizon: changes.horizon };
  }

  async #load(grid: MappedGrid): Promise<KeptLayer<N>> {
    const { pool, layer, newNumbers, newNumbering } = this.#options;
    const numbers = newNumbers(grid.places.size);
    const numbering = newNumbering();
    const horizon = await readMapPoints(pool, grid.workflowId, layer, (values, shown) => {
      const place = grid.places.placeOf(values);
      if (place !== undefined) numbers[place] = numbering.numberOf(shown);
    });
    return { grid, numbers, numbering, horizon };
  }
}
