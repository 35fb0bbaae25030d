import type { MapPlane, MapPlaneName, MapQuery } from '@almagest/contracts/grid';
import type pg from 'pg';
import { NO_NUMBER, numberText, timeStepSec } from '../../domain/points/grid-map.ts';
import type { Db } from '../../persistence/database.ts';
import { NUMBER_LAYERS, TEXT_LAYERS, type NumberPlane, type TextPlane } from '../../persistence/points/map-points.ts';
import { requireWorkflow } from '../workflows/require-workflow.ts';
import { MapLayers, type MappedGrid, type MappedGrids, type Numbering } from './map-layers.ts';
import { axesOf, changesOf, parseRevision, revisionText, textsOf } from './map-revision.ts';

/** Numbers the values of a plane. A text value is a set of words: the groups of failures, or one node. */
class PlaneNumbering implements Numbering<number | string> {
  readonly sets: string[][] = [];
  readonly #known = new Map<string, number>();

  numberOf(shown: number | string): number {
    if (typeof shown === 'number') return shown;
    if (shown === '') return NO_NUMBER;
    const known = this.#known.get(shown);
    if (known !== undefined) return known;
    this.#known.set(shown, this.sets.length);
    return this.sets.push(shown.split(',')) - 1;
  }

  /** Returns undefined for a text that no point has had so far. */
  find(text: string): number | undefined {
    return this.#known.get(text);
  }
}

type PlaneName = NumberPlane | TextPlane;

function isText(plane: PlaneName): plane is TextPlane {
  return plane in TEXT_LAYERS;
}

/**
 * Caches the planes of the maps. Planes show data that the points' states don't contain. Each plane is read only on
 * request.
 */
export class MapPlanes {
  readonly #db: Db;
  readonly #grids: MappedGrids;
  readonly #newLayers: (plane: PlaneName) => MapLayers<number | string, PlaneNumbering>;
  readonly #layers = new Map<PlaneName, MapLayers<number | string, PlaneNumbering>>();

  constructor(db: Db, pool: pg.Pool, grids: MappedGrids) {
    this.#db = db;
    this.#grids = grids;
    const common = {
      db,
      pool,
      newNumbering: () => new PlaneNumbering(),
      newNumbers: (size: number) => new Int32Array(size).fill(NO_NUMBER),
    };
    this.#newLayers = (plane) =>
      new MapLayers<number | string, PlaneNumbering>({
        ...common,
        layer: isText(plane) ? TEXT_LAYERS[plane] : NUMBER_LAYERS[plane],
      });
  }

  /** Returns the numbers of a plane by place, if they are in memory. */
  async numbersOf(grid: MappedGrid, plane: NumberPlane): Promise<ArrayLike<number> | undefined> {
    return (await this.#layersOf(plane).readKept(grid))?.numbers;
  }

  /** Returns a function that checks whether a place has this text, or undefined if the plane is not in memory. */
  async havingText(
    grid: MappedGrid,
    plane: TextPlane,
    text: string,
  ): Promise<((place: number) => boolean) | undefined> {
    const kept = await this.#layersOf(plane).readKept(grid);
    if (kept === undefined) return undefined;
    const number = kept.numbering.find(text);
    return (place) => kept.numbers[place] === number;
  }

  #layersOf(plane: PlaneName): MapLayers<number | string, PlaneNumbering> {
    const layers = this.#layers.get(plane) ?? this.#newLayers(plane);
    this.#layers.set(plane, layers);
    return layers;
  }

  /** Reads a plane. `now` determines the step of a plane of times, which grows with the age of the workflow. */
  async read(name: string, plane: MapPlaneName, { since }: MapQuery, now: Date): Promise<MapPlane> {
    const { id, created_at: createdAt } = await requireWorkflow(this.#db, name);
    const before = since === undefined ? undefined : parseRevision(since, 'plane');
    const grid = await this.#grids.of(id);
    const step = plane === 'ended' ? timeStepSec((now.getTime() - createdAt.getTime()) / 1_000) : 1;
    const from = plane === 'ended' ? Math.floor(createdAt.getTime() / 1_000) : 0;
    const described = { axes: axesOf(grid), plane, from, step };
    if (grid === undefined) return { revision: '0-0', ...described, points: '' };
    const layers = this.#layersOf(plane);
    const textOf = (numbers: ArrayLike<number>) => numberText(numbers, step);
    const setsOf = ({ sets }: PlaneNumbering) => (plane === 'failures' ? { sets } : {});
    if (before?.expansion === grid.expansion && before.step === step) {
      const found = await layers.changesSince(grid, before.horizon);
      if (found !== undefined) {
        const changes = changesOf(grid, found, textOf);
        const revision = revisionText(grid, found.horizon, step);
        return { revision, ...described, ...setsOf(found.numbering), changes };
      }
    }
    const { numbers, horizon, numbering } = await layers.read(grid);
    const revision = revisionText(grid, horizon, step);
    return { revision, ...described, ...setsOf(numbering), ...textsOf(grid, numbers, textOf) };
  }
}
