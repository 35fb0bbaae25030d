import type { TaskArtifact, TaskReport } from '@almagest/contracts/grid';
import { Refusal } from '@almagest/service-kit/refusal';
import { decideArtifacts, faultOfList } from '../../domain/artifacts/artifact-policy.ts';
import { isSuccess } from '../../domain/tasks/task-lifecycle.ts';
import type { ArtifactStore } from '../../files/artifact-store.ts';
import { renewDeclared } from '../../persistence/artifacts/artifact-repository.ts';
import type { Db } from '../../persistence/database.ts';
import type { RunConfigs } from '../run-configs.ts';
import type { Admission } from '../tasks/admit-report.ts';

export interface ArtifactsDeps {
  readonly db: Db;
  readonly configs: RunConfigs;
  readonly artifacts: ArtifactStore;
}

/**
 * Returns the artifacts of a report that are kept. Their contents are all on disk and stay there. Refuses the whole
 * report if one of these contents is missing or exceeds a limit, so that an acknowledged report is complete.
 */
export async function admitArtifacts(
  { db, configs, artifacts: store }: ArtifactsDeps,
  report: TaskReport,
  { workflow }: Admission,
): Promise<readonly TaskArtifact[]> {
  const named = report.artifacts ?? [];
  const fault = faultOfList(named);
  if (fault !== undefined) throw new Refusal('malformed', fault);
  const { artifacts: config } = await configs.of(db, workflow);
  // The quota is not checked again: these bytes were counted when they were declared.
  const decisions = decideArtifacts(config, isSuccess(report), named, Infinity);
  const kept = named.filter((_, index) => decisions[index]?.kind !== 'unwanted');
  const declared =
    kept.length === 0 ? new Map<string, number>() : await renewDeclared(db, report.task_id.toLowerCase());
  for (const [index, { path, sha256, size_bytes: size }] of named.entries()) {
    const decision = decisions[index];
    if (decision?.kind === 'refused') throw new Refusal('too_large', `artifact '${path}': ${decision.reason}`);
    if (decision?.kind !== 'kept') continue;
    if (declared.get(sha256) !== size || !(await store.contents.has(sha256, size)))
      throw new Refusal(
        'incomplete',
        `artifact '${path}': its content ${sha256} (${size} bytes) is missing. Declare it, upload it, then report again`,
      );
  }
  return kept;
}
