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
  /** Not finished yet. The next attempt continues where this attempt stopped. */
  | { readonly kind: 'again'; readonly failure: Failure };

/**
 * Maximum number of declarations per attempt. A rejected upload is declared again, because the reply contains the right
 * offset.
 */
const ROUNDS = 3;

/**
 * Uploads the artifacts of a spooled report. Artifacts that are rejected or unreadable are skipped, so that the report
 * itself is never lost.
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
      log.error('coordinator rejected the artifacts of a task', { task: taskId, answer: answer.message });
      return { kind: 'done', artifacts: [], warnings };
    }
    const declared = new Map(answer.value.artifacts.map((one) => [one.path, one]));
    const uploaded = await uploadAll(deps, taskId, spooled, declared);
    const { failed } = uploaded;
    if (failed !== undefined) {
      // The upload may have failed because the file is damaged. Another attempt would not help then.
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
      log.error('coordinator rejected an artifact', { task: taskId, answer: failed.failure.message });
    }
    return {
      kind: 'done',
      artifacts: artifacts.filter(({ sha256, path }) => isHere(path, sha256, declared, uploaded)),
      warnings,
    };
  }
}

/** Collects a task's files that can no longer be uploaded. */
class LostFiles {
  readonly #log: Log;
  readonly #taskId: string;
  readonly warnings: string[] = [];

  constructor(log: Log, taskId: string) {
    this.#log = log;
    this.#taskId = taskId;
  }

  /**
   * Returns the listed artifacts, or an empty list if the list on disk is unreadable. The report is sent in both cases.
   */
  listed(found: readonly SpooledArtifact[] | { readonly fault: string }): readonly SpooledArtifact[] {
    if (!('fault' in found)) return found;
    this.#log.error('cannot read the list of artifacts, sending the report without them', {
      task: this.#taskId,
      reason: found.fault,
    });
    this.warnings.push(`cannot read the list of artifacts: ${found.fault}`);
    return [];
  }

  /** Returns the artifacts whose files have no fault. */
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
      this.#log.error('cannot read an artifact, sending the report without it', {
        task: this.#taskId,
        path,
        reason,
      });
      this.warnings.push(`cannot read ${path}: ${reason}`);
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
      deps.log.warn('coordinator does not keep an artifact', {
        task: taskId,
        path: artifact.path,
        reason: answer.reason,
      });
    if (answer?.status !== 'upload' || contents.has(artifact.sha256)) continue;
    const failure = await upload(deps, taskId, artifact, answer.offset);
    if (failure === undefined) contents.add(artifact.sha256);
    else failed = { sha256: artifact.sha256, failure };
    if (failure !== undefined && isTemporary(failure)) break;
  }
  return { contents, failed };
}

/** Uploads a file until the coordinator has all of it. Returns the failure, if any. */
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
    // A proxy may forward only part of a chunk. An upload that makes no progress at all has failed.
    if (answer.value.received <= offset) return { kind: 'unavailable', message: 'the upload makes no progress' };
    offset = answer.value.received;
  }
}

function isTemporary(failure: Failure): boolean {
  return failure.kind === 'unavailable' || deliveryResultOf(failure.status) === 'again';
}
