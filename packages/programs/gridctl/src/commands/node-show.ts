import type { NodeDetail, NodeHistory } from '@almagest/contracts/grid';
import type { Command } from 'commander';
import type { Context, OpenContext } from '../context.ts';
import { layoutFields, type Cell, type Column } from '../output/table.ts';
import {
  count,
  duration,
  gigabytes,
  machine as machineWord,
  NO_VALUE,
  orDash,
  percent,
  statusCell,
  taskKind,
  time,
} from '../output/wording.ts';
import { examples } from './examples.ts';

export function registerShow(nodes: Command, open: OpenContext): void {
  nodes
    .command('show')
    .description('show a node: its machine, tasks, outcomes compared with other nodes, registrations')
    .argument('<id>', 'node')
    .addHelpText('after', examples('nodes show node-07'))
    .action(async (id: string) => showNode(await open(), id));
}

const RUNNING: readonly Column[] = [
  { heading: 'POINT' },
  { heading: 'WORKFLOW' },
  { heading: 'METHOD' },
  { heading: 'RUNS FOR', align: 'right' },
  { heading: 'EXPECTED', align: 'right' },
];

const HISTORY: readonly Column[] = [
  { heading: 'WORKFLOW' },
  { heading: 'POINTS', align: 'right' },
  { heading: 'CONVERGED', align: 'right' },
  { heading: 'SHARED', align: 'right' },
  { heading: 'OWN', align: 'right' },
  { heading: 'OTHERS', align: 'right' },
  { heading: 'LAST' },
];

const REGISTRATIONS: readonly Column[] = [
  { heading: 'REGISTRATION' },
  { heading: 'FROM' },
  { heading: 'SLOTS', align: 'right' },
  { heading: 'TIMES', align: 'right' },
  { heading: 'FIRST' },
  { heading: 'LAST' },
];

async function showNode({ client, terminal, signal }: Context, id: string): Promise<void> {
  const { data } = await client.call('readNode', { params: { node_id: id } }, { signal });
  if (terminal.json) return terminal.document(data);
  await terminal.lines(layoutFields(fieldsOf(data), terminal.layout));
  if (data.running.length > 0) {
    await terminal.lines(['']);
    const rows = data.running.map((task) => [
      task.point_name,
      orDash(task.workflow_name),
      taskKind(task),
      duration(task.age_sec),
      duration(task.expected_sec),
    ]);
    await terminal.table(RUNNING, rows);
  }
  if (data.history.length > 0) {
    await terminal.lines(['']);
    await terminal.table(HISTORY, data.history.map(historyRow));
  }
  await terminal.lines(['']);
  const entries = data.registrations.map((entry) => [
    entry.kind,
    orDash(entry.address),
    orDash(entry.max_slots),
    count(entry.times),
    time(entry.first_at),
    time(entry.last_at),
  ]);
  await terminal.table(REGISTRATIONS, entries);
}

function fieldsOf({ node, machine, history_attempts: attempts }: NodeDetail): [string, Cell][] {
  const engine = [machine.engine_name, machine.engine_version].filter((word) => word !== null).join(' ');
  return [
    ['node', node.node_id],
    ['status', statusCell(node.status)],
    ['remark', orDash(node.message)],
    ['slots', `${count(node.running_tasks)} of ${count(node.max_slots)} used, quota ${node.admin_max_slots ?? 'none'}`],
    ['machine', machineWord(node.machine)],
    ['tags', orDash(node.machine?.tags.join(', '))],
    [
      'free disk',
      node.machine === null ? NO_VALUE : `${gigabytes(node.machine.free_disk_gb)} at the start of the agent`,
    ],
    ['load', `${machine.cpu_usage.toFixed(0)} % of the cores, ${machine.memory_usage.toFixed(0)} % of the memory`],
    ['agent', orDash(machine.agent_version)],
    ['engine', orDash(engine)],
    ['last heartbeat', time(node.last_heartbeat)],
    ['applied', `${time(node.applied_at)} from ${node.applied_from ?? 'unknown address'}`],
    ['last attempts', count(attempts)],
  ];
}

/**
 * Compares this node with others at the points that both have tried. Shows the share that converged on this node and on
 * the other nodes.
 */
function historyRow(row: NodeHistory): Cell[] {
  const shared = row.shared_points;
  const part = (converged: number) => (shared === 0 ? NO_VALUE : percent(converged, shared));
  return [
    orDash(row.workflow_name),
    count(row.own.converged + row.own.failed),
    count(row.own.converged),
    count(shared),
    part(row.own_at_shared.converged),
    part(row.others_at_shared.converged),
    time(row.last_at),
  ];
}
