import { AXES, type Axis, type GridPointParams } from '@almagest/contracts/grid';
import { recordset } from '@almagest/service-kit/recordset';
import { sql, type RawBuilder } from 'kysely';
import { bySuitability, type SeedCandidate } from '../../domain/seeds/seed-choice.ts';
import {
  HARDER_SEED_PENALTY,
  seedBox,
  seedDistance,
  STEP_WEIGHTS,
  TEFF_STEP_COST,
  type SeedMetric,
  type SeedFactors,
} from '../../domain/seeds/seed-distance.ts';
import { smallestFactor } from '../../domain/seeds/seed-learning.ts';
import type { Db } from '../database.ts';
export interface SeedRequest {
  readonly point: GridPointParams & { readonly name: string };
  /** In grid steps. */
  readonly radius: number;
  /** Names of seeds that have been tried for the point. */
  readonly tried: readonly string[];
  readonly metric: SeedMetric;
  readonly signature: string;
  /** The factors learned from attempts so far. Undefined if the workflow does not learn. */
  readonly factors?: SeedFactors | undefined;
}

/**
 * The search radii in grid steps. The first covers one step of an abundance or of helium, the second one step of
 * gravity or teff.
 */
const SEARCH_RADII = [0.72, 1.6];

/**
 * The maximum number of candidates, more than are tied in practice. The domain rule chooses the best of the tied seeds.
 */
const CANDIDATES = 12;

/**
 * Returns the fitting seeds of a point, best first. Empty if no seed is within the radius.
 *
 * Searches boxes of growing size and stops at the first box with a seed inside its guaranteed radius. Where seeds are
 * dense, a small box is enough. Where seeds are rare, even a large box contains few.
 */
export async function findSeeds(db: Db, request: SeedRequest): Promise<SeedCandidate[]> {
  return (await findSeedsAround(db, request, 1)).seeds;
}

/**
 * Like `findSeeds`, but continues until it has found `atLeast` seeds. `more`: whether more distant seeds may fit as
 * well.
 */
export async function findSeedsAround(
  db: Db,
  request: SeedRequest,
  atLeast: number,
): Promise<{ readonly seeds: SeedCandidate[]; readonly more: boolean }> {
  const nearest = request.factors === undefined ? 1 : smallestFactor(request.factors);
  const radii = [...SEARCH_RADII.filter((radius) => radius < request.radius), request.radius];
  for (const radius of radii) {
    const found = await seedsWithin(db, request, radius);
    const isLast = radius === request.radius;
    // A seed outside the box may rank before seeds inside the box if attempts from its direction went well.
    const inside = isLast
      ? found
      : found.filter((seed) => seed.rankedDistance <= radius * nearest + DISTANCE_TOLERANCE);
    if (inside.length >= atLeast || (isLast && found.length > 0)) {
      const tried = await paramsOfSeeds(db, request.tried);
      const seeds = bySuitability(inside, request.point, tried, request.metric);
      return { seeds, more: !isLast || found.length === CANDIDATES };
    }
  }
  return { seeds: [], more: false };
}

async function seedsWithin(db: Db, request: SeedRequest, radius: number): Promise<SeedCandidate[]> {
  const { point, metric, factors } = request;
  const box = seedBox(point, radius, metric);
  const inBox = AXES.map((axis) => sql`${sql.ref(axis)} between ${box[axis].from}::float8 and ${box[axis].to}::float8`);
  const distance = distanceExpression(point, metric);
  const ranked = factors === undefined ? sql`` : sql`, ${distanceExpression(point, metric, factors)} as ranked`;
  const { rows } = await sql<GridPointParams & Found>`
    select name, teff, logg, loghe, logc, logn, logo, lineage, max_relc, model_id, sha256, size_bytes from (
      select *, ${distance} as distance${ranked} from current_model
      where fit and ${sql.join(inBox, sql` and `)}
        and (signature is null or signature = ${request.signature})
        and name <> ${point.name} and name <> all(${request.tried}::text[])
      -- Keeps the long expression in one place: planning three copies takes longer than the search.
      offset 0) near
    where distance <= ${radius + DISTANCE_TOLERANCE}::float8
    order by round(${factors === undefined ? sql`distance` : sql`ranked`} * 1e6), lineage, max_relc, name
    limit ${CANDIDATES}`.execute(db);
  return rows.map(({ name, lineage, max_relc, model_id, sha256, size_bytes, ...params }) => ({
    id: model_id,
    name,
    params,
    distance: seedDistance(params, point, metric),
    rankedDistance: seedDistance(params, point, metric, factors),
    lineage,
    maxRelc: max_relc,
    sha256,
    sizeBytes: size_bytes,
  }));
}

interface Found {
  readonly name: string;
  readonly lineage: number;
  readonly max_relc: number | null;
  readonly model_id: number;
  readonly sha256: string;
  readonly size_bytes: number;
}

const DISTANCE_TOLERANCE = 1e-6;

/** Returns the metric of domain/seeds/seed-distance.ts in SQL. A test compares this metric with that file. */
function distanceExpression(
  point: GridPointParams,
  { steps, difficulty }: SeedMetric,
  factors?: SeedFactors,
): RawBuilder<number> {
  const terms = AXES.map((axis) => {
    const column = axis === 'teff' ? sql`log(teff)` : sql.ref(axis);
    const place = axis === 'teff' ? Math.log10(point.teff) : point[axis];
    const apart = sql`(${column} - ${place}::float8)`;
    // PostgreSQL fails on a square that underflows, and a value may be as small as 5e-324.
    return sql`(case when abs${apart} < 1e-100 then 0 else ${apart} end / ${steps[axis]}::float8)`;
  });
  const weight = (axis: Axis, value: number) => {
    if (factors === undefined) return sql`${value}::float8`;
    const { lower, higher } = factors[axis];
    return sql`case when ${terms[AXES.indexOf(axis)]} < 0 then ${value * lower}::float8 else ${value * higher}::float8 end`;
  };
  const squares = AXES.map((axis, index) => sql`power((${weight(axis, STEP_WEIGHTS[axis])}) * ${terms[index]}, 2)`);
  const penalties = AXES.map((axis, index) => {
    const order = difficulty.order[axis];
    const cost = weight(axis, HARDER_SEED_PENALTY[axis] * STEP_WEIGHTS[axis]);
    if (axis === 'loghe' && order === undefined) {
      return sql`(${cost}) * greatest(0, (abs(loghe + 1) - ${Math.abs(point.loghe + 1)}::float8) / ${steps.loghe}::float8)`;
    }
    const hardIsAbove = order === undefined ? axis !== 'logg' : order === 'asc';
    return sql`(${cost}) * greatest(0, ${hardIsAbove ? 1 : -1} * ${terms[index]})`;
  });
  const ofTeff = weight('teff', TEFF_STEP_COST);
  return sql`sqrt(${sql.join(squares, sql` + `)}) + ${sql.join(penalties, sql` + `)} + (${ofTeff}) * abs(${terms[0]})`;
}

async function paramsOfSeeds(db: Db, names: readonly string[]): Promise<GridPointParams[]> {
  if (names.length === 0) return [];
  return await db
    .selectFrom('current_model')
    .select(['teff', 'logg', 'loghe', 'logc', 'logn', 'logo'])
    .where('name', 'in', [...names])
    .execute();
}

export interface StoredSeed {
  readonly name: string;
  readonly params: GridPointParams;
  readonly signature: string | null;
  /** The hash of the content. Another version of the model is another seed. */
  readonly sha256: string;
}

/** Returns seeds that have not been offered to waiting points yet, oldest first. */
export async function listUnreleased(db: Db, limit: number): Promise<StoredSeed[]> {
  const rows = await db
    .selectFrom('current_model')
    .select(['name', 'teff', 'logg', 'loghe', 'logc', 'logn', 'logo', 'signature', 'sha256'])
    .where('fit', '=', sql.lit(true))
    .where('released', '=', sql.lit(false))
    .orderBy('stored_at')
    .limit(limit)
    .execute();
  return rows.map(({ name, signature, sha256, ...params }) => ({ name, signature, sha256, params }));
}

/**
 * Returns whether some seeds have not been offered to waiting points yet. `until`: counts only seeds stored by then.
 */
export async function hasUnreleased(db: Db, until?: Date): Promise<boolean> {
  const row = await db
    .selectFrom('current_model')
    .select('name')
    .where('fit', '=', sql.lit(true))
    .where('released', '=', sql.lit(false))
    .$if(until !== undefined, (query) => query.where('stored_at', '<=', until ?? null))
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Records that seeds were offered to every waiting point, except seeds that have been replaced since. */
export async function markReleased(
  db: Db,
  seeds: readonly Pick<StoredSeed, 'name' | 'signature' | 'sha256'>[],
): Promise<void> {
  if (seeds.length === 0) return;
  const rows = seeds.map(({ name, signature, sha256 }) => ({ name, signature, sha256 }));
  await sql`
    update current_model as seed set released = true
    from ${recordset(rows, { name: 'text', signature: 'text', sha256: 'text' }, 's')}
    where seed.name = s.name and seed.signature is not distinct from s.signature and seed.sha256 = s.sha256`.execute(
    db,
  );
}
