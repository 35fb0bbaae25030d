import type { ArtifactDeclaration, DeclarationReply, DeclaredArtifact, TaskArtifact } from '@almagest/contracts/grid';
import { Refusal } from '@almagest/service-kit/refusal';
import { decideArtifacts, faultOfList, type ArtifactDecision } from '../../domain/artifacts/artifact-policy.ts';
import { isSuccess } from '../../domain/tasks/task-lifecycle.ts';
import type { ArtifactStore } from '../../files/artifact-store.ts';
import type { LateDeclarations } from '../../persistence/artifacts/artifact-counts.ts';
import {
  declareWithinQuota,
  postponeDeadline,
  type DeclaredContent,
} from '../../persistence/artifacts/artifact-repository.ts';
import type { Db } from '../../persistence/database.ts';
import type { Coalescer } from '../coalesce.ts';
import type { RunConfigs } from '../run-configs.ts';
import type { Admission, ReportOf } from '../tasks/admit-report.ts';
import { dropContents } from './drop-contents.ts';

export interface DeclareDeps {
  readonly db: Db;
  readonly admissions: Coalescer<ReportOf, Admission>;
  readonly configs: RunConfigs;
  readonly artifacts: ArtifactStore;
  readonly maxArtifactBytes: number;
  readonly reportGraceSec: number;
}

/**
 * Handles a node's declaration of a task's files. Decides for each file whether it is kept, unwanted or refused. The
 * node may then upload the contents of kept files, which are not removed before the report. A declaration replaces
 * earlier declarations of its task.
 */
export async function declareArtifacts(
  deps: DeclareDeps,
  nodeId: string,
  declaration: ArtifactDeclaration,
): Promise<DeclarationReply> {
  const { db, admissions, configs } = deps;
  const { artifacts: declared } = declaration;
  const fault = faultOfList(declared);
  if (fault !== undefined) throw new Refusal('malformed', fault);
  const taskId = declaration.task_id.toLowerCase();
  const { workflow } = await admissions.submit({ taskId, nodeId, bringsSeed: true });
  const { artifacts: config } = await configs.of(db, workflow);
  const { decided: decisions, dropped } = await declareWithinQuota(
    db,
    { id: taskId, workflowId: workflow.id },
    (takenBytes, late) => {
      const decided = decideArtifacts(config, isSuccess(declaration), declared, deps.maxArtifactBytes - takenBytes);
      const kept = declared.filter((_, index) => decided[index]?.kind === 'kept');
      const found = new Map(kept.map(({ sha256, size_bytes }) => [sha256, { sha256, sizeBytes: size_bytes }]));
      const contents = [...found.values()];
      const fault = late && faultOfLate(late, contents, config.maxBytesPerTask);
      if (fault !== undefined) throw new Refusal('unavailable', `node ${nodeId} ${fault}`);
      return { decided, contents };
    },
  );
  await dropContents(deps, taskId, dropped);
  await postponeDeadline(db, taskId, deps.reportGraceSec);
  const answers = declared.map((artifact, index) => answerOf(deps.artifacts, taskId, artifact, decisions[index]));
  return { status: 'ok', artifacts: await Promise.all(answers) };
}

/**
 * Returns why a node may not declare more contents for its ended tasks. Without this limit, a node with many ended
 * tasks could fill the quota with contents that it never reports.
 */
function faultOfLate(
  { bytes, slots }: LateDeclarations,
  contents: readonly DeclaredContent[],
  maxBytesPerTask: number,
): string | undefined {
  const total = contents.reduce((sum, { sizeBytes }) => sum + sizeBytes, bytes);
  return total <= slots * maxBytesPerTask
    ? undefined
    : `has declared ${bytes} bytes for other tasks that have ended: report these tasks first, or wait until the declarations expire`;
}

async function answerOf(
  store: ArtifactStore,
  taskId: string,
  { path, sha256, size_bytes: sizeBytes }: TaskArtifact,
  decision: ArtifactDecision | undefined,
): Promise<DeclaredArtifact> {
  if (decision?.kind === 'refused') return { path, status: 'refused', offset: 0, reason: decision.reason };
  if (decision?.kind !== 'kept') return { path, status: 'unwanted', offset: 0, reason: null };
  if (await store.contents.hasDurably(sha256, sizeBytes))
    return { path, status: 'stored', offset: sizeBytes, reason: null };
  return { path, status: 'upload', offset: await store.received(taskId, sha256), reason: null };
}
