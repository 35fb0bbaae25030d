import type { GridPointParams } from '@almagest/contracts/grid';
import * as rules from '@almagest/grid-coordinator/rules';
import { coldChance, drawn, seedChance, type Engine } from './simulated-engine.ts';

const AXES = ['teff', 'logg', 'loghe', 'logc', 'logn', 'logo'] as const;

/** An attempt of a simulated run. Times are in seconds from the start of the run. */
export interface SimulatedAttempt {
  readonly point: string;
  readonly method: 'cold_run' | 'seed_step';
  readonly wave: number;
  readonly start: number;
  readonly end: number;
  readonly converged: boolean;
  /** The outcome of the point. A failed point may be reseeded later. */
  readonly outcome: 'converged' | 'again' | 'failed';
}

export interface SimulatedRun {
  readonly attempts: readonly SimulatedAttempt[];
  /** The wave of each point, by name. */
  readonly waves: ReadonlyMap<string, number>;
  /** The place of each point: the index of its value on each axis. */
  readonly places: ReadonlyMap<string, readonly number[]>;
  readonly converged: number;
}

export interface Simulation {
  readonly engine: Engine;
  readonly axes: Readonly<Record<(typeof AXES)[number], readonly number[]>>;
  readonly seed: number;
  readonly slots: number;
  readonly learn: boolean;
  /** The mean duration of an attempt in s. */
  readonly meanSec: number;
}

interface Point {
  readonly name: string;
  readonly params: GridPointParams;
  readonly wave: number;
  status: 'queued' | 'pending' | 'running' | 'converged' | 'failed';
  attempts: number;
  next: 'cold_run' | 'seed_step';
  lineage: number;
  readonly tried: Point[];
  nearestTried: number | null;
}

export interface Running {
  readonly point: Point;
  readonly seed: Point | undefined;
  readonly start: number;
  readonly end: number;
}

/**
 * Simulates a run of one workflow from its first claim to its completion: with the coordinator's rules for waves, seeds
 * and reseeding (`[cold_run, seed_step]`), without its database, and with a random engine. The same input gives the
 * same run.
 */
export class GridSimulation {
  readonly #simulation: Simulation;
  readonly #points: readonly Point[];
  readonly #settings: rules.Difficulty;
  readonly #metric: rules.SeedMetric;
  readonly #directions = new Map<string, { direction: string; tried: number; converged: number }>();
  readonly #attempts: SimulatedAttempt[] = [];

  constructor(simulation: Simulation) {
    this.#simulation = simulation;
    const texts = AXES.map((axis) => [axis, simulation.axes[axis].map((value) => ({ text: String(value), value }))]);
    const grid = Object.fromEntries(texts) as rules.Grid;
    this.#settings = {
      weights: { teff: 1, logg: 1, loghe: 1, logc: 1, logn: 1, logo: 1 },
      order: {},
      classEdges: {},
      maxSeedAttempts: 6,
      maxSeedDistance: 4,
      learn: simulation.learn,
    };
    this.#metric = rules.seedMetric(grid, this.#settings);
    this.#points = product(simulation.axes).map((params) => ({
      name: AXES.map((axis) => params[axis]).join('_'),
      params,
      wave: rules.waveOf(params, grid, this.#settings),
      status: 'queued',
      attempts: 0,
      next: 'cold_run',
      lineage: 0,
      tried: [],
      nearestTried: null,
    }));
  }

  /** Runs the workflow alone on its slots. */
  run(): SimulatedRun {
    const running: Running[] = [];
    let now = 0;
    for (;;) {
      while (running.length < this.#simulation.slots) {
        const claimed = this.claim(now);
        if (claimed === undefined) break;
        running.push(claimed);
      }
      running.sort((a, b) => a.end - b.end);
      const first = running.shift();
      if (first === undefined) break;
      now = first.end;
      this.report(first);
    }
    return this.result();
  }

  /** Returns whether a point can be claimed. */
  hasQueued(): boolean {
    return this.#points.some(({ status }) => status === 'queued');
  }

  /** Claims the next point. Returns undefined if no point is queued. */
  claim(now: number): Running | undefined {
    const point = this.#nextQueued();
    return point && this.#claim(point, now);
  }

  result(): SimulatedRun {
    const converged = this.#points.filter(({ status }) => status === 'converged').length;
    const waves = new Map(this.#points.map(({ name, wave }) => [name, wave]));
    const { axes } = this.#simulation;
    const places = new Map(
      this.#points.map(({ name, params }) => [name, AXES.map((axis) => axes[axis].indexOf(params[axis]))]),
    );
    return { attempts: this.#attempts, waves, places, converged };
  }

  #nextQueued(): Point | undefined {
    return this.#points
      .filter(({ status }) => status === 'queued')
      .toSorted((a, b) => a.wave - b.wave || a.attempts - b.attempts || (a.name < b.name ? -1 : 1))[0];
  }

  #claim(point: Point, start: number): Running {
    const seed = point.next === 'seed_step' ? this.#seedsFor(point, this.#settings.maxSeedDistance)[0] : undefined;
    point.status = 'running';
    point.attempts += 1;
    const { seed: random, meanSec, engine } = this.#simulation;
    // The duration is between 0.5 and 1.5 times the mean. The hardest points take a third longer.
    const spread = 0.5 + drawn(random, 'time', point.name, point.attempts);
    const pace = engine.pace?.(start, random) ?? 1;
    return { point, seed, start, end: start + meanSec * spread * pace * (1 + 0.03 * point.wave) };
  }

  report({ point, seed, start, end }: Running): void {
    const converged = this.#converges(point, seed);
    if (seed !== undefined) this.#learn(point, seed, converged);
    const method = seed === undefined ? 'cold_run' : 'seed_step';
    if (converged) {
      point.status = 'converged';
      point.lineage = seed === undefined ? 0 : seed.lineage + 1;
      this.#release(point);
    } else {
      if (seed !== undefined) {
        point.tried.push(seed);
        const distance = this.#distance(seed, point);
        point.nearestTried = Math.min(point.nearestTried ?? Infinity, distance);
      }
      point.status = this.#afterFailure(point);
    }
    const outcome = converged ? 'converged' : point.status === 'failed' ? 'failed' : 'again';
    this.#attempts.push({ point: point.name, method, wave: point.wave, start, end, converged, outcome });
  }

  #afterFailure(point: Point): Point['status'] {
    const isFirst = point.next === 'cold_run';
    point.next = 'seed_step';
    const radius = isFirst ? this.#settings.maxSeedDistance : this.#reseedRadius(point);
    if (this.#seedsFor(point, radius).length > 0) return 'queued';
    return isFirst ? 'pending' : 'failed';
  }

  /** Queues the points that can use the new seed. */
  #release(seed: Point): void {
    for (const point of this.#points) {
      if (point.status !== 'pending' && point.status !== 'failed') continue;
      const radius = point.status === 'pending' ? this.#settings.maxSeedDistance : this.#reseedRadius(point);
      if (this.#distance(seed, point) <= radius + 1e-6) point.status = 'queued';
    }
  }

  #reseedRadius({ tried, nearestTried }: Point): number {
    return rules.reseedRadius({ seedTries: tried.length, nearestTried }, this.#metric) ?? -1;
  }

  #distance(seed: Point, point: Point): number {
    return rules.seedDistance(seed.params, point.params, this.#metric);
  }

  #seedsFor(point: Point, radius: number): Point[] {
    const factors = this.#simulation.learn ? rules.learnedFactors([...this.#directions.values()]) : undefined;
    const fitting = this.#points.filter(
      (seed) =>
        seed.status === 'converged' && !point.tried.includes(seed) && this.#distance(seed, point) <= radius + 1e-6,
    );
    const candidates = fitting.map((seed, id) => ({
      id,
      name: seed.name,
      params: seed.params,
      distance: this.#distance(seed, point),
      rankedDistance: rules.seedDistance(seed.params, point.params, this.#metric, factors),
      lineage: seed.lineage,
      maxRelc: 1e-4,
      sha256: '',
      sizeBytes: 0,
    }));
    const tried = point.tried.map(({ params }) => params);
    const ordered = rules.bySuitability(candidates, point.params, tried, this.#metric);
    return ordered.flatMap(({ id }) => fitting[id] ?? []);
  }

  #learn(point: Point, seed: Point, converged: boolean): void {
    const direction = rules.seedDirection(seed.params, point.params, this.#metric);
    const known = this.#directions.get(direction) ?? { direction, tried: 0, converged: 0 };
    this.#directions.set(direction, {
      direction,
      tried: known.tried + 1,
      converged: known.converged + Number(converged),
    });
  }

  #converges(point: Point, seed: Point | undefined): boolean {
    const { engine, seed: random } = this.#simulation;
    if (seed === undefined) return drawn(random, 'cold', point.name) < coldChance(engine, point.params);
    const apart = new Map(
      AXES.map((axis) => {
        const place = (params: GridPointParams) => rules.coordinate(axis, params[axis]);
        return [axis, (place(seed.params) - place(point.params)) / this.#metric.steps[axis]];
      }),
    );
    return drawn(random, point.name, seed.name) < seedChance(engine.steps, apart);
  }
}

function product(axes: Simulation['axes']): GridPointParams[] {
  let all: Record<string, number>[] = [{}];
  for (const axis of AXES) all = all.flatMap((params) => axes[axis].map((value) => ({ ...params, [axis]: value })));
  return all as unknown as GridPointParams[];
}
