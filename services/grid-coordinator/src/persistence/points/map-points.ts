import { pipeline } from 'node:stream/promises';
import { AXES, type MapPlaneName } from '@almagest/contracts/grid';
import { sql } from 'kysely';
import type pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { MAP_CODES, NO_NUMBER, NO_POINT } from '../../domain/points/grid-map.ts';
import { BinaryCopyReader, type BinaryRow } from '../binary-copy.ts';
import type { Db } from '../database.ts';

/** A transaction id below which all transactions have ended. The id has 64 bits, so it is a string. */
export type Horizon = string;

export interface MapPoint<V> {
  /** In the order of the axes. */
  readonly values: readonly number[];
  readonly shown: V;
}

/**
 * A property of every point that a map can show, and how to read the property. The value changes only with a point's
 * status or method.
 */
export interface Layer<V> {
  /** The tables to join to `point`. */
  readonly join: string;
  /** The expression is never null, because the reader of PostgreSQL's binary COPY format does not support nulls. */
  readonly expression: string;
  /** Reads the expression's value from a row in the binary COPY format. */
  readonly read: (row: BinaryRow, field: number) => V;
}

/** A point that is recomputed keeps its earlier success method. */
const CODE = `case ${MAP_CODES.filter(({ status }) => status !== null)
  .toReversed()
  .map(
    ({ code, status, method }) =>
      `when status = '${status}'${method === null ? '' : ` and success_method = '${method}'`} then '${code}'`,
  )
  .join(' ')} else '${NO_POINT}' end`;

/** The character of a point's state, as its ASCII code. */
export const STATE_LAYER: Layer<number> = {
  join: '',
  expression: `ascii(${CODE})`,
  read: (row, field) => row.int32(field),
};

function numberLayer(expression: string, join = ''): Layer<number> {
  return {
    join,
    expression: `case when status = 'retired' then ${NO_NUMBER} else coalesce((${expression})::int4, ${NO_NUMBER}) end`,
    read: (row, field) => row.int32(field),
  };
}

/**
 * Planes of numbers. `changed` shows whether a point has a largest relative change. `changed` is used only for lists.
 */
export type NumberPlane = Exclude<MapPlaneName, 'failures'> | 'changed';

/** The numbers of the planes. Times are in seconds after the workflow's creation. */
export const NUMBER_LAYERS: Readonly<Record<NumberPlane, Layer<number>>> = {
  wave: numberLayer('wave'),
  attempts: numberLayer('attempts'),
  changed: numberLayer('case when last_max_relc is not null then 1 end'),
  // greatest() ignores nulls.
  ended: numberLayer(
    `case when last_completed_at is not null then extract(epoch from
      greatest('0', last_completed_at - (select created_at from workflow where id = point.workflow_id))) end`,
  ),
  generation: numberLayer(
    'made.lineage',
    `left join (select name as made_name, workflow_id as made_workflow, task_id as made_by, lineage from model where not replaced) as made
       on made_name = name and made_workflow = workflow_id and made_by is not distinct from model_task_id and status = 'converged'`,
  ),
};

function textLayer(expression: string): Layer<string> {
  return {
    join: '',
    expression: `case when status = 'retired' then '' else coalesce(${expression}, '') end`,
    read: (row, field) => row.ascii(field),
  };
}

/**
 * Planes of texts. `failures`: the groups of failures of a point since the point last converged. `nodes` is used only
 * for lists.
 */
export const TEXT_LAYERS = {
  failures: textLayer(`array_to_string(failure_groups, ',')`),
  nodes: textLayer('node_id'),
} as const;

export type TextPlane = keyof typeof TEXT_LAYERS;

const VALUES = AXES.map((axis) => `point.${axis}`).join(', ');

/**
 * Passes every point of a workflow to `take` and resolves to the horizon of the read. Uses PostgreSQL's binary format,
 * because a million points as objects would take seconds.
 */
export async function readMapPoints<V>(
  pool: pg.Pool,
  workflowId: number,
  layer: Layer<V>,
  take: (values: Float64Array, shown: V) => void,
): Promise<Horizon> {
  const client = await pool.connect();
  let broken: Error | undefined;
  try {
    await client.query('begin isolation level repeatable read, read only');
    const { rows } = await client.query<{ horizon: Horizon }>(`select ${HORIZON} as horizon`);
    const values = new Float64Array(AXES.length);
    const reader = new BinaryCopyReader(AXES.length + 1, (row) => {
      for (let axis = 0; axis < AXES.length; axis += 1) values[axis] = row.float64(axis);
      take(values, layer.read(row, AXES.length));
    });
    const query = `copy (select ${VALUES}, ${layer.expression} from point ${layer.join}
      where point.workflow_id = ${workflowId}) to stdout (format binary)`;
    await pipeline(client.query(copyTo(query)), reader);
    await client.query('commit');
    return rows[0]?.horizon ?? '0';
  } catch (error) {
    broken = error as Error;
    throw error;
  } finally {
    client.release(broken);
  }
}

const HORIZON = 'pg_snapshot_xmin(pg_current_snapshot())::text';

/**
 * Returns the points changed by transactions from `since` on, and the horizon of the read. Returns undefined if there
 * are more than `limit` such points, or if `since` is ahead of this database, for example after a backup was restored.
 * A point whose transaction id is ahead of the database doesn't count as changed.
 */
export async function listChangedPoints<V>(
  db: Db,
  workflowId: number,
  layer: Layer<V>,
  { since, limit }: { readonly since: Horizon; readonly limit: number },
): Promise<{ points: MapPoint<V>[]; horizon: Horizon } | undefined> {
  const { rows } = await sql<{ horizon: Horizon; values: number[] | null; shown: V | null }>`
    with read as materialized (
      select ${sql.raw(HORIZON)} as horizon, pg_snapshot_xmax(pg_current_snapshot()) as ahead)
    select read.horizon, changed.values, changed.shown
    from read left join lateral (
      select array[${sql.raw(VALUES)}] as values, ${sql.raw(layer.expression)} as shown from point ${sql.raw(layer.join)}
      where point.workflow_id = ${workflowId} and changed >= ${since}::xid8 and changed < read.ahead limit ${limit + 1}) as changed on true`.execute(
    db,
  );
  const points = rows.flatMap(({ values, shown }) => (values === null || shown === null ? [] : [{ values, shown }]));
  const horizon = rows[0]?.horizon ?? since;
  return points.length > limit || BigInt(since) > BigInt(horizon) ? undefined : { points, horizon };
}
