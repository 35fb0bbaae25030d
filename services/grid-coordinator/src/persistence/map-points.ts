import { pipeline } from 'node:stream/promises';
import { AXES } from '@almagest/contracts/grid';
import { sql } from 'kysely';
import type pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { MAP_CODES, NO_POINT } from '../domain/grid-map.ts';
import { BinaryCopyReader } from './binary-copy.ts';
import type { Db } from './database.ts';

/** A transaction id: all transactions with a lower one have ended. Text, because it has 64 bits. */
export type Horizon = string;

/** The state of a point as the map shows it. */
export interface MapPoint {
  /** In the order of the axes. */
  readonly values: readonly number[];
  readonly code: string;
}

/** The character of a point's state. A point that is computed again keeps its earlier method of success. */
const CODE = `case ${MAP_CODES.filter(({ status }) => status !== null)
  .toReversed()
  .map(
    ({ code, status, method }) =>
      `when status = '${status}'${method === null ? '' : ` and success_method = '${method}'`} then '${code}'`,
  )
  .join(' ')} else '${NO_POINT}' end`;

const VALUES = AXES.join(', ');

/** Six numbers and a character. */
const FIELDS = AXES.length + 1;

/**
 * Hands every point of a workflow to `take` and resolves to the horizon of what was read. The points are sent in
 * PostgreSQL's binary form: a million of them as objects would take seconds.
 */
export async function readMapPoints(
  pool: pg.Pool,
  workflowId: number,
  take: (values: Float64Array, code: number) => void,
): Promise<Horizon> {
  const client = await pool.connect();
  let broken: Error | undefined;
  try {
    await client.query('begin isolation level repeatable read, read only');
    const { rows } = await client.query<{ horizon: Horizon }>(`select ${HORIZON} as horizon`);
    const values = new Float64Array(AXES.length);
    const reader = new BinaryCopyReader(FIELDS, (row) => {
      for (let axis = 0; axis < AXES.length; axis += 1) values[axis] = row.float64(axis);
      take(values, row.byte(AXES.length));
    });
    const query = `copy (select ${VALUES}, (${CODE})::"char" from point where workflow_id = ${workflowId}) to stdout (format binary)`;
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
 * The points that transactions from `since` on have changed, and the horizon of what was read. Undefined if there are
 * more than `limit`, or if `since` lies ahead of this database, as after its restoration from a backup. Points can have
 * such transactions as well: they are not seen as changed.
 */
export async function listChangedPoints(
  db: Db,
  workflowId: number,
  { since, limit }: { readonly since: Horizon; readonly limit: number },
): Promise<{ points: MapPoint[]; horizon: Horizon } | undefined> {
  const { rows } = await sql<{ horizon: Horizon; values: number[] | null; code: string | null }>`
    with read as materialized (
      select ${sql.raw(HORIZON)} as horizon, pg_snapshot_xmax(pg_current_snapshot()) as ahead)
    select read.horizon, changed.values, changed.code
    from read left join lateral (
      select array[${sql.raw(VALUES)}] as values, ${sql.raw(CODE)} as code from point
      where workflow_id = ${workflowId} and changed >= ${since}::xid8 and changed < read.ahead limit ${limit + 1}) as changed on true`.execute(
    db,
  );
  const points = rows.flatMap(({ values, code }) => (values === null || code === null ? [] : [{ values, code }]));
  const horizon = rows[0]?.horizon ?? since;
  return points.length > limit || BigInt(since) > BigInt(horizon) ? undefined : { points, horizon };
}
