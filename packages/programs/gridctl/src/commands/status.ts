import type { ClusterStatus, NodeInfo } from '@almagest/contracts/grid';
import type { Command } from 'commander';
import type { Context, OpenContext } from '../context.ts';
import { layoutFields, type Cell, type Column } from '../output/table.ts';
import { bytes, continuedInWords, count, percent, statusCell, time } from '../output/wording.ts';
import { describePause } from './claims.ts';
import { examples } from './examples.ts';

export function registerStatus(program: Command, open: OpenContext): void {
  program
    .command('status')
    .description('show the cluster: nodes, slots, and points of all workflows')
    .addHelpText('after', examples('status', 'status --output json | jq .grid_stats.converged'))
    .action(async () => showStatus(await open()));
}

const NODE_COLUMNS: readonly Column[] = [
  { heading: 'NODE' },
  { heading: 'STATUS' },
  { heading: 'SLOTS', align: 'right' },
  { heading: 'CPU', align: 'right' },
  { heading: 'MEMORY', align: 'right' },
  { heading: 'LAST HEARTBEAT' },
];

async function showStatus({ client, terminal, signal }: Context): Promise<void> {
  const status = await client.call('readStatus', {}, { signal });
  if (terminal.json) return terminal.document(status);
  await terminal.lines(layoutFields(summary(client.url, status), terminal.layout));
  if (status.claims_paused !== undefined) terminal.note(describePause(status.claims_paused));
  for (const { size_bytes, failed_tries, message } of status.failing_imports ?? [])
    terminal.note(
      `the import of an archive of ${bytes(size_bytes)} has failed ${failed_tries} times and will be retried: ${message}`,
    );
  if (status.nodes.length === 0) return terminal.note('no nodes yet');
  await terminal.lines(['']);
  await terminal.table(NODE_COLUMNS, status.nodes.map(nodeRow));
}

function summary(url: string, { status, nodes_online, nodes, grid_stats, ...slots }: ClusterStatus): [string, Cell][] {
  const { total, converged, failed, running, queued, pending } = grid_stats;
  const methods = `${count(grid_stats.cold_run_converged)} cold, ${count(grid_stats.seed_step_converged)} from a seed${continuedInWords(grid_stats)}`;
  return [
    ['coordinator', `${url} (${status})`],
    ['nodes online', `${count(nodes_online)} of ${count(nodes.length)}`],
    ['slots in use', `${count(slots.total_active_slots)} of ${count(slots.total_max_slots)}`],
    ['points', count(total)],
    ['converged', `${count(converged)} (${percent(converged, total)}; ${methods})`],
    ['failed', count(failed)],
    ['running', count(running)],
    ['queued', count(queued)],
    ['pending', count(pending)],
  ];
}

function nodeRow(node: NodeInfo): Cell[] {
  return [
    node.node_id,
    statusCell(node.status),
    `${node.active_slots}/${node.max_slots}`,
    `${node.cpu_usage.toFixed(0)} %`,
    `${node.memory_usage.toFixed(0)} %`,
    time(node.last_heartbeat),
  ];
}
