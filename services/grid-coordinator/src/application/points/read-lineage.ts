import type { Lineage, LineageDescendant } from '@almagest/contracts/grid';
import type { Db } from '../../persistence/database.ts';
import {
  findLastStart,
  listAncestors,
  listDescendants,
  listParams,
  type AncestorRow,
  type DescendantRow,
} from '../../persistence/points/lineage-repository.ts';
import { findPoint } from '../../persistence/points/point-listing.ts';
import { listParents, type WeightedVersion } from '../../persistence/seeds/prepared-seed-repository.ts';
import { unknownPoint } from './list-points.ts';
import { requireWorkflow } from '../workflows/require-workflow.ts';
import { endOf, kindOf, MOST_MODELS } from './read-provenance.ts';
import { paramsOf as paramsOfPoint } from '../../persistence/points/point-repository.ts';
import { countFromRejected } from '../../persistence/judgements/rejected-descendants.ts';
import { listRejectedVersions, type ModelContent } from '../../persistence/judgements/rejected-models.ts';
import { findModel, unknownVersion } from './read-provenance.ts';

/** The maximum number of rejected versions of a point that the lineage lists. */
const MOST_VERSIONS = 10;

/** A page cannot show more descendants as a tree. Reading this many takes less than a tenth of a second. */
const MOST_DESCENDANTS = 1_000;

/** Returns the ancestors of a version of a point's model, and the attempts that descend from this version. */
export async function readLineage(
  db: Db,
  workflowName: string,
  { point: pointName, version }: { readonly point: string; readonly version?: string | undefined },
): Promise<Lineage> {
  const { id: workflowId } = await requireWorkflow(db, workflowName);
  const point = await findPoint(db, workflowId, pointName);
  if (point === undefined) throw unknownPoint(workflowName, pointName);
  const rejected = await listRejectedVersions(db, { workflowId, name: pointName }, MOST_VERSIONS);
  const { own, line } = await findLine(db, workflowId, pointName, { version, rejected });
  const found = own === undefined ? [] : await listDescendants(db, own.id, MOST_DESCENDANTS + 1);
  const descendants = found.slice(0, MOST_DESCENDANTS);
  const places = await listParams(
    db,
    workflowId,
    [...line, ...descendants].map(({ name }) => name),
  );
  const parents = await listParents(
    db,
    line.map(({ id }) => id),
  );
  const paramsOf = (row: AncestorRow | DescendantRow) =>
    row.workflow_name === workflowName ? (places.get(row.name) ?? null) : null;
  return {
    workflow_name: workflowName,
    point_name: pointName,
    params: paramsOfPoint(point),
    version: own?.sha256 ?? null,
    ...(own?.rejected === true ? { rejected: true } : {}),
    ...(rejected.length === 0 ? {} : { rejected_versions: await countDescendants(db, workflowId, rejected) }),
    ancestors: line.slice(own === undefined ? 0 : 1).map((row) => toAncestor(row, paramsOf(row), parents.get(row.id))),
    ends_with: line.length === 0 ? 'none' : endOf(line),
    descendants: descendants.map((row) => toDescendant(row, paramsOf(row))),
    outcomes: countOutcomes(descendants),
    ...(found.length > MOST_DESCENDANTS ? { more_descendants: true } : {}),
  };
}

/**
 * Returns a version with its ancestors, nearest first. Takes the requested version, else the point's own model, else
 * its last rejected model. If none of these exists, returns the ancestors of the last attempt.
 */
async function findLine(
  db: Db,
  workflowId: number,
  name: string,
  {
    version,
    rejected,
  }: { readonly version: string | undefined; readonly rejected: readonly { readonly id: number }[] },
): Promise<{ readonly own: AncestorRow | undefined; readonly line: readonly AncestorRow[] }> {
  const found = await findModel(db, workflowId, name, version);
  if (version !== undefined && found === undefined) throw unknownVersion(name, version);
  const id = found ?? rejected[0]?.id;
  const start = id ?? (await findLastStart(db, workflowId, name));
  const line = start === undefined ? [] : await listAncestors(db, start, MOST_MODELS);
  return { own: id === undefined ? undefined : line[0], line };
}

async function countDescendants(
  db: Db,
  workflowId: number,
  versions: readonly ModelContent[],
): Promise<NonNullable<Lineage['rejected_versions']>> {
  return await Promise.all(
    versions.map(async ({ name, sha256 }) => ({
      version: sha256,
      descendants: await countFromRejected(db, workflowId, { name, sha256 }),
    })),
  );
}

function toAncestor(
  row: AncestorRow,
  params: Lineage['params'] | null,
  parents: readonly WeightedVersion[] | undefined,
): Lineage['ancestors'][number] {
  return {
    workflow_name: row.workflow_name,
    point_name: row.name,
    params,
    version: row.sha256,
    lineage: row.lineage,
    task_type: row.task_type,
    ...(row.rejected ? { rejected: true as const } : {}),
    ...kindOf(row.converged, parents),
  };
}

function toDescendant(row: DescendantRow, params: Lineage['params'] | null): LineageDescendant {
  return {
    workflow_name: row.workflow_name,
    point_name: row.name,
    params,
    task_id: row.task_id,
    parent_task_id: row.parent_task_id,
    generation: row.generation,
    task_type: row.task_type,
    outcome: outcomeOf(row),
  };
}

function outcomeOf({ status, reclaimed }: DescendantRow): LineageDescendant['outcome'] {
  if (status === 'completed') return 'converged';
  if (status === 'running' || status === 'pending') return 'running';
  return reclaimed ? 'reclaimed' : 'failed';
}

function countOutcomes(rows: readonly DescendantRow[]): Lineage['outcomes'] {
  const counts = { converged: 0, failed: 0, running: 0, reclaimed: 0 };
  for (const row of rows) counts[outcomeOf(row)] += 1;
  return counts;
}
