import type { Readable } from 'node:stream';
import type { UploadReply } from '@almagest/contracts/grid';
import { Refusal } from '@almagest/service-kit/refusal';
import { findDeclared, postponeDeadline, renewContent } from '../../persistence/artifacts/artifact-repository.ts';
import type { DeclareDeps } from './declare-artifacts.ts';
import { dropContents } from './drop-contents.ts';

export type ReceiveArtifactDeps = Pick<DeclareDeps, 'db' | 'admissions' | 'artifacts' | 'reportGraceSec'>;

export interface ArtifactUpload {
  readonly taskId: string;
  readonly sha256: string;
  readonly offset: number;
}

/** The interval at which an upload postpones its task's deadline, as a fraction of `REPORT_GRACE_SEC`. */
const POSTPONE_EVERY = 1 / 12;

/** Receives bytes of content that the task has declared. */
export async function receiveArtifact(
  { db, admissions, artifacts, reportGraceSec }: ReceiveArtifactDeps,
  nodeId: string,
  upload: ArtifactUpload,
  body: Readable,
): Promise<UploadReply> {
  const { sha256, offset } = upload;
  const taskId = upload.taskId.toLowerCase();
  await admissions.submit({ taskId, nodeId, bringsSeed: true });
  const declared = await findDeclared(db, taskId, sha256);
  if (declared === undefined)
    throw new Refusal('unknown', `task ${taskId} has not declared ${sha256}: send POST /api/task/artifacts first`);
  const { sizeBytes } = declared;
  const goOn = async () => {
    await postponeDeadline(db, taskId, reportGraceSec);
    await renewContent(db, taskId, sha256);
  };
  let postponedAt = performance.now();
  const onProgress = async () => {
    if (performance.now() - postponedAt < POSTPONE_EVERY * reportGraceSec * 1_000) return;
    postponedAt = performance.now();
    await goOn();
  };
  try {
    const received = await artifacts.receive(body, { taskId, sha256, sizeBytes, offset }, onProgress);
    await goOn();
    return { status: 'ok', ...received };
  } finally {
    // During the upload, the task may have ended or declared other contents.
    if ((await findDeclared(db, taskId, sha256)) === undefined) await dropContents({ db, artifacts }, taskId, [sha256]);
  }
}
