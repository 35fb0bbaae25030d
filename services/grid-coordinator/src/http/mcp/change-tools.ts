import { closedObject } from '@almagest/contracts';
import { ClaimPause, gridOperations, PointName, RearmReply, WorkflowName } from '@almagest/contracts/grid';
import { defineMcpTool, type AnyMcpTool } from '@almagest/mcp';
import Type from 'typebox';
import { rearmPoints } from '../../application/points/rearm-points.ts';
import { startWorkflow, stopWorkflow } from '../../application/workflows/run-workflow.ts';
import { pauseClaims, resumeClaims } from '../../application/workflows/steer-claims.ts';
import type { Caller } from '../authentication.ts';
import type { RoutesDeps } from '../routes-deps.ts';

/** Returns the tools that change what the fleet computes. */
export function changeTools(deps: RoutesDeps): AnyMcpTool<Caller>[] {
  return [retry(deps), pauseWorkflow(deps), resumeWorkflow(deps), pauseFleet(deps), resumeFleet(deps)];
}

function retry(deps: RoutesDeps) {
  return defineMcpTool<Caller, typeof RetryInput, typeof RearmReply>({
    name: 'retry_points',
    title: 'Retry failed points',
    description:
      'Gives failed points all their strategies again: one point, the points of a failure group, or all points of the workflow. With dry_run, only counts them.',
    confirmation: 'show the workflow and how many points will be computed again, from a dry run.',
    operation: gridOperations.rearmPoints,
    input: RetryInput,
    output: RearmReply,
    isDestructive: true,
    run: async ({ workflow, ...selection }) => ({ result: await rearmPoints(deps, workflow, selection) }),
  });
}

const RetryInput = closedObject({
  workflow: WorkflowName,
  point: Type.Optional(PointName),
  group: gridOperations.listPoints.query.properties.group,
  dry_run: Type.Optional(Type.Boolean()),
});

const OfWorkflow = closedObject({ workflow: WorkflowName });
const Done = Type.Object({ done: Type.Literal(true), warnings: Type.Array(Type.String()) });

function pauseWorkflow(deps: RoutesDeps) {
  return defineMcpTool<Caller, typeof OfWorkflow, typeof Done>({
    name: 'pause_workflow',
    title: 'Pause a workflow',
    description: 'Stops handing out tasks of a workflow. Running tasks finish.',
    confirmation: 'show which workflow will pause.',
    operation: gridOperations.stopWorkflow,
    input: OfWorkflow,
    output: Done,
    isDestructive: true,
    run: async ({ workflow }) => {
      await stopWorkflow(deps, workflow);
      return { result: { done: true, warnings: [] } };
    },
  });
}

function resumeWorkflow(deps: RoutesDeps) {
  return defineMcpTool<Caller, typeof OfWorkflow, typeof Done>({
    name: 'resume_workflow',
    title: 'Start or resume a workflow',
    description: 'Starts a run of a workflow, or resumes a paused workflow.',
    confirmation: 'show which workflow will compute.',
    operation: gridOperations.startWorkflow,
    input: OfWorkflow,
    output: Done,
    isDestructive: true,
    run: async ({ workflow }) => {
      const { warnings } = await startWorkflow(deps, workflow);
      return { result: { done: true, warnings } };
    },
  });
}

function pauseFleet(deps: RoutesDeps) {
  return defineMcpTool<Caller, typeof PauseInput, typeof ClaimPause>({
    name: 'pause_claims',
    title: 'Pause all workflows',
    description: 'Stops handing out tasks of all workflows. Running tasks finish.',
    confirmation: 'say that the whole fleet will pause, and why.',
    operation: gridOperations.pauseClaims,
    input: PauseInput,
    output: ClaimPause,
    isDestructive: true,
    run: async ({ reason }) => ({ result: await pauseClaims(deps, reason) }),
  });
}

const PauseInput = closedObject({
  reason: Type.String({ minLength: 1, maxLength: 1_000, pattern: String.raw`^[^\u0000]*$` }),
});

function resumeFleet(deps: RoutesDeps) {
  return defineMcpTool<Caller, typeof NoInput, typeof Done>({
    name: 'resume_claims',
    title: 'Resume all workflows',
    description: 'Hands out tasks again after pause_claims.',
    confirmation: 'say that the whole fleet will compute again.',
    operation: gridOperations.resumeClaims,
    input: NoInput,
    output: Done,
    isDestructive: true,
    run: async () => {
      await resumeClaims(deps);
      return { result: { done: true, warnings: [] } };
    },
  });
}

const NoInput = closedObject({});
