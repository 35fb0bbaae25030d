import { closedObject } from '@almagest/contracts';
import {
  ClusterStatus,
  FailureGroups,
  Forecast,
  gridOperations,
  WorkflowName,
  WorkflowStats,
  WorkflowSummary,
} from '@almagest/contracts/grid';
import { Cursor, cursorAt, defineMcpTool, NextCursor, pageLimit, positionOf, type AnyMcpTool } from '@almagest/mcp';
import Type from 'typebox';
import { readStatus } from '../../application/service/cluster-status.ts';
import { listFailures } from '../../application/workflows/list-failures.ts';
import { summarizeWorkflows } from '../../application/workflows/manage-workflows.ts';
import { readForecast } from '../../application/workflows/read-forecast.ts';
import { readStats } from '../../application/workflows/workflow-progress.ts';
import type { Caller } from '../authentication.ts';
import type { RoutesDeps } from '../routes-deps.ts';

/** Returns the tools that read the state of the fleet and of workflows. */
export function fleetTools(deps: RoutesDeps): AnyMcpTool<Caller>[] {
  return [status(deps), workflows(deps), workflow(deps), forecast(deps), failures(deps)];
}

function status(deps: RoutesDeps) {
  return defineMcpTool<Caller, typeof Nothing, typeof StatusOutput>({
    name: 'grid_status',
    title: 'Status of the fleet',
    description: 'Returns how many nodes and slots are online, the points of all workflows by status, and pauses.',
    operation: gridOperations.readStatus,
    input: Nothing,
    output: StatusOutput,
    run: async () => {
      const {
        nodes,
        claims_paused: paused = null,
        failing_imports: _,
        ...counts
      } = await readStatus(deps.db, deps.heartbeats);
      return { result: { ...counts, nodes_known: nodes.length, claims_paused: paused } };
    },
  });
}

const Nothing = closedObject({});

const { nodes: _nodes, failing_imports: _imports, claims_paused: _paused, ...StatusCounts } = ClusterStatus.properties;

const StatusOutput = Type.Object({
  ...StatusCounts,
  nodes_known: Type.Integer(),
  claims_paused: Type.Union([Type.Object({ since: Type.String() }), Type.Null()]),
});

function workflows(deps: RoutesDeps) {
  return defineMcpTool<Caller, typeof WorkflowsInput, typeof WorkflowsOutput>({
    name: 'list_workflows',
    title: 'Workflows',
    description: 'Lists the workflows with their status and counts.',
    operation: gridOperations.listWorkflows,
    input: WorkflowsInput,
    output: WorkflowsOutput,
    run: async ({ limit = 50, cursor }) => {
      const all = await summarizeWorkflows(deps);
      const from = positionOf(cursor);
      const end = from + limit;
      return {
        result: {
          workflows: all.slice(from, end),
          total: all.length,
          next_cursor: end < all.length ? cursorAt(end) : null,
        },
      };
    },
  });
}

const WorkflowsInput = closedObject({ limit: pageLimit(100, 50), cursor: Cursor });
const WorkflowsOutput = Type.Object({
  workflows: Type.Array(WorkflowSummary),
  total: Type.Integer(),
  next_cursor: NextCursor,
});

const OfWorkflow = closedObject({ workflow: WorkflowName });

function workflow(deps: RoutesDeps) {
  return defineMcpTool<Caller, typeof OfWorkflow, typeof WorkflowStats>({
    name: 'workflow_stats',
    title: 'Counts of a workflow',
    description: 'Returns the points of a workflow by status and wave, the mean time per point, and warnings.',
    operation: gridOperations.readStats,
    input: OfWorkflow,
    output: WorkflowStats,
    run: async ({ workflow }) => ({ result: await readStats(deps, workflow) }),
  });
}

function forecast(deps: RoutesDeps) {
  return defineMcpTool<Caller, typeof OfWorkflow, typeof Forecast>({
    name: 'forecast',
    title: 'Forecast',
    description: 'Returns when a run will be completed, as a range of seconds from now, or why that is unknown.',
    operation: gridOperations.readForecast,
    input: OfWorkflow,
    output: Forecast,
    run: async ({ workflow }) => ({ result: await readForecast(deps, workflow) }),
  });
}

function failures(deps: RoutesDeps) {
  return defineMcpTool<Caller, typeof FailuresInput, typeof FailuresOutput>({
    name: 'list_failures',
    title: 'Failures with their causes',
    description:
      'Lists the failures of a workflow grouped by stage and cause, most attempts first, with example points, nodes, and what helped at similar points.',
    operation: gridOperations.listFailures,
    input: FailuresInput,
    output: FailuresOutput,
    run: async ({ workflow, limit = 10, cursor }) => {
      const offset = positionOf(cursor);
      const { total, groups } = await listFailures(deps.db, workflow, { limit, offset });
      const end = offset + groups.length;
      return { result: { total, groups, next_cursor: end < total && groups.length > 0 ? cursorAt(end) : null } };
    },
  });
}

const FailuresInput = closedObject({ workflow: WorkflowName, limit: pageLimit(30, 10), cursor: Cursor });
const FailuresOutput = Type.Object({ ...FailureGroups.properties, next_cursor: NextCursor });
