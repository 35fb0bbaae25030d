import { recordAudit } from '@almagest/accounts';
import type { PublishRequest, Release } from '@almagest/contracts/grid';
import { inTransaction } from '@almagest/service-kit/database';
import { Refusal } from '@almagest/service-kit/refusal';
import type { ContentFolder } from '../../files/content-folder.ts';
import type { Db, Tx } from '../../persistence/database.ts';
import {
  findRelease,
  insertRelease,
  listReleases as listRows,
  markWithdrawn,
  type ReleaseRow,
} from '../../persistence/releases/release-repository.ts';
import { lockWorkflowByName, type WorkflowState } from '../../persistence/workflows/workflow-repository.ts';
import { unknownWorkflow } from '../workflows/require-workflow.ts';

export interface ReleaseDeps {
  readonly db: Db;
  /** The archives of releases, by their SHA-256. */
  readonly releases: ContentFolder;
  readonly requestBuild: (releaseId: number) => void;
}

/** Records a release and enqueues the job that writes its archive. A failed release of the same version is replaced. */
export async function publishRelease(
  { db, requestBuild }: ReleaseDeps,
  workflowName: string,
  request: PublishRequest,
): Promise<Release> {
  const row = await inTransaction(db, async (trx) => {
    const workflow = await requireResting(trx, workflowName);
    const inserted = await insertRelease(trx, workflow, request);
    if (inserted === undefined)
      throw new Refusal(
        'conflict',
        `${request.slug} ${request.version} already exists, and a release never changes: choose another version`,
      );
    await recordAudit(trx, {
      object: `release ${request.slug} ${request.version}`,
      detail: { workflow: workflowName },
    });
    return inserted;
  });
  requestBuild(row.id);
  return releaseOf(row);
}

async function requireResting(trx: Tx, name: string): Promise<WorkflowState> {
  const workflow = await lockWorkflowByName(trx, name);
  if (workflow === undefined) throw unknownWorkflow(name);
  if (workflow.status !== 'completed' && workflow.status !== 'paused')
    throw new Refusal(
      'conflict',
      `workflow ${name} is ${workflow.status}: only a completed or paused workflow can be published`,
    );
  return workflow;
}

export async function listReleases({ db }: Pick<ReleaseDeps, 'db'>): Promise<Release[]> {
  return (await listRows(db)).map(releaseOf);
}

export async function readRelease(
  { db }: Pick<ReleaseDeps, 'db'>,
  name: { readonly slug: string; readonly version: string },
): Promise<Release> {
  return releaseOf(await require(db, name));
}

/** Withdraws a release. The metadata is kept, so that the page can describe the withdrawn release. */
export async function withdrawRelease(
  { db, releases }: Pick<ReleaseDeps, 'db' | 'releases'>,
  name: { readonly slug: string; readonly version: string },
  note: string,
): Promise<void> {
  const row = await require(db, name);
  const content = await inTransaction(db, async (trx) => {
    const marked = await markWithdrawn(trx, row.id, note);
    if (marked !== undefined) await recordAudit(trx, { object: `release ${row.slug} ${row.version}` });
    return marked;
  });
  if (content === undefined)
    throw new Refusal(
      'conflict',
      `${row.slug} ${row.version} is ${row.status}: only a published release can be withdrawn`,
    );
  // Only this release has this archive, because an archive contains the slug and version of its release. If this
  // process dies before removing the file, the clean-up removes it.
  await releases.remove(content.archive_sha256);
}

async function require(db: Db, name: { readonly slug: string; readonly version: string }): Promise<ReleaseRow> {
  const row = await findRelease(db, name);
  if (row === undefined) throw unknownRelease(name.slug, name.version);
  return row;
}

export function unknownRelease(slug: string, version?: string): Refusal {
  return new Refusal('unknown', `no release ${[slug, ...(version === undefined ? [] : [version])].join(' ')} exists`);
}

export function releaseOf(row: ReleaseRow): Release {
  const time = (date: Date | null) => date && date.toISOString();
  return {
    slug: row.slug,
    version: row.version,
    workflow: row.workflow_name,
    status: row.status,
    metadata: row.metadata,
    created_at: row.created_at.toISOString(),
    published_at: time(row.published_at),
    withdrawn_at: time(row.withdrawn_at),
    note: row.note,
    content: row.content,
  };
}
