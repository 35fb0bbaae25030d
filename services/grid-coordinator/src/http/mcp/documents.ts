import { gridOperations } from '@almagest/contracts/grid';
import { cursorAt, positionOf, type McpPrompt, type McpResources } from '@almagest/mcp';
import { readWorkflow, summarizeWorkflows } from '../../application/workflows/manage-workflows.ts';
import type { Caller } from '../authentication.ts';
import type { RoutesDeps } from '../routes-deps.ts';

const WORKFLOWS = 'almagest://workflows/';
const PAGE_ROWS = 50;

/** Returns the configurations of workflows as documents that people can attach in their MCP client. */
export function workflowResources(deps: RoutesDeps): McpResources<Caller> {
  return {
    operation: gridOperations.listWorkflows,
    list: async (cursor) => {
      const all = await summarizeWorkflows(deps);
      const from = positionOf(cursor);
      const end = from + PAGE_ROWS;
      const resources = all.slice(from, end).map(({ name, description, status }) => ({
        uri: WORKFLOWS + encodeURIComponent(name),
        name,
        description: [status, description].filter(Boolean).join(': '),
      }));
      return { resources, nextCursor: end < all.length ? cursorAt(end) : undefined };
    },
    kinds: [
      {
        uriTemplate: `${WORKFLOWS}{name}`,
        name: 'workflow',
        title: 'Workflow',
        description: 'The configuration of a workflow.',
        mimeType: 'application/yaml',
        operation: gridOperations.readWorkflow,
        read: async (name) => (await readWorkflow(deps, name)).config_yaml,
      },
    ],
  };
}

const Workflow = { name: 'workflow', description: 'The name of the workflow.', required: true };

export const GRID_PROMPTS: readonly McpPrompt[] = [
  {
    name: 'why_points_failed',
    title: 'Why did these points fail?',
    description: 'Groups the failures of a workflow by cause and says what to do about each.',
    arguments: [Workflow],
    write: ({ workflow = '' }) =>
      `Why did points of the workflow ${workflow} fail? Use list_failures, then read_point and explain_point for the example points of each cause. Give for each cause: how many points, where in the grid, which nodes, the message, what helped at similar points, and whether a retry can succeed. Change nothing. Propose retries, and ask me before each.`,
  },
  {
    name: 'progress_report',
    title: 'Report the progress',
    description: 'Summarises the fleet and a workflow.',
    arguments: [Workflow],
    write: ({ workflow = '' }) =>
      `Report the progress of the workflow ${workflow} with grid_status, workflow_stats, forecast and list_failures: what is done, when it will end, and what delays it.`,
  },
];
