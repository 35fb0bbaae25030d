import type { NodeMachine } from '@almagest/contracts/grid';
import { fits, type TaskRequirements } from '../../domain/tasks/requirements.ts';
import type { Tx } from '../../persistence/database.ts';
import type { WorkflowState } from '../../persistence/workflows/workflow-repository.ts';
import type { RunConfigs } from '../run-configs.ts';

/** Claims whose nodes may get the same tasks. */
export interface ClaimGroup<C, W, R> {
  readonly claims: readonly C[];
  readonly workflows: readonly (W & StageFilter)[];
  /** Workflows whose reproductions these nodes may get. */
  readonly waiting: readonly R[];
}

/** `atmosphereDone`: only points with this value, because the nodes can take only one kind of task. */
export interface StageFilter {
  readonly atmosphereDone?: boolean;
}

interface Claimer {
  readonly machine: NodeMachine | null;
}

/**
 * Groups claims by the tasks that their nodes may get. If no workflow has requirements or all nodes meet them, all
 * claims are one group and need no further statements.
 */
export async function groupByFit<C extends Claimer, W extends WorkflowState, R extends WorkflowState>(
  trx: Tx,
  configs: RunConfigs,
  claims: readonly C[],
  { workflows, waiting }: { readonly workflows: readonly W[]; readonly waiting: readonly R[] },
): Promise<ClaimGroup<C, W, R>[]> {
  const requirements = new Map<number, TaskRequirements>();
  for (const workflow of [...workflows, ...waiting]) {
    if (workflow.run === 0) continue;
    const { requirements: required } = await configs.of(trx, workflow);
    if (required !== undefined) requirements.set(workflow.id, required);
  }
  if (requirements.size === 0) return [{ claims, workflows, waiting }];
  const fitOf = ({ machine }: Claimer) =>
    new Map(
      [...requirements].map(([id, { atmosphere, spectrum }]) => {
        return [id, { atmosphere: fits(atmosphere, machine), spectrum: fits(spectrum, machine) }] as const;
      }),
    );
  const groups = Map.groupBy(claims, (claim) => JSON.stringify([...fitOf(claim)]));
  return [...groups.values()].map((own) => {
    const fit = fitOf(own[0] ?? { machine: null });
    return {
      claims: own,
      workflows: workflows.flatMap((workflow): (W & StageFilter)[] => {
        const { atmosphere = true, spectrum = true } = fit.get(workflow.id) ?? {};
        if (atmosphere && spectrum) return [workflow];
        return atmosphere || spectrum ? [{ ...workflow, atmosphereDone: spectrum }] : [];
      }),
      // A reproduction computes the atmosphere again, so the atmosphere requirements apply.
      waiting: waiting.filter(({ id }) => fit.get(id)?.atmosphere ?? true),
    };
  });
}
