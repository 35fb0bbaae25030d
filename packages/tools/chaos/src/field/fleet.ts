import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { clockFrom, FAKETIME_LIBRARY } from '@almagest/test-kit/faketime-library';
import { HAS_SMALL_DISK, onSmallDisk } from '@almagest/test-kit/small-disk';
import { until } from '@almagest/test-kit/until';
import type { Ledger } from '../ledger.ts';
import type { Site } from '../run/site.ts';
import { engineScript } from './engine.ts';
import { FieldAgent } from './field-agent.ts';
import { Line, type LineFaults } from './line.ts';

/** The nodes, each named after what happens to it. */
export const NODE_IDS = ['shared-folder', 'stepped-clock', 'batch-system', 'slow-line', 'full-disk'] as const;
export type FieldNodeId = (typeof NODE_IDS)[number];

export interface FieldNode {
  readonly agent: FieldAgent;
  readonly line: Line;
  /** The file that sets the clock of `stepped-clock`. */
  readonly clock: string;
  readonly startCopy: (workDir: string, under?: readonly string[]) => FieldAgent;
  /** Lets the engines of this node continue. */
  readonly openGate: () => void;
}

export type Fleet = Readonly<Record<FieldNodeId, FieldNode>>;

interface FleetOptions {
  readonly site: Site;
  readonly ledger: Ledger;
  readonly folder: string;
  /** The points that converge only from a neighbour's model. */
  readonly needsSeed: readonly string[];
  readonly onFault: (fault: string) => void;
  readonly onClose: (close: () => Promise<unknown>) => void;
}

const LINES: Partial<Record<FieldNodeId, LineFaults>> = {
  'slow-line': { bytesPerSec: 60_000, cutAfterBytes: 100_000 },
};

/** Starts the agents and approves them. */
export async function startFleet(options: FleetOptions): Promise<Fleet> {
  const { site, folder, needsSeed } = options;
  for (const name of ['nodes', 'gates', 'clocks']) mkdirSync(join(folder, name), { recursive: true });
  const list = join(folder, 'needs-seed');
  writeFileSync(list, needsSeed.map((name) => `${name}\n`).join(''));
  const engine = join(folder, 'engine.sh');
  writeFileSync(engine, engineScript(list));
  const nodes = await Promise.all(NODE_IDS.map(async (id) => [id, await startNode(id, engine, options)] as const));
  for (const [id, { agent }] of nodes) {
    await agent.untilSaid('waits for an administrator');
    await site.asAdmin(`/api/admin/nodes/${id}/approve`, {});
  }
  await until(async () => {
    const { data } = await site.asAdmin<{ data: { status: string }[] }>('/api/admin/nodes');
    return data.filter(({ status }) => status === 'online').length === nodes.length;
  }, 'all nodes to be online');
  return Object.fromEntries(nodes) as unknown as Fleet;
}

async function startNode(id: FieldNodeId, engine: string, options: FleetOptions): Promise<FieldNode> {
  const { site, ledger, folder, onFault, onClose } = options;
  const line = await Line.open({ nodeId: id, targets: site.urls, ledger, faults: LINES[id] ?? {}, onFault });
  onClose(() => line.close());
  const [gate, clock] = [join(folder, 'gates', id), join(folder, 'clocks', id)];
  writeFileSync(clock, '+0');
  const start = (workDir: string, more: { under?: readonly string[]; env?: Readonly<Record<string, string>> }) => {
    const logFile = join(folder, 'logs', `${id}.log`);
    const agent = new FieldAgent({ nodeId: id, url: line.url, workDir, engine, logFile, gate, ...more });
    onClose(() => agent.program.kill());
    return agent;
  };
  const workDir = join(folder, 'nodes', id);
  const agent = start(workDir, {
    ...(id === 'full-disk' && HAS_SMALL_DISK ? { under: onSmallDisk(workDir) } : {}),
    ...(id === 'stepped-clock' && FAKETIME_LIBRARY !== undefined ? { env: clockFrom(clock) } : {}),
  });
  return {
    agent,
    line,
    clock,
    startCopy: (copy, under) => start(copy, under === undefined ? {} : { under }),
    openGate: () => writeFileSync(gate, ''),
  };
}
