import { AXES, type PublishRequest, type ReleaseContent } from '@almagest/contracts/grid';
import { sql, type RawBuilder, type Selectable } from 'kysely';
import type { Interval, SsapQuery } from '../../domain/releases/ssap-query.ts';
import type { Database, Db, Tx } from '../database.ts';
import type { ReleaseSpectrum } from '../../domain/releases/release-spectrum.ts';

export type ReleaseRow = Selectable<Database['release']>;

interface ReleaseName {
  readonly slug: string;
  readonly version: string;
}

/** Inserts a release that is to be built. Replaces a failed release. Returns undefined if the version exists. */
export async function insertRelease(
  trx: Tx,
  workflow: { readonly id: number; readonly name: string },
  { slug, version, metadata }: PublishRequest,
): Promise<ReleaseRow | undefined> {
  await trx
    .deleteFrom('release')
    .where('slug', '=', slug)
    .where('version', '=', version)
    .where('status', '=', 'failed')
    .execute();
  return await trx
    .insertInto('release')
    .values({
      slug,
      version,
      workflow_id: workflow.id,
      workflow_name: workflow.name,
      metadata: JSON.stringify(metadata),
    })
    .onConflict((conflict) => conflict.columns(['slug', 'version']).doNothing())
    .returningAll()
    .executeTakeFirst();
}

/** Returns all releases, newest first. */
export async function listReleases(db: Db): Promise<ReleaseRow[]> {
  return await db.selectFrom('release').selectAll().orderBy('id', 'desc').execute();
}

export async function findRelease(db: Db, { slug, version }: ReleaseName): Promise<ReleaseRow | undefined> {
  return await db
    .selectFrom('release')
    .selectAll()
    .where('slug', '=', slug)
    .where('version', '=', version)
    .executeTakeFirst();
}

/** Returns the newest published release of a slug, or the newest withdrawn release if none is published. */
export async function findNewest(db: Db, slug: string): Promise<ReleaseRow | undefined> {
  return await db
    .selectFrom('release')
    .selectAll()
    .where('slug', '=', slug)
    .where('status', 'in', ['published', 'withdrawn'])
    .orderBy(sql`status = 'published'`, 'desc')
    .orderBy('published_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
}

export async function findBuilding(db: Db, id: number): Promise<ReleaseRow | undefined> {
  return await db
    .selectFrom('release')
    .selectAll()
    .where('id', '=', id)
    .where('status', '=', 'building')
    .executeTakeFirst();
}

/** Returns unfinished releases on which no worker has worked for a minute. */
export async function listForgottenReleases(db: Db): Promise<number[]> {
  const rows = await db
    .selectFrom('release')
    .select('id')
    .where('status', '=', 'building')
    .where('touched_at', '<', sql<Date>`now() - interval '1 minute'`)
    .execute();
  return rows.map(({ id }) => id);
}

export async function touchRelease(db: Db, id: number): Promise<void> {
  await db
    .updateTable('release')
    .set({ touched_at: sql`now()` })
    .where('id', '=', id)
    .execute();
}

/** Locks a release that is being built. Returns false if another process has finished it. */
export async function lockBuilding(trx: Tx, id: number): Promise<boolean> {
  const row = await trx
    .selectFrom('release')
    .select('id')
    .where('id', '=', id)
    .where('status', '=', 'building')
    .forUpdate()
    .executeTakeFirst();
  return row !== undefined;
}

export async function insertSpectra(trx: Tx, releaseId: number, spectra: readonly ReleaseSpectrum[]): Promise<void> {
  await sql`
    insert into release_spectrum
    select r.* from jsonb_populate_recordset(null::release_spectrum, ${JSON.stringify(
      spectra.map((spectrum) => ({ ...spectrum, release_id: releaseId })),
    )}::jsonb) as r`.execute(trx);
}

export async function markPublished(trx: Tx, id: number, content: ReleaseContent): Promise<void> {
  await trx
    .updateTable('release')
    .set({ status: 'published', published_at: sql`now()`, content: JSON.stringify(content), note: null })
    .where('id', '=', id)
    .execute();
}

export async function markFailed(db: Db, id: number, reason: string): Promise<void> {
  await db
    .updateTable('release')
    .set({ status: 'failed', note: reason })
    .where('id', '=', id)
    .where('status', '=', 'building')
    .execute();
}

/**
 * Marks a release as withdrawn and forgets its spectra. Returns the content of the release, or undefined if the release
 * is not published.
 */
export async function markWithdrawn(trx: Tx, id: number, note: string): Promise<ReleaseContent | undefined> {
  const row = await trx
    .updateTable('release')
    .set({ status: 'withdrawn', withdrawn_at: sql`now()`, note })
    .where('id', '=', id)
    .where('status', '=', 'published')
    .returning('content')
    .executeTakeFirst();
  if (row === undefined) return undefined;
  await trx.deleteFrom('release_spectrum').where('release_id', '=', id).execute();
  return row.content ?? undefined;
}

export async function findPublishedArchives(db: Db, sha256s: readonly string[]): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ sha256: string }>`
    select content ->> 'archive_sha256' as sha256 from release
    where status = 'published' and content ->> 'archive_sha256' = any(${sha256s}::text[])`.execute(db);
  return new Set(rows.map(({ sha256 }) => sha256));
}

/**
 * Prevents new releases until the transaction ends. Returns false if a release is being built, because its archive may
 * be in place before a row names the archive.
 */
export async function lockWithoutBuilds(trx: Tx): Promise<boolean> {
  await sql`lock table release in share mode`.execute(trx);
  const building = await trx.selectFrom('release').select('id').where('status', '=', 'building').limit(1).execute();
  return building.length === 0;
}

export async function findSpectrum(db: Db, releaseId: number, number: number): Promise<ReleaseSpectrum | undefined> {
  return await db
    .selectFrom('release_spectrum')
    .selectAll()
    .where('release_id', '=', releaseId)
    .where('number', '=', number)
    .executeTakeFirst();
}

export async function listSpectraOfPoints(
  db: Db,
  releaseId: number,
  product: string | null,
  points: readonly string[],
): Promise<ReleaseSpectrum[]> {
  return await db
    .selectFrom('release_spectrum')
    .selectAll()
    .where('release_id', '=', releaseId)
    .where('product', 'is not distinct from', product)
    .where(sql<boolean>`point_name = any(${points}::text[])`)
    .execute();
}

interface SpectraQuery extends Pick<SsapQuery, 'axes' | 'bands'> {
  /** Restricts the result to the spectrum with this number. */
  readonly number?: number | undefined;
  readonly after: number;
  readonly limit: number;
}

/** Returns up to `limit` spectra that match a query, in the order of their numbers after `after`. */
export async function listSpectra(
  db: Db,
  releaseId: number,
  { axes, bands, number, after, limit }: SpectraQuery,
): Promise<ReleaseSpectrum[]> {
  const conditions: RawBuilder<unknown>[] = [sql`release_id = ${releaseId}`, sql`number > ${after}`];
  if (number !== undefined) conditions.push(sql`number = ${number}`);
  for (const axis of AXES) {
    const intervals = axes.get(axis);
    if (intervals !== undefined) conditions.push(anyOf(intervals.map((interval) => within(sql.ref(axis), interval))));
  }
  if (bands.length > 0)
    conditions.push(
      anyOf(
        bands.map(({ min, max }) =>
          allOf([
            ...(min === undefined ? [] : [sql`wave_max >= ${min}::float8`]),
            ...(max === undefined ? [] : [sql`wave_min <= ${max}::float8`]),
          ]),
        ),
      ),
    );
  const { rows } = await sql<ReleaseSpectrum>`
    select * from release_spectrum where ${allOf(conditions)} order by number limit ${limit}`.execute(db);
  return rows;
}

/** Counts the spectra of each pair of temperature and gravity, for the map of a release. */
export async function countByTeffAndLogg(
  db: Db,
  releaseId: number,
): Promise<{ readonly teff: number; readonly logg: number; readonly count: number }[]> {
  const { rows } = await sql<{ teff: number; logg: number; count: number }>`
    select teff, logg, count(*)::int as count from release_spectrum where release_id = ${releaseId}
    group by 1, 2 order by 1, 2 limit 10000`.execute(db);
  return rows;
}

function within(column: RawBuilder<unknown>, { min, max }: Interval): RawBuilder<unknown> {
  return allOf([
    ...(min === undefined ? [] : [sql`${column} >= ${min}::float8`]),
    ...(max === undefined ? [] : [sql`${column} <= ${max}::float8`]),
  ]);
}

function anyOf(conditions: readonly RawBuilder<unknown>[]): RawBuilder<unknown> {
  return sql`(${sql.join(conditions, sql` or `)})`;
}

function allOf(conditions: readonly RawBuilder<unknown>[]): RawBuilder<unknown> {
  return sql`(${sql.join(conditions, sql` and `)})`;
}
