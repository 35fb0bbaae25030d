import { whyNoneFits } from '../../domain/tasks/requirements.ts';
import type { Db } from '../../persistence/database.ts';
import { listOnlineMachines } from '../../persistence/nodes/node-repository.ts';
import { countQueued } from '../../persistence/points/point-repository.ts';
import type { WorkflowState } from '../../persistence/workflows/workflow-repository.ts';
import type { RunConfigs } from '../run-configs.ts';

/** Queued points of a workflow that no online node can take. */
export interface Unmatched {
  readonly workflow: string;
  readonly points: number;
  readonly reason: string;
}

/**
 * Returns the queued points of these workflows that no online node can take. Reads no points if no workflow has
 * requirements.
 */
export async function listUnmatched(
  { db, configs }: { readonly db: Db; readonly configs: RunConfigs },
  workflows: readonly WorkflowState[],
): Promise<Unmatched[]> {
  const unmatched: Unmatched[] = [];
  let machines: Awaited<ReturnType<typeof listOnlineMachines>> | undefined;
  for (const workflow of workflows) {
    if (workflow.run === 0) continue;
    const { requirements, atmosphere } = await configs.of(db, workflow);
    if (requirements === undefined) continue;
    machines ??= await listOnlineMachines(db);
    const ofAtmosphere = whyNoneFits(requirements.atmosphere, machines);
    if (ofAtmosphere === undefined) continue;
    const ofSpectrum = whyNoneFits(requirements.spectrum, machines);
    // Atmospheres have at least the requirements of spectra. If no node can compute the spectra, no node can compute
    // the atmospheres.
    const all = ofSpectrum !== undefined || !atmosphere.enabled;
    const points = await countQueued(db, workflow.id, all ? undefined : false);
    if (points > 0) unmatched.push({ workflow: workflow.name, points, reason: ofAtmosphere });
  }
  return unmatched;
}
