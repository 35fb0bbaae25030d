import { Refusal } from '@almagest/service-kit/refusal';
import type { SeedStore } from '../../files/seed-store.ts';
import type { Db } from '../../persistence/database.ts';
import {
  findHeldModel,
  findModelVersion,
  findNewestModel,
  findOwnModels,
  type ModelVersion,
} from '../../persistence/models/model-repository.ts';
import type { NodeIdentity } from '../../persistence/nodes/node-identity.ts';
import { listHeldConfigs, readRunConfig } from '../../persistence/workflows/workflow-repository.ts';
import { requireWorkflow } from '../workflows/require-workflow.ts';

export interface ModelFileDeps {
  readonly db: Db;
  readonly seeds: SeedStore;
}

export interface ModelRequest {
  readonly name: string;
  /** A prefix of the SHA-256. */
  readonly version?: string | undefined;
  /** The workflow whose model is requested. */
  readonly workflow?: string | undefined;
}

export interface ModelFile {
  readonly path: string;
  readonly sha256: string;
}

/**
 * Returns a model's file in the requested version. Without a version, a node gets the version that its running task was
 * given, and other callers get the newest version. A disabled node gets only files that its tasks start from.
 */
export async function findModelFile(
  { db, seeds }: ModelFileDeps,
  request: ModelRequest,
  node: NodeIdentity | undefined,
): Promise<ModelFile> {
  const { name, version, workflow } = request;
  if (version !== undefined && workflow !== undefined)
    throw new Refusal('malformed', 'give `version` or `workflow`, not both');
  const held = node === undefined ? undefined : await findHeldModel(db, node.nodeId, name, version);
  if (node?.status === 'disabled' && held === undefined) throw disabled(node);
  const model =
    held !== undefined && workflow === undefined
      ? held
      : version !== undefined
        ? await findModelVersion(db, name, version)
        : workflow !== undefined
          ? await findModelOf(db, workflow, name)
          : await findNewestModel(db, name);
  if (model === undefined) throw new Refusal('unknown', `no ${describe(request)} is stored under ${name}`);
  return { path: seeds.pathOf(name, model.sha256), sha256: model.sha256 };
}

function describe({ version, workflow }: ModelRequest): string {
  if (version !== undefined) return `seed, or more than one, of version ${version}`;
  return workflow === undefined ? 'seed' : `seed of workflow ${workflow}`;
}

async function findModelOf(db: Db, workflowName: string, name: string): Promise<ModelVersion | undefined> {
  const { id } = await requireWorkflow(db, workflowName);
  const signature = (await readRunConfig(db, id))?.signature ?? null;
  const [model] = await findOwnModels(db, { workflowId: id, signature }, [name], 'own');
  return model;
}

/** Returns a file of the assets folder. An undefined name means the line list. */
export async function checkAsset(db: Db, node: NodeIdentity | undefined, filename: string | undefined): Promise<void> {
  if (node?.status !== 'disabled') return;
  const configs = await listHeldConfigs(db, node.nodeId);
  const isNeeded = configs.some(({ extra }) =>
    filename === undefined
      ? extra['assets_linelist'] !== undefined
      : Array.isArray(extra['assets']) && extra['assets'].includes(filename),
  );
  if (!isNeeded) throw disabled(node);
}

function disabled({ nodeId }: NodeIdentity): Refusal {
  return new Refusal('forbidden', `node ${nodeId} is disabled and can only download files of its running tasks`);
}
