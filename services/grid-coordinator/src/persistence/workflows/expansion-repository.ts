import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { AXES, SPECTRUM_KIND, type PointStatus, type Stage, type TaskType } from '@almagest/contracts/grid';
import { recordset } from '@almagest/service-kit/recordset';
import { sql } from 'kysely';
import type pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import type { GridPoint } from '../../domain/points/expansion.ts';
import { AXIS_COLUMNS } from '../axis-columns.ts';
import type { Db, StoredStatus, Tx } from '../database.ts';

export async function listChunks(db: Db, workflowId: number, expansion: number): Promise<Set<number>> {
  const rows = await db
    .selectFrom('expansion_chunk')
    .select('chunk')
    .where('workflow_id', '=', workflowId)
    .where('expansion', '=', expansion)
    .execute();
  return new Set(rows.map((row) => row.chunk));
}

export async function markChunk(trx: Tx, workflowId: number, expansion: number, chunk: number): Promise<void> {
  await trx.insertInto('expansion_chunk').values({ workflow_id: workflowId, expansion, chunk }).execute();
}

export async function forgetChunks(db: Db, workflowId: number): Promise<void> {
  await db.deleteFrom('expansion_chunk').where('workflow_id', '=', workflowId).execute();
}

export async function hasPoints(db: Db, workflowId: number): Promise<boolean> {
  const row = await db
    .selectFrom('point')
    .select('name')
    .where('workflow_id', '=', workflowId)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** How new points enter a run. */
export interface FreshPoints {
  readonly workflowId: number;
  readonly run: number;
  readonly status: PointStatus;
  readonly waitsForSeed: boolean;
}

const COLUMNS = ['workflow_id', 'run', 'status', 'waits_for_seed', 'wave', 'score', 'name', ...AXES].join(', ');

/**
 * Writes a chunk of new points, the mark of the chunk and the counts of its points in one transaction. Uses COPY for
 * speed.
 *
 * Fails with unique_violation if one of the points already exists.
 */
export async function copyChunk(
  pool: pg.Pool,
  fresh: FreshPoints,
  chunk: { readonly expansion: number; readonly number: number; readonly points: readonly GridPoint[] },
): Promise<void> {
  const client = await pool.connect();
  let broken: Error | undefined;
  try {
    await client.query('begin');
    // Blocks only a deletion of the workflow until the chunk is written.
    const { rowCount } = await client.query('select from workflow where id = $1 for key share', [fresh.workflowId]);
    if (rowCount === 1) {
      await client.query('insert into expansion_chunk (workflow_id, expansion, chunk) values ($1, $2, $3)', [
        fresh.workflowId,
        chunk.expansion,
        chunk.number,
      ]);
      await pipeline(
        Readable.from(copyRows(fresh, chunk.points)),
        client.query(copyFrom(`copy point (${COLUMNS}) from stdin`)),
      );
      await client.query(
        `insert into point_count_delta (workflow_id, wave, status, n)
         select $1, w.wave, $2::point_status, w.n from unnest($3::int[], $4::int[]) as w(wave, n)`,
        [fresh.workflowId, fresh.status, ...countWaves(chunk.points)],
      );
    }
    await client.query('commit');
  } catch (error) {
    await client.query('rollback').catch((fault: Error) => (broken = fault));
    throw error;
  } finally {
    client.release(broken);
  }
}

/** Yields lines in COPY's text format. Names and numbers contain no characters that need escaping. */
function* copyRows(
  { workflowId, run, status, waitsForSeed }: FreshPoints,
  points: readonly GridPoint[],
): Generator<string> {
  const head = `${workflowId}\t${run}\t${status}\t${waitsForSeed ? 't' : 'f'}\t`;
  let block = '';
  for (const { wave, score, name, params } of points) {
    block += `${head}${wave}\t${score}\t${name}\t${params.teff}\t${params.logg}\t${params.loghe}\t${params.logc}\t${params.logn}\t${params.logo}\n`;
    if (block.length > 60_000) {
      yield block;
      block = '';
    }
  }
  yield block;
}

function countWaves(points: readonly GridPoint[]): [number[], number[]] {
  const counts = new Map<number, number>();
  for (const { wave } of points) counts.set(wave, (counts.get(wave) ?? 0) + 1);
  return [[...counts.keys()], [...counts.values()]];
}

/** A point of the grid before a run. */
export interface ExistingPoint {
  readonly name: string;
  readonly wave: number;
  readonly status: StoredStatus;
  readonly retired_from: PointStatus | null;
  readonly run: number;
  readonly atmosphere_done: boolean;
  readonly spectrum_done: boolean;
  /**
   * The named spectra that the point's model has. For a point of an earlier version, these are the spectra among its
   * artifacts.
   */
  readonly products: readonly string[] | null;
  readonly success_method: TaskType | null;
  readonly waits_for_seed: boolean;
}

export async function lockExisting(trx: Tx, workflowId: number, names: readonly string[]): Promise<ExistingPoint[]> {
  return await trx
    .selectFrom('point')
    .select([
      'name',
      'wave',
      'status',
      'retired_from',
      'run',
      'atmosphere_done',
      'spectrum_done',
      'success_method',
      'waits_for_seed',
    ])
    .select(
      sql<string[] | null>`case when not atmosphere_done then products else coalesce(products, (
        select array_agg(distinct a.product) from artifact as a
        where a.workflow_id = point.workflow_id and a.point_name = point.name and a.kind = ${SPECTRUM_KIND}
          and a.product is not null)) end`.as('products'),
    )
    .where('workflow_id', '=', workflowId)
    .where('name', '=', sql<string>`any(${names}::text[])`)
    .forUpdate()
    .execute();
}

export async function insertFresh(trx: Tx, fresh: FreshPoints, points: readonly GridPoint[]): Promise<void> {
  if (points.length === 0) return;
  const rows = points.map(({ params, ...point }) => ({ ...point, ...params }));
  const given = recordset(
    rows,
    {
      wave: 'int4',
      score: 'float4',
      name: 'text',
      ...AXIS_COLUMNS,
    },
    'p',
  );
  await sql`
    insert into point (workflow_id, run, status, waits_for_seed, wave, score, name, teff, logg, loghe, logc, logn, logo)
    select ${fresh.workflowId}, ${fresh.run}, ${fresh.status}::point_status, ${fresh.waitsForSeed}, p.*
    from ${given}`.execute(trx);
}

/** How a run changes an existing point. */
export interface PreparedPoint {
  readonly name: string;
  readonly wave: number;
  readonly score: number;
  /** The stage from which the point is recomputed, or null if its results are kept. */
  readonly from: Stage | null;
  /** The named spectra that are kept with the point's model. */
  readonly products: readonly string[] | null;
  readonly status: PointStatus;
  readonly waitsForSeed: boolean;
}

/**
 * Moves existing points into the run, including retired points. Kept points change only their wave. The other points
 * restart their chains.
 *
 * A score from an older release that JSON cannot represent is not changed.
 */
export async function storePrepared(
  trx: Tx,
  workflowId: number,
  run: number,
  points: readonly PreparedPoint[],
): Promise<void> {
  if (points.length === 0) return;
  const prepared = recordset(
    points,
    {
      name: 'text',
      wave: 'int4',
      score: 'float4',
      from: 'text',
      products: 'jsonb',
      status: 'text',
      waitsForSeed: 'bool',
    },
    'p',
  );
  await sql`
    update point set run = ${run}, wave = p.wave, score = coalesce(p.score, point.score), status = p.status::point_status,
      retired_from = null, held = point.held and p."from" is null,
      waits_for_seed = p."waitsForSeed" and not (point.held and p."from" is null),
      atmosphere_chain = case when p."from" is null then atmosphere_chain end,
      spectrum_chain = case when p."from" is null then spectrum_chain end,
      atmosphere_done = case when p."from" is null then atmosphere_done else p."from" = 'spectrum' end,
      spectrum_done = case when p."from" is null then spectrum_done else false end,
      products = case when p."from" is null then point.products when p.products is null then null
        else array(select jsonb_array_elements_text(p.products)) end,
      success_method = case when p."from" = 'atmosphere' then null else success_method end,
      model_unfit = case when p."from" = 'atmosphere' then false else model_unfit end,
      losses = case when p."from" is null then losses else 0 end,
      seed_tries = case when p."from" is null then seed_tries else 0 end,
      nearest_tried = case when p."from" is null then nearest_tried end,
      doubted_node = case when p."from" is null then doubted_node end,
      next_rule = case when p."from" is null then next_rule end,
      rules_used = case when p."from" is null then rules_used end,
      unconverged_sha256 = case when p."from" is null then unconverged_sha256 end,
      unconverged_max_relc = case when p."from" is null then unconverged_max_relc end
    from ${prepared}
    where point.workflow_id = ${workflowId} and point.name = p.name`.execute(trx);
}

/** Returns a page of names of points that are not retired. */
export async function listNames(
  db: Db,
  workflowId: number,
  { after, limit }: { after: string; limit: number },
): Promise<string[]> {
  const rows = await db
    .selectFrom('point')
    .select('name')
    .where('workflow_id', '=', workflowId)
    .where('name', '>', after)
    .where('status', '<>', sql.lit('retired'))
    .orderBy('name')
    .limit(limit)
    .execute();
  return rows.map(({ name }) => name);
}

/** Retires points and keeps their results. Returns their previous states. The caller has locked the workflow. */
export async function retirePoints(
  trx: Tx,
  workflowId: number,
  names: readonly string[],
): Promise<{ wave: number; status: PointStatus; success_method: TaskType | null }[]> {
  const { rows } = await sql<{ wave: number; status: PointStatus; success_method: TaskType | null }>`
    with existing as materialized (
      select name, wave, status, success_method from point
      where workflow_id = ${workflowId} and name = any(${names}::text[]) and status <> 'retired' for update)
    update point set retired_from = existing.status, status = 'retired', waits_for_seed = false
    from existing where point.workflow_id = ${workflowId} and point.name = existing.name
    returning existing.wave, existing.status, existing.success_method`.execute(trx);
  return rows;
}

/** With at least this many estimated rows, the planner chooses plans that suit a table of any size. */
const ENOUGH_TO_PLAN = 1_000;

/**
 * Analyzes the points if the planner still assumes a nearly empty table. Otherwise, prepared statements would keep
 * scanning the whole table until autovacuum runs about a minute later.
 */
export async function analyzeFewPoints(db: Db): Promise<void> {
  const { rows } = await sql<{ few: boolean }>`
    select reltuples < ${ENOUGH_TO_PLAN} as few from pg_class where oid = to_regclass('point')`.execute(db);
  if (rows[0]?.few === true) await sql`analyze point`.execute(db);
}

/**
 * Vacuums and analyzes the points. Makes index-only scans and good plans possible after millions of rows were inserted
 * at once.
 */
export async function vacuumPoints(db: Db): Promise<void> {
  await sql`vacuum (analyze, parallel 0) point`.execute(db);
}
