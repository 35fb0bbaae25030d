import { lockKey } from '@almagest/service-kit/advisory-lock';
import { recordset } from '@almagest/service-kit/recordset';
import { sql } from 'kysely';
import type { Viewer } from '../../domain/people/access.ts';
import { CODE_BITS } from '../../domain/retrieval/sign-code.ts';
import type { Db, Tx } from '../database.ts';
import { papersInside, type ViewedCollection } from '../library/library-filter.ts';
import { trashedFor } from '../people/paper-marks.ts';

export interface UnembeddedChunk {
  readonly id: number;
  readonly headings: readonly string[];
  readonly text: string;
}

export interface NewVector {
  readonly chunkId: number;
  readonly code: Uint8Array;
  /** A vector of length 1. */
  readonly vector: Float32Array;
}

const CODE_BYTES = CODE_BITS / 8;

/**
 * Duration of a reservation, longer than a request to a provider takes. A dead worker's reservations expire after this
 * time.
 */
const RESERVATION_SEC = 300;

/**
 * Reserves chunks that have no vector of this model, so that no other worker pays for the same chunks. Ignores
 * reservations and pauses that end in more than a day, because they come from a clock that was ahead.
 */
export async function reserveUnembedded(db: Db, model: string, limit: number): Promise<UnembeddedChunk[]> {
  const { rows } = await sql<UnembeddedChunk>`
    with taken as (
      update chunk_vector set not_before = now() + make_interval(secs => ${RESERVATION_SEC})
      where chunk_id in (
        select chunk_id from chunk_vector
        where (model < ${model} or model > ${model}) and (not_before <= now() or not_before > now() + interval '25 hours')
        order by version, chunk_id limit ${limit} for update skip locked)
      returning chunk_id)
    select id, headings, text from taken join chunk on id = chunk_id order by id`.execute(db);
  return rows;
}

/**
 * Stores vectors of chunks that still exist. Runs in one transaction at a time, so that versions become visible in
 * order.
 */
export async function storeVectors(trx: Tx, model: string, vectors: readonly NewVector[]): Promise<void> {
  await sql`select pg_advisory_xact_lock(${lockKey('chunk vectors')})`.execute(trx);
  const rows = vectors.map(({ chunkId, code, vector }) => ({
    id: chunkId,
    code: Buffer.from(code).toString('hex'),
    vector: toIntegers(vector).toString('hex'),
  }));
  await sql`
    update chunk_vector set model = ${model}, version = nextval('chunk_vector_version'), failures = 0,
           not_before = '-infinity', code = decode(v.code, 'hex'), vector = decode(v.vector, 'hex')
    from ${recordset(rows, { id: 'int4', code: 'text', vector: 'text' }, 'v')}
    where chunk_id = v.id`.execute(trx);
}

/** Postpones a chunk whose text the model refused. The delay grows with each refusal, up to a day. */
export async function postponeVector(db: Db, chunkId: number): Promise<void> {
  await sql`
    update chunk_vector set failures = failures + 1,
           not_before = now() + least(interval '1 day', interval '1 minute' * 2 ^ least(failures, 12))
    where chunk_id = ${chunkId}`.execute(db);
}

/** Releases reserved chunks that were not processed. */
export async function releaseUnembedded(db: Db, chunkIds: readonly number[]): Promise<void> {
  await sql`
    update chunk_vector set not_before = '-infinity' where chunk_id = any(${chunkIds}::int[])`.execute(db);
}

export interface CodePage {
  readonly codes: readonly { readonly chunkId: number; readonly code: Uint8Array }[];
  /** The version of the last code on the page. Codes that are added later have a higher version. */
  readonly version: number;
}

/** Returns the codes of a model with a higher version than `after`, in order. */
export async function listCodes(db: Db, model: string, after: number, limit: number): Promise<CodePage> {
  const { rows } = await sql<{ ids: number[] | null; codes: Buffer | null; version: number | null }>`
    select array_agg(chunk_id order by version) as ids, string_agg(code, ''::bytea order by version) as codes,
           max(version) as version
    from (select chunk_id, code, version from chunk_vector
          where model = ${model} and version > ${after} order by version limit ${limit}) as page`.execute(db);
  const { ids, codes, version } = rows[0] ?? { ids: null, codes: null, version: null };
  return {
    codes: (ids ?? []).map((chunkId, place) => ({
      chunkId,
      code: (codes ?? Buffer.alloc(0)).subarray(place * CODE_BYTES, (place + 1) * CODE_BYTES),
    })),
    version: version ?? after,
  };
}

export async function findVectors(db: Db, model: string, ids: readonly number[]): Promise<Map<number, Float32Array>> {
  const rows = await db
    .selectFrom('chunk_vector')
    .select(['chunk_id', 'vector'])
    .where('chunk_id', '=', sql<number>`any(${ids}::int[])`)
    .where('model', '=', model)
    .execute();
  return vectorsOf(rows);
}

export async function listWithoutVector(db: Db, model: string, ids: readonly number[]): Promise<Set<number>> {
  const rows = await db
    .selectFrom('chunk_vector')
    .select('chunk_id')
    .where('chunk_id', '=', sql<number>`any(${ids}::int[])`)
    .where('model', '<>', model)
    .execute();
  return new Set(rows.map(({ chunk_id }) => chunk_id));
}

export async function listChunksInside(db: Db, collection: ViewedCollection): Promise<Set<number>> {
  const { rows } = await sql<{ id: number }>`
    select id from chunk where paper_id in (${papersInside(collection.viewer, collection.id)})`.execute(db);
  return new Set(rows.map(({ id }) => id));
}

/** Selects the chunks of papers in the viewer's trash. Their vectors are kept, because papers can be restored. */
export async function listTrashedChunks(db: Db, viewer: Viewer): Promise<Set<number>> {
  const { rows } = await sql<{ id: number }>`
    select id from chunk where paper_id in (${trashedFor(viewer)})`.execute(db);
  return new Set(rows.map(({ id }) => id));
}

export async function findVectorsOfPaper(db: Db, model: string, paperId: number): Promise<Map<number, Float32Array>> {
  const rows = await db
    .selectFrom('chunk_vector')
    .innerJoin('chunk', 'chunk.id', 'chunk_vector.chunk_id')
    .select(['chunk_id', 'vector'])
    .where('paper_id', '=', paperId)
    .where('model', '=', model)
    .execute();
  return vectorsOf(rows);
}

function vectorsOf(rows: readonly { chunk_id: number; vector: Buffer | null }[]): Map<number, Float32Array> {
  return new Map(rows.flatMap((row) => (row.vector === null ? [] : [[row.chunk_id, fromIntegers(row.vector)]])));
}

/**
 * Numbers from -1 to 1 are stored as 16-bit integers. The error is 0.000015, about as small as with half-precision
 * floats.
 */
const SCALE = 32_767;

function toIntegers(vector: Float32Array): Buffer {
  return Buffer.from(Int16Array.from(vector, (value) => Math.round(value * SCALE)).buffer);
}

function fromIntegers(bytes: Buffer): Float32Array {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const vector = new Float32Array(bytes.length / 2);
  for (let place = 0; place < vector.length; place += 1) vector[place] = view.getInt16(2 * place, true) / SCALE;
  return vector;
}
