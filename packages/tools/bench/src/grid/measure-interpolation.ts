import { AXES, type Axis, type GridPointParams } from '@almagest/contracts/grid';
import * as rules from '@almagest/grid-coordinator/rules';
import type { Row } from '../report/row.ts';
import { blendOf, differenceOf, PATIENT, runEngine } from './sample-models.ts';

/** A grid of the sample engine in which every point has a model: 5 x 5 x 3 points. */
const DENSE = {
  teff: [30_000, 34_000, 38_500, 43_500, 49_000],
  logg: [4.5, 4.75, 5, 5.25, 5.5],
  loghe: [-2, -1, 0],
  logc: [-4],
  logn: [-4],
  logo: [-3.5],
};

/** The demonstration's grid. A quarter of its points fail without a seed. */
const DEMONSTRATION = {
  teff: [30_000, 42_000, 50_000, 57_500],
  logg: [5, 4.25, 3.75],
  loghe: [-2, 0],
  logc: [-4, -2.5],
  logn: [-4, -3],
  logo: [-3.5, -2.5],
};

type Axes = Readonly<Record<Axis, readonly number[]>>;

/**
 * Measures interpolation on grids of the sample engine: its error against models computed at the same parameters, the
 * leave-one-out estimate, and interpolated seeds against nearest seeds. No service is involved.
 */
export async function measureInterpolation(): Promise<Row[]> {
  return [...measureErrors(), ...GRIDS.flatMap((grid) => measureSeedsOf(grid))];
}

function gridOf(axes: Axes) {
  const lists = AXES.map((axis) => [axis, axes[axis].map((value) => ({ text: String(value), value }))] as const);
  return Object.fromEntries(lists) as Record<Axis, { text: string; value: number }[]>;
}

function pointsOf(axes: Axes): GridPointParams[] {
  return AXES.reduce<Partial<GridPointParams>[]>(
    (points, axis) => points.flatMap((point) => axes[axis].map((value) => ({ ...point, [axis]: value }))),
    [{}],
  ) as GridPointParams[];
}

function nameOf(params: GridPointParams): string {
  return rules.pointName(AXES.map((axis) => String(params[axis])));
}

/** Returns the middles of the cells in the coordinates of the interpolation, where its error is largest. */
function middlesOf(axes: Axes): GridPointParams[] {
  const middles = AXES.map((axis) => {
    const values = axes[axis];
    if (values.length === 1) return [axis, values] as const;
    const places = values.map((value) => rules.coordinate(axis, value));
    const between = places.slice(1).map((place, index) => (place + (places[index] ?? place)) / 2);
    return [axis, axis === 'teff' ? between.map((place) => 10 ** place) : between] as const;
  });
  return pointsOf(Object.fromEntries(middles) as unknown as Axes);
}

function measureErrors(): Row[] {
  const grid = gridOf(DENSE);
  const models = new Map(
    pointsOf(DENSE).map((params) => [nameOf(params), runEngine(params, null, PATIENT).model ?? '']),
  );
  const modelOf = (name: string) => models.get(name) ?? '';
  const logarithms = (name: string) => rules.comparedQuantities(rules.readStructure(name, modelOf(name))).logarithms;
  const rows: Row[] = [];
  for (const method of ['linear', 'cubic'] as const) {
    const errors: number[] = [];
    const estimates: number[] = [];
    for (const params of middlesOf(DENSE)) {
      const truth = runEngine(params, null, PATIENT).model;
      if (truth === null) continue;
      const stencil = rules.stencilAround(grid, params, method);
      const terms = stencil.points.map(({ name, weight }) => ({ model: modelOf(name), weight }));
      errors.push(differenceOf(blendOf(terms), truth));
      const checks = rules.axisChecks(grid, stencil, method);
      const residuals = checks.map(({ of, from }) =>
        rules.residualOf(
          logarithms(of),
          from.map(({ name, weight }) => ({ logarithms: logarithms(name), weight })),
        ),
      );
      estimates.push(rules.interpolationError(stencil.axes, checks, residuals).estimate ?? NaN);
    }
    rows.push(
      percentRow(`interpolation, ${method}: error`, errors, `middles of ${errors.length} cells of a grid of 75 points`),
      percentRow(`interpolation, ${method}: estimate by leave-one-out`, estimates, 'the same cells'),
    );
  }
  return [...rows, leaveOneOut(grid, [...models.keys()], logarithms)];
}

function leaveOneOut(
  grid: ReturnType<typeof gridOf>,
  names: readonly string[],
  logarithms: (name: string) => Float64Array,
): Row {
  const residuals = [...rules.placesByName(grid, new Set(names))].map(([name, place]) => {
    const predictions = rules.neighbourPredictions(grid, place, () => true);
    const found = predictions.map((points) =>
      rules.residualOf(
        logarithms(name),
        points.map((point) => ({ logarithms: logarithms(point.name), weight: point.weight })),
      ),
    );
    return Math.min(...found.flatMap((residual) => residual ?? []), Infinity);
  });
  return percentRow('leave-one-out residual', residuals, `all ${residuals.length} points of that grid`);
}

function percentRow(what: string, values: readonly number[], of: string): Row {
  const sorted = values.toSorted((a, b) => a - b);
  const at = (share: number) => 100 * (sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? NaN);
  const detail = `median; p95 ${at(0.95).toFixed(3)} %, largest ${at(1).toFixed(3)} %; temperature, rms over depths; ${of}`;
  return { what, value: at(0.5), unit: '%', detail };
}

/**
 * The grids of decision 49: the sample grid, where metals matter most, and grids that are denser in temperature and
 * gravity.
 */
const GRIDS: readonly (readonly [what: string, axes: Axes])[] = [
  ['demonstration', DEMONSTRATION],
  ['one composition', { ...DEMONSTRATION, logc: [-4], logn: [-4], logo: [-3.5] }],
  [
    'hotter and lighter',
    {
      ...DENSE,
      teff: [30_000, 34_000, 38_500, 43_500, 48_000, 52_500, 57_500],
      logg: [3.75, 4, 4.25, 4.5, 5],
    },
  ],
  ['dense', DENSE],
];

/** Recomputes each point that has a model, from several starts. No start uses the point's model. */
function measureSeedsOf([what, axes]: (typeof GRIDS)[number]): Row[] {
  const grid = gridOf(axes);
  const points = pointsOf(axes).map((params) => ({ params, name: nameOf(params) }));
  const models = new Map(
    points.flatMap(({ params, name }) => {
      const { model } = runEngine(params, null, PATIENT);
      return model === null ? [] : [[name, model] as const];
    }),
  );
  const places = rules.placesByName(grid, new Set(models.keys()));
  const lines = new rules.PointLines({ grid, extraPoints: [] });
  const difficulty = { weights: { teff: 1, logg: 1, loghe: 1, logc: 1, logn: 1, logo: 1 }, order: {}, classEdges: {} };
  const metric = rules.seedMetric(grid, { ...difficulty, maxSeedAttempts: 6, maxSeedDistance: 4, learn: false });
  const starts = points.flatMap(({ params, name }) => {
    const [place, values] = [places.get(name), lines.valuesOf(name)];
    if (place === undefined || values === undefined) return [];
    const distanceOf = (other: { readonly params: GridPointParams }) =>
      rules.seedDistance(other.params, params, metric);
    const [nearest] = points
      .filter((other) => other.name !== name && models.has(other.name))
      .toSorted((a, b) => distanceOf(a) - distanceOf(b));
    const [predicted] = rules.neighbourPredictions(grid, place, (other) => models.has(other));
    if (nearest === undefined || predicted === undefined) return [];
    const isNear = distanceOf(nearest) <= rules.NEAR_ENOUGH;
    const between = isNear ? undefined : rules.seedBlend(lines, values, (other) => models.has(other));
    const mean = (blend: readonly { readonly name: string; readonly weight: number }[]) =>
      blendOf(blend.map((point) => ({ model: models.get(point.name) ?? '', weight: point.weight })));
    const ofNearest = models.get(nearest.name) ?? '';
    const interpolated = between === undefined ? ofNearest : mean(between);
    return [{ params, nearest: ofNearest, predicted: mean(predicted), interpolated, isBetween: between !== undefined }];
  });
  return (['cold', 'nearest', 'predicted', 'interpolated'] as const).map((kind) => {
    const runs = starts.map((start) => runEngine(start.params, kind === 'cold' ? null : start[kind]));
    const converged = runs.filter(({ model }) => model !== null);
    const iterations = converged.reduce((sum, run) => sum + run.iterations, 0) / converged.length;
    const number =
      kind === 'interpolated' ? `, ${starts.filter(({ isBetween }) => isBetween).length} between models` : '';
    const detail = `mean of ${converged.length} that converged; ${runs.length - converged.length} of ${runs.length} failed${number}`;
    return { what: `${what}, ${WHAT[kind]}: iterations`, value: iterations, unit: 'iterations', detail };
  });
}

const WHAT = {
  cold: 'cold start',
  nearest: 'nearest seed',
  predicted: 'seed predicted from neighbours',
  interpolated: 'seed of `seed: interpolated`',
} as const;
