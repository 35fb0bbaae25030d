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
import { findOwnModels } from '../../persistence/models/model-repository.ts';
import { findPoint } from '../../persistence/points/point-listing.ts';
import { listParents, type WeightedVersion } from '../../persistence/seeds/prepared-seed-repository.ts';
import { readRunConfig } from '../../persistence/workflows/workflow-repository.ts';
import { unknownPoint } from './list-points.ts';
import { requireWorkflow } from '../workflows/require-workflow.ts';
import { endOf, kindOf, MOST_MODELS } from './read-provenance.ts';

/** As many as a page can show as a tree. Reading them takes less than a tenth of a second. */
const MOST_DESCENDANTS = 1_000;

/** Returns the ancestors of a point's model, and the attempts that descend from it. */
export async function readLineage(db: Db, workflowName: string, pointName: string): Promise<Lineage> {
  const { id: workflowId } = await requireWorkflow(db, workflowName);
  const point = await findPoint(db, workflowId, pointName);
  if (point === undefined) throw unknownPoint(workflowName, pointName);
  const signature = (await readRunConfig(db, workflowId))?.signature ?? null;
  const [own] = await findOwnModels(db, { workflowId, signature }, [pointName], 'own');
  const from = own?.id ?? (await findLastStart(db, workflowId, pointName));
  const line = from === undefined ? [] : await listAncestors(db, from, MOST_MODELS);
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
    params: {
      teff: point.teff,
      logg: point.logg,
      loghe: point.loghe,
      logc: point.logc,
      logn: point.logn,
      logo: point.logo,
    },
    version: own?.sha256 ?? null,
    ancestors: line.slice(own === undefined ? 0 : 1).map((row) => toAncestor(row, paramsOf(row), parents.get(row.id))),
    ends_with: line.length === 0 ? 'none' : endOf(line),
    descendants: descendants.map((row) => toDescendant(row, paramsOf(row))),
    outcomes: countOutcomes(descendants),
    ...(found.length > MOST_DESCENDANTS ? { more_descendants: true } : {}),
  };
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
