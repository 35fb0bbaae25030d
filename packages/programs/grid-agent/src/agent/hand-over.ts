import type { DeclaredArtifact, TaskArtifact } from '@almagest/contracts/grid';
import type { Coordinator } from '../coordinator/client.ts';
import type { Failure } from '../coordinator/request-result.ts';
import { deliveryResultOf } from '../decisions/response-status.ts';
import { faultOfContent, faultOfSize, type FileContent } from '../disk/readable-content.ts';
import type { HandedOver, Spool, SpooledArtifact } from '../disk/spool.ts';
import type { Log } from '../log.ts';
import type { Membership } from './membership.ts';

interface HandOverDeps {
  readonly coordinator: Coordinator;
  readonly membership: Membership;
  readonly spool: Spool;
  readonly log: Log;
}

export type HandOver =
  | ({ readonly kind: 'done' } & HandedOver)
  /** Not finished yet. The next attempt goes on where this one ended. */
  | { readonly kind: 'again'; readonly failure: Failure };

/** A refused upload is declared anew, because the declaration tells what is right. So often in one attempt. */
const ROUNDS = 3;

/**
 * Hands over the artifacts of a spooled report. What is refused for good, or cannot be read any more, is not worth the
 * loss of the report.
 */
export async function handOver(deps: HandOverDeps, taskId: string): Promise<HandOver> {
  const { coordinator, membership, spool, log } = deps;
  const lost = new LostFiles(log, taskId);
  let spooled = await lost.sortOut(lost.listed(await spool.artifacts(taskId)), faultOfSize);
  const { status, converged, atmosphere_has_nan } = await spool.report(taskId);
  for (let round = 1; ;) {
    const artifacts = spooled.map(toArtifact);
    const { warnings } = lost;
    if (artifacts.length === 0) return { kind: 'done', artifacts, warnings };
    const declaration = { task_id: taskId, status, converged, atmosphere_has_nan, artifacts };
    const answer = await coordinator.declareArtifacts(declaration, membership.token);
    if (answer.kind !== 'answered') {
      if (isTemporary(answer)) return { kind: 'again', failure: answer };
      log.error('the artifacts of a task are refused', { task: taskId, answer: answer.message });
      return { kind: 'done', artifacts: [], warnings };
    }
    const declared = new Map(answer.value.artifacts.map((one) => [one.path, one]));
    const uploaded = await uploadAll(deps, taskId, spooled, declared);
    const { failed } = uploaded;
    if (failed !== undefined) {
      // The file may be the reason that an upload does not go on: then no further attempt helps.
      const left = await lost.sortOut(spooled, (file, content) =>
        content.sha256 === failed.sha256 ? faultOfContent(file, content) : Promise.resolve(undefined),
      );
      const isLost = left.length < spooled.length;
      spooled = left;
      if (isLost) continue;
      if (isTemporary(failed.failure)) return { kind: 'again', failure: failed.failure };
      if (round < ROUNDS) {
        round += 1;
        continue;
      }
      log.error('an artifact is refused', { task: taskId, answer: failed.failure.message });
    }
    return {
      kind: 'done',
      artifacts: artifacts.filter(({ sha256, path }) => isHere(path, sha256, declared, uploaded)),
      warnings,
    };
  }
}

/** The files of a task that cannot be handed over any more. */
class LostFiles {
  readonly #log: Log;
  readonly #taskId: string;
  readonly warnings: string[] = [];

  constructor(log: Log, taskId: string) {
    this.#log = log;
    this.#taskId = taskId;
  }

  /** The artifacts that were listed; none if the list cannot be read any more, which is no reason to keep the report. */
  listed(found: readonly SpooledArtifact[] | { readonly fault: string }): readonly SpooledArtifact[] {
    if (!('fault' in found)) return found;
    this.#log.error('the list of artifacts cannot be read any more; the report goes without them', {
      task: this.#taskId,
      reason: found.fault,
    });
    this.warnings.push(`the list of artifacts could not be read any more when they were handed over: ${found.fault}`);
    return [];
  }

  /** Returns the artifacts without those in whose files a fault is found. */
  async sortOut(
    artifacts: readonly SpooledArtifact[],
    faultOf: (file: string, content: FileContent) => Promise<string | undefined>,
  ): Promise<SpooledArtifact[]> {
    const sound: SpooledArtifact[] = [];
    for (const artifact of artifacts) {
      const { path, file } = artifact;
      const reason = await faultOf(file, artifact);
      if (reason === undefined) {
        sound.push(artifact);
        continue;
      }
      this.#log.error('an artifact cannot be read any more; the report goes without it', {
        task: this.#taskId,
        path,
        reason,
      });
      this.warnings.push(`${path} could not be read any more when it was handed over: ${reason}`);
    }
    return sound;
  }
}

function toArtifact({ path, kind, product = null, sha256, size_bytes }: SpooledArtifact): TaskArtifact {
  return { path, kind, product, sha256, size_bytes };
}

interface Uploaded {
  readonly contents: ReadonlySet<string>;
  /** The last upload that failed. */
  readonly failed: { readonly sha256: string; readonly failure: Failure } | undefined;
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
  let failed: Uploaded['failed'];
  for (const artifact of spooled) {
    const answer = declared.get(artifact.path);
    if (answer?.status === 'refused')
      deps.log.warn('an artifact is not kept', { task: taskId, path: artifact.path, reason: answer.reason });
    if (answer?.status !== 'upload' || contents.has(artifact.sha256)) continue;
    const failure = await upload(deps, taskId, artifact, answer.offset);
    if (failure === undefined) contents.add(artifact.sha256);
    else failed = { sha256: artifact.sha256, failure };
    if (failure !== undefined && isTemporary(failure)) break;
  }
  return { contents, failed };
}

/** Uploads a content until all of it is stored. A failure is returned. */
async function upload(
  { coordinator, membership }: HandOverDeps,
  taskId: string,
  { sha256, size_bytes: sizeBytes, file }: SpooledArtifact,
  from: number,
): Promise<Failure | undefined> {
  for (let offset = from; ;) {
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
