import { hash } from 'node:crypto';
import type { ModelOrigin, Provenance } from '@almagest/contracts/grid';
import { Refusal } from '@almagest/service-kit/refusal';
import type { Db } from '../../persistence/database.ts';
import { findModelVersion, findOwnModels } from '../../persistence/models/model-repository.ts';
import { findPoint } from '../../persistence/points/point-listing.ts';
import { listParents, type WeightedVersion } from '../../persistence/seeds/prepared-seed-repository.ts';
import { usedAssets } from '../../domain/assets/asset-list.ts';
import {
  findModelOfContent,
  listAncestry,
  listArtifactTasks,
  type OriginRow,
  type TaskOrigin,
} from '../../persistence/points/provenance-repository.ts';
import { readRunConfig } from '../../persistence/workflows/workflow-repository.ts';
import { unknownPoint } from './list-points.ts';
import { requireWorkflow } from '../workflows/require-workflow.ts';

/**
 * The maximum length of a lineage: longer than any real lineage, even in a grid where each point starts from the
 * previous point.
 */
export const MOST_MODELS = 1_000;

const MOST_ARTIFACT_TASKS = 100;

/** Returns how a point's model or one version of the model was made, and how each of its ancestors was made. */
export async function readProvenance(
  db: Db,
  workflowName: string,
  { point: pointName, version }: { readonly point: string; readonly version?: string | undefined },
): Promise<Provenance> {
  const { id: workflowId } = await requireWorkflow(db, workflowName);
  if ((await findPoint(db, workflowId, pointName)) === undefined) throw unknownPoint(workflowName, pointName);
  const modelId = await findModel(db, workflowId, pointName, version);
  if (modelId === undefined)
    throw version === undefined
      ? new Refusal('unknown', `workflow ${workflowName} has no model of ${pointName}`)
      : unknownVersion(pointName, version);
  const rows = await listAncestry(db, modelId, MOST_MODELS);
  const parents = await listParents(
    db,
    rows.map(({ id }) => id),
  );
  const left = await listArtifactTasks(db, workflowId, pointName, MOST_ARTIFACT_TASKS);
  const configurations = new Map(
    rows.flatMap(({ config_yaml: yaml }) => (yaml === null ? [] : [[hashOf(yaml), yaml]])),
  );
  return {
    workflow_name: workflowName,
    point_name: pointName,
    models: rows.map((row) => toOrigin(row, parents.get(row.id))),
    ends_with: endOf(rows),
    artifact_tasks: left.flatMap((row) => taskOf(row) ?? []),
    configurations: Object.fromEntries(configurations) as Record<string, string>,
  };
}

export function unknownVersion(pointName: string, version: string): Refusal {
  return new Refusal('unknown', `no model, or more than one, of version ${version} is stored under ${pointName}`);
}

/** Returns the id of a version of a point's model, or of the workflow's own model if no version is given. */
export async function findModel(db: Db, workflowId: number, name: string, version: string | undefined) {
  if (version === undefined) {
    const signature = (await readRunConfig(db, workflowId))?.signature ?? null;
    const [own] = await findOwnModels(db, { workflowId, signature }, [name], 'own');
    return own?.id;
  }
  const found = await findModelVersion(db, name, version);
  return found && (await findModelOfContent(db, { name, sha256: found.sha256, workflowId }));
}

function toOrigin(row: OriginRow, parents: readonly WeightedVersion[] | undefined): ModelOrigin {
  const { run, config_yaml: yaml, started_at: startedAt } = row;
  return {
    point_name: row.name,
    version: row.sha256,
    size_bytes: row.size_bytes,
    max_relc: row.max_relc,
    lineage: row.lineage,
    fit: row.fit,
    ...(row.rejected ? { rejected: true as const } : {}),
    ...kindOf(row.converged, parents),
    stored_at: row.stored_at.toISOString(),
    workflow_name: row.workflow_name,
    task: taskOf(row),
    configuration:
      run === null || yaml === null || startedAt === null
        ? null
        : { sha256: hashOf(yaml), run, started_at: startedAt.toISOString() },
  };
}

/**
 * Returns how a structure that is not a converged model was made: it was interpolated, or an attempt that stopped short
 * left it.
 */
export function kindOf(
  converged: boolean,
  parents: readonly WeightedVersion[] | undefined,
): Pick<ModelOrigin, 'unconverged' | 'interpolated_from'> {
  if (parents !== undefined) return { interpolated_from: [...parents] };
  return converged ? {} : { unconverged: true };
}

function taskOf(row: TaskOrigin): ModelOrigin['task'] {
  if (row.task_id === null) return null;
  const { engine_name: name, engine_version: version } = row;
  return {
    task_id: row.task_id,
    task_type: row.task_type,
    ...(row.spectrum_only === true ? { stage: 'spectrum' as const } : {}),
    node_id: row.node_id,
    agent_version: row.agent_version,
    engine: name === null && version === null ? null : { name, version },
    claimed_at: row.claimed_at?.toISOString() ?? null,
    completed_at: row.completed_at?.toISOString() ?? null,
    elapsed_sec: row.elapsed_sec,
    assets: usedAssets(row.pinned ?? {}, row.asset_differences),
  };
}

/** Returns where a lineage ends. Each model in `rows` was started from the next model. */
export function endOf(rows: readonly Pick<OriginRow, 'lineage' | 'task_id'>[]): Provenance['ends_with'] {
  const last = rows.at(-1);
  if (last === undefined) return 'unknown';
  if (rows.length === MOST_MODELS && last.lineage > 0) return 'limit';
  if (last.lineage > 0) return 'unknown';
  return last.task_id === null ? 'import' : 'cold_start';
}

function hashOf(text: string): string {
  return hash('sha256', text, 'hex');
}
