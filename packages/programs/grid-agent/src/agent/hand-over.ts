import type { DeclaredArtifact, TaskArtifact } from '@almagest/contracts/grid';
import type { Coordinator } from '../coordinator/client.ts';
import type { Failure } from '../coordinator/request-result.ts';
import { deliveryResultOf } from '../decisions/response-status.ts';
import type { Spool, SpooledArtifact } from '../disk/spool.ts';
import type { Log } from '../log.ts';
import type { Membership } from './membership.ts';

interface HandOverDeps {
  readonly coordinator: Coordinator;
  readonly membership: Membership;
  readonly spool: Spool;
  readonly log: Log;
}

export type HandOver =
  /** Those that the coordinator has; the report names them. */
  | { readonly kind: 'done'; readonly artifacts: readonly TaskArtifact[] }
  /** Not finished yet. The next attempt goes on where this one ended. */
  | { readonly kind: 'again'; readonly failure: Failure };

/** A refused upload is declared anew, because the declaration tells what is right. So often in one attempt. */
const ROUNDS = 3;

/** Hands over the artifacts of a spooled report. What is refused for good is not worth the loss of the report. */
export async function handOver(deps: HandOverDeps, taskId: string): Promise<HandOver> {
  const { coordinator, membership, spool, log } = deps;
  const spooled = await spool.artifacts(taskId);
  if (spooled.length === 0) return { kind: 'done', artifacts: [] };
  const artifacts = spooled.map(toArtifact);
  const { status, converged, atmosphere_has_nan } = await spool.report(taskId);
  const declaration = { task_id: taskId, status, converged, atmosphere_has_nan, artifacts };
  for (let round = 1; ; round += 1) {
    const answer = await coordinator.declareArtifacts(declaration, membership.token);
    if (answer.kind !== 'answered') {
      if (isTemporary(answer)) return { kind: 'again', failure: answer };
      log.error('the artifacts of a task are refused', { task: taskId, answer: answer.message });
      return { kind: 'done', artifacts: [] };
    }
    const declared = new Map(answer.value.artifacts.map((one) => [one.path, one]));
    const uploaded = await uploadAll(deps, taskId, spooled, declared);
    if (uploaded.failure !== undefined && isTemporary(uploaded.failure))
      return { kind: 'again', failure: uploaded.failure };
    if (uploaded.failure !== undefined && round < ROUNDS) continue;
    if (uploaded.failure !== undefined)
      log.error('an artifact is refused', { task: taskId, answer: uploaded.failure.message });
    return {
      kind: 'done',
      artifacts: artifacts.filter(({ sha256, path }) => isHere(path, sha256, declared, uploaded)),
    };
  }
}

function toArtifact({ path, kind, product = null, sha256, size_bytes }: SpooledArtifact): TaskArtifact {
  return { path, kind, product, sha256, size_bytes };
}

interface Uploaded {
  readonly contents: ReadonlySet<string>;
  /** The last one of an upload. */
  readonly failure: Failure | undefined;
}

function isHere(
  path: string,
  sha256: string,
  declared: ReadonlyMap<string, DeclaredArtifact>,
  { contents }: Uploaded,
): boolean {
  const status = declared.get(path)?.status;
  return status === 'stored' || (status === 'upload' && contents.has(sha256));
}

async function uploadAll(
  deps: HandOverDeps,
  taskId: string,
  spooled: readonly SpooledArtifact[],
  declared: ReadonlyMap<string, DeclaredArtifact>,
): Promise<Uploaded> {
  const contents = new Set<string>();
  let failure: Failure | undefined;
  for (const artifact of spooled) {
    const answer = declared.get(artifact.path);
    if (answer?.status === 'refused')
      deps.log.warn('an artifact is not kept', { task: taskId, path: artifact.path, reason: answer.reason });
    if (answer?.status !== 'upload' || contents.has(artifact.sha256)) continue;
    const failed = await upload(deps, taskId, artifact, answer.offset);
    if (failed === undefined) contents.add(artifact.sha256);
    else failure = failed;
    if (failed !== undefined && isTemporary(failed)) break;
  }
  return { contents, failure };
}

/** Uploads a content until all of it is stored. A failure is returned. */
async function upload(
  { coordinator, membership }: HandOverDeps,
  taskId: string,
  { sha256, size_bytes: sizeBytes, file }: SpooledArtifact,
  from: number,
): Promise<Failure | undefined> {
  for (let offset = from; ; ) {
    const answer = await coordinator.uploadArtifact({ taskId, sha256, sizeBytes, offset, file }, membership.token);
    if (answer.kind !== 'answered') return answer;
    if (answer.value.stored) return undefined;
    // A proxy may pass on less than it was given, but not nothing for ever.
    if (answer.value.received <= offset) return { kind: 'unavailable', message: 'the upload does not go on' };
    offset = answer.value.received;
  }
}

function isTemporary(failure: Failure): boolean {
  return failure.kind === 'unavailable' || deliveryResultOf(failure.status) === 'again';
}
