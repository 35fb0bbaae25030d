import { existsSync, mkdirSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { AdminNode } from '@almagest/contracts/grid';
import { systemEnvironment } from '../service-environment.ts';
import { runProgram, type Watch } from '../supervised-process.ts';
import { RefusedError, type CoordinatorClient } from './service-client.ts';

const AGENTS = 2;
/** Each slot runs an engine process. With more slots, a large machine would spend its time on starting processes. */
const MOST_SLOTS = 8;
const ADMITTED_WITHIN_MS = 30_000;
const POLL_MS = 100;

/** Shorter waits than in production, because people are watching. */
const HASTE = {
  GRID_AGENT_HEARTBEAT_SEC: '2',
  GRID_AGENT_POLL_SEC: '2',
  GRID_AGENT_APPROVAL_POLL_SEC: '0.5',
  GRID_AGENT_RETRY_MAX_SEC: '2',
  GRID_AGENT_DRAIN_DELIVERY_SEC: '5',
};

export interface AgentsOptions extends Watch {
  readonly checkout: string;
  /** Contains a folder and a log for each agent. */
  readonly folder: string;
  readonly url: string;
  readonly client: CoordinatorClient;
  readonly environment: NodeJS.ProcessEnv;
  /** Aborting this stops the wait for approvals. */
  readonly abort: AbortSignal;
}

interface Agent {
  readonly nodeId: string;
  readonly logFile: string;
  readonly ended: Promise<string>;
  end(): Promise<void>;
}

export interface NodeAgents {
  readonly nodeIds: readonly string[];
  readonly slots: number;
  /** Resolves when all agents have ended. */
  readonly allEnded: Promise<Error>;
  /** Stops the agents. They finish and report their running tasks first. */
  stop(): Promise<void>;
}

/**
 * Starts the agents and approves them, as an administrator would.
 *
 * A dead agent is not restarted, because the demonstration shows how its points go to the other agent.
 */
export async function startAgents(options: AgentsOptions): Promise<NodeAgents> {
  const { client, warn } = options;
  const slots = Math.min(availableParallelism(), MOST_SLOTS);
  const known = await client.get<AdminNode[]>('/api/admin/nodes');
  const nodeIds = nodeIdsFor(known, (nodeId) => existsSync(join(options.folder, nodeId, 'credentials.json')));
  const agents = nodeIds.map((nodeId) => startAgent(options, nodeId, slots));
  let stopping: Promise<unknown> | undefined;
  const stop = async () => {
    await (stopping ??= Promise.all(agents.map((agent) => agent.end())));
  };
  const report = async ({ nodeId, logFile, ended }: Agent) => {
    const how = await ended;
    if (!stopping) warn(`node ${nodeId} ended unexpectedly (${how}), see ${logFile}`);
  };
  for (const agent of agents) void report(agent);
  const allEnded = Promise.all(agents.map(({ ended }) => ended)).then(() => new Error('all node agents have ended'));
  try {
    await admit(options, nodeIds, allEnded);
    return { nodeIds, slots, allEnded, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/**
 * Chooses names for the agents. A name that the coordinator knows can be used only with the credentials issued for it.
 */
export function nodeIdsFor(
  known: readonly Pick<AdminNode, 'node_id' | 'status'>[],
  hasCredentials: (nodeId: string) => boolean,
): string[] {
  const taken = new Set(known.map(({ node_id: nodeId }) => nodeId));
  const chosen: string[] = [];
  for (let number = 1; chosen.length < AGENTS; number += 1) {
    const nodeId = `demo-${number}`;
    if (!taken.has(nodeId) || hasCredentials(nodeId)) chosen.push(nodeId);
  }
  return chosen;
}

function startAgent(options: AgentsOptions, nodeId: string, slots: number): Agent {
  const { checkout, folder, url, environment } = options;
  const engine = [process.execPath, join(checkout, 'packages/programs/grey-atmosphere/dist/main.js')];
  const workDir = join(folder, nodeId);
  const logFile = join(folder, `${nodeId}.log`);
  mkdirSync(workDir, { recursive: true });
  const own = {
    GRID_AGENT_URL: url,
    GRID_AGENT_NODE_ID: nodeId,
    GRID_AGENT_SLOTS: String(slots),
    GRID_AGENT_ENGINE: engine.map(quoted).join(' '),
    GRID_AGENT_WORK_DIR: workDir,
  };
  // Agents have separate tokens, and engines are third-party programs. Neither may see the other variables.
  const given = Object.entries(environment).filter(([name]) => name.startsWith('GRID_AGENT_'));
  const variables = { ...systemEnvironment(environment), ...Object.fromEntries(given), ...HASTE, ...own };
  const script = join(checkout, 'packages/programs/grid-agent/dist/main.js');
  const run = runProgram({ name: nodeId, script, environment: variables, logFile }, options);
  return { nodeId, logFile, ended: run.ended, end: () => run.end() };
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

async function admit(
  { client, abort }: AgentsOptions,
  nodeIds: readonly string[],
  allEnded: Promise<Error>,
): Promise<void> {
  const began = Date.now();
  let fault: Error | undefined;
  void allEnded.then((error) => (fault = error));
  for (;;) {
    const nodes = (await client.get<AdminNode[]>('/api/admin/nodes')).filter(({ node_id: id }) => nodeIds.includes(id));
    if (nodes.filter((node) => isOnlineSince(node, began)).length === nodeIds.length) return;
    for (const { node_id: nodeId, status } of nodes) {
      const action = ACTIONS[status];
      if (action) await client.post(`/api/admin/nodes/${nodeId}/${action}`).catch(ignoreConflict);
    }
    if (fault) throw fault;
    if (Date.now() > began + ADMITTED_WITHIN_MS) throw new Error(`the nodes ${nodeIds.join(', ')} did not come online`);
    await sleep(POLL_MS, undefined, { signal: abort });
  }
}

/**
 * Returns whether a node is online because of this run. A node of a demonstration that just ended still counts as
 * online.
 */
function isOnlineSince({ status, last_heartbeat: lastHeartbeat }: AdminNode, sinceMs: number): boolean {
  return status === 'online' && Date.parse(lastHeartbeat ?? '') >= sinceMs;
}

const ACTIONS: Partial<Record<AdminNode['status'], string>> = { pending_approval: 'approve', disabled: 'enable' };

/** Ignores a conflict, because someone may have approved the node in the console already. */
function ignoreConflict(error: unknown): void {
  if (!(error instanceof RefusedError && error.status === 409)) throw error;
}
