import type { ArchivedWorkflow } from '@almagest/contracts/grid';
import { lockKey } from '@almagest/service-kit/advisory-lock';
import { sql } from 'kysely';
import type { Db, Tx } from '../database.ts';

/** A pin in the form that archives contain. */
type ArchivedPin = NonNullable<ArchivedWorkflow['assets']>[number];

export interface SeenAsset {
  readonly path: string;
  readonly sha256: string;
  readonly sizeBytes: number;
}

/** Returns the identities, by path, of the files found in the last scan of the assets folder. */
export async function listIdentities(db: Db): Promise<Map<string, string>> {
  const rows = await db.selectFrom('asset_file').select(['path', 'identity']).execute();
  return new Map(rows.map(({ path, identity }) => [path, identity]));
}

export async function storeFile(db: Db, { path, sha256, sizeBytes, identity }: SeenAsset & { identity: string }) {
  await db.transaction().execute(async (trx) => {
    await storeVersion(trx, { path, sha256, sizeBytes });
    await trx
      .insertInto('asset_file')
      .values({ path, sha256, identity })
      .onConflict((conflict) => conflict.column('path').doUpdateSet({ sha256, identity }))
      .execute();
  });
}

async function storeVersion(trx: Tx, { path, sha256, sizeBytes }: SeenAsset): Promise<void> {
  await trx
    .insertInto('asset_version')
    .values({ path, sha256, size_bytes: sizeBytes })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Deletes files that are no longer in the assets folder. Their versions stay. */
export async function forgetFiles(db: Db, paths: readonly string[]): Promise<void> {
  if (paths.length > 0) await db.deleteFrom('asset_file').where('path', 'in', paths).execute();
}

export interface ListedVersion {
  readonly path: string;
  readonly current_sha256: string | null;
  readonly sha256: string;
  readonly size_bytes: number;
  readonly first_seen_at: Date;
  readonly workflows: string[];
}

/** Returns the versions of some assets, ordered by path, latest first. */
export async function listVersions(
  db: Db,
  { path, after, limit }: { readonly path: string | undefined; readonly after: string; readonly limit: number },
): Promise<ListedVersion[]> {
  const { rows } = await sql<ListedVersion>`
    with asset as (
      select distinct path from asset_version
      where path > ${after} and (${path ?? null}::text is null or path = ${path ?? null}) order by path limit ${limit})
    select version.path, file.sha256 as current_sha256, version.sha256, version.size_bytes, version.first_seen_at,
           array(select distinct workflow.name from asset_pin as pin join workflow on workflow.id = pin.workflow_id
                 where pin.sha256 = version.sha256 and pin.path = version.path order by 1) as workflows
    from asset join asset_version as version using (path) left join asset_file as file using (path)
    order by version.path, version.first_seen_at desc, version.sha256`.execute(db);
  return rows;
}

/** This lock is held shared while a start pins content, and exclusively while unpinned content is removed. */
const CONTENT_LOCK = lockKey('asset contents');

/** A start of a workflow, and the run that it begins or resumes. */
export interface PinningStart {
  readonly workflowId: number;
  readonly run: number;
  readonly expansion: number;
}

/**
 * Pins a version for a start. Calls `isKept` when the content can no longer be removed. If `isKept` returns false, the
 * version is not pinned. Returns whether the version is pinned.
 */
export async function pinVersion(
  db: Db,
  start: PinningStart,
  version: SeenAsset,
  isKept: () => Promise<boolean>,
): Promise<boolean> {
  return await db.transaction().execute(async (trx) => {
    await sql`select pg_advisory_xact_lock_shared(${CONTENT_LOCK})`.execute(trx);
    if (!(await isKept())) return false;
    await storeVersion(trx, version);
    await trx
      .insertInto('asset_pin')
      .values({
        workflow_id: start.workflowId,
        expansion: start.expansion,
        run: start.run,
        path: version.path,
        sha256: version.sha256,
      })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    return true;
  });
}

/** Returns the hashes of the versions that a start has pinned, by path. */
export async function listPins(db: Db, workflowId: number, expansion: number): Promise<ReadonlyMap<string, string>> {
  const rows = await db
    .selectFrom('asset_pin')
    .select(['path', 'sha256'])
    .where('workflow_id', '=', workflowId)
    .where('expansion', '=', expansion)
    .orderBy('path')
    .execute();
  return new Map(rows.map(({ path, sha256 }) => [path, sha256]));
}

/** Returns the hashes of the versions that the starts of a run have pinned, by path. */
export async function listPinsOfRun(db: Db, workflowId: number, run: number): Promise<ReadonlyMap<string, string>> {
  const rows = await db
    .selectFrom('asset_pin')
    .select(['path', 'sha256'])
    .where('workflow_id', '=', workflowId)
    .where('run', '=', run)
    // In a Map, the last of several entries wins.
    .orderBy('expansion')
    .execute();
  return new Map(rows.map(({ path, sha256 }) => [path, sha256]));
}

/** Returns the pins of all starts of a workflow. */
export async function listPinsOfWorkflow(db: Db, workflowId: number): Promise<ArchivedPin[]> {
  return await db
    .selectFrom('asset_pin')
    .select(['expansion', 'run', 'path', 'sha256'])
    .where('workflow_id', '=', workflowId)
    .orderBy('expansion')
    .orderBy('path')
    .execute();
}

/** Returns whether a workflow that still exists was started with this version of an asset. */
export async function isPinned(db: Db, path: string, sha256: string): Promise<boolean> {
  const row = await db
    .selectFrom('asset_pin')
    .innerJoin('workflow', 'workflow.id', 'asset_pin.workflow_id')
    .select('asset_pin.path')
    .where('asset_pin.sha256', '=', sha256)
    .where('asset_pin.path', '=', path)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Returns the contents with which workflows that still exist were started. */
export async function findPinnedContents(db: Db, contents: readonly string[]): Promise<Set<string>> {
  const rows = await db
    .selectFrom('asset_pin')
    .innerJoin('workflow', 'workflow.id', 'asset_pin.workflow_id')
    .select('asset_pin.sha256')
    .where('asset_pin.sha256', 'in', contents)
    .distinct()
    .execute();
  return new Set(rows.map(({ sha256 }) => sha256));
}

/** Calls `remove` with the unpinned contents, and prevents new pins during the call. */
export async function whileUnpinned(
  db: Db,
  contents: readonly string[],
  remove: (unpinned: readonly string[]) => Promise<void>,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await sql`select pg_advisory_xact_lock(${CONTENT_LOCK})`.execute(trx);
    const pinned = await findPinnedContents(trx, contents);
    await remove(contents.filter((sha256) => !pinned.has(sha256)));
  });
}

/** The prefix of warnings about assets. A start has at most one such warning. */
const ABOUT_ASSETS = 'assets: ';

/** Sets or removes an initialising workflow's warning about its assets. Returns whether anything changed. */
export async function warnOfAssets(
  db: Db,
  { workflowId, expansion }: PinningStart,
  warning: string | undefined,
): Promise<boolean> {
  const added = warning === undefined ? [] : [`${ABOUT_ASSETS}${warning}`];
  const { numAffectedRows } = await sql`
    with other as (
      select array(select text from unnest(warnings) with ordinality as given(text, place)
                   where not starts_with(text, ${ABOUT_ASSETS}) order by place) || ${added}::text[] as warnings
      from workflow where id = ${workflowId})
    update workflow set warnings = other.warnings, updated_at = now() from other
    where id = ${workflowId} and expansion = ${expansion} and status = 'initializing'
      and workflow.warnings is distinct from other.warnings`.execute(db);
  return Number(numAffectedRows ?? 0) > 0;
}
