import type { ArtifactsPage, ArtifactsQuery, ArtifactUse } from '@almagest/contracts/grid';
import { Refusal } from '@almagest/service-kit/refusal';
import type { ArtifactStore } from '../../files/artifact-store.ts';
import {
  findArtifactOfContent,
  listArtifacts as list,
  type ArtifactPlace,
} from '../../persistence/artifacts/artifact-listing.ts';
import { countArtifacts, sumArtifactBytes } from '../../persistence/artifacts/artifact-counts.ts';
import type { Db } from '../../persistence/database.ts';
import { requireWorkflow } from '../workflows/require-workflow.ts';

const MAX_LIMIT = 500;

export async function listArtifacts(
  { db }: { readonly db: Db },
  name: string,
  query: ArtifactsQuery,
): Promise<ArtifactsPage> {
  const { id } = await requireWorkflow(db, name);
  const limit = Math.min(MAX_LIMIT, Math.max(1, query.limit ?? 100));
  const after = query.after === undefined ? undefined : placeOf(query.after);
  const rows = await list(db, id, query, { after, limit: limit + 1 });
  const page = rows.slice(0, limit);
  const last = rows.length > limit ? page.at(-1) : undefined;
  return {
    artifacts: page.map(({ stored_at, ...artifact }) => ({ ...artifact, stored_at: stored_at.toISOString() })),
    next: last === undefined ? null : textOf({ point: last.point_name, taskId: last.task_id, path: last.path }),
  };
}

export async function readArtifactUse(
  { db, maxArtifactBytes }: { readonly db: Db; readonly maxArtifactBytes: number },
  name: string,
): Promise<ArtifactUse> {
  const { id } = await requireWorkflow(db, name);
  return {
    kinds: await countArtifacts(db, id),
    used_bytes: await sumArtifactBytes(db),
    quota_bytes: maxArtifactBytes,
  };
}

/** Returns the file of an artifact's content, and the name under which it is sent. */
export async function findContent(
  { db, artifacts }: { readonly db: Db; readonly artifacts: ArtifactStore },
  sha256: string,
): Promise<{ readonly path: string; readonly attachment: string }> {
  const found = await findArtifactOfContent(db, sha256);
  if (found === undefined) throw new Refusal('unknown', `no artifact has the content ${sha256}`);
  return { path: artifacts.contents.pathOf(sha256), attachment: found.path.split('/').at(-1) ?? sha256 };
}

function textOf({ point, taskId, path }: ArtifactPlace): string {
  return Buffer.from(JSON.stringify([point, taskId, path])).toString('base64url');
}

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

function placeOf(text: string): ArtifactPlace {
  try {
    const [point, taskId, path] = JSON.parse(Buffer.from(text, 'base64url').toString('utf8')) as unknown[];
    const isPlace =
      typeof point === 'string' && typeof taskId === 'string' && UUID.test(taskId) && typeof path === 'string';
    if (isPlace && !point.includes('\0') && !path.includes('\0')) return { point, taskId, path };
  } catch {
    // Falls through to the refusal below.
  }
  throw new Refusal('malformed', 'query parameter after must be the `next` of an earlier page');
}
