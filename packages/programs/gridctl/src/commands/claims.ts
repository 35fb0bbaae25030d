import type { ClaimPause, ScheduledWorkflow } from '@almagest/contracts/grid';
import type { Command } from 'commander';
import type { Context, OpenContext } from '../context.ts';
import type { Cell, Column } from '../output/table.ts';
import { count, orDash, statusCell, time } from '../output/wording.ts';
import { examples } from './examples.ts';

export function registerClaims(program: Command, open: OpenContext): void {
  const claims = program.command('claims').description('how tasks are handed out: order of workflows, pause, resume');
  claims
    .command('order')
    .description('show priority, share and slot limit of the workflows, in the order they are served')
    .addHelpText('after', examples('claims order', 'claims order --output json | jq .claims_paused'))
    .action(async () => showOrder(await open()));
  claims
    .command('pause')
    .description('stop handing out tasks of all workflows. Running tasks finish and are reported')
    .option('--reason <text>', 'reason, shown to other operators')
    .addHelpText('after', examples('claims pause --reason "maintenance of the storage"'))
    .action(async ({ reason }: { reason?: string }) => {
      const { client, terminal } = await open();
      const { data, message } = await client.call('pauseClaims', { body: reason === undefined ? {} : { reason } });
      if (terminal.json) return terminal.document(data);
      await terminal.lines([`pause: ${message}`]);
    });
  claims
    .command('resume')
    .description('hand out tasks again after a pause')
    .addHelpText('after', examples('claims resume'))
    .action(async () => {
      const { client, terminal } = await open();
      const { message } = await client.call('resumeClaims', {});
      if (terminal.json) return terminal.document({ message });
      await terminal.lines([`resume: ${message}`]);
    });
}

const COLUMNS: readonly Column[] = [
  { heading: 'WORKFLOW' },
  { heading: 'STATUS' },
  { heading: 'PRIORITY', align: 'right' },
  { heading: 'SHARE', align: 'right' },
  { heading: 'RUNNING', align: 'right' },
  { heading: 'MAX SLOTS', align: 'right' },
];

async function showOrder({ client, terminal, signal }: Context): Promise<void> {
  const { data } = await client.call('readScheduling', {}, { signal });
  if (terminal.json) return terminal.document(data);
  await terminal.table(COLUMNS, data.workflows.map(workflowRow));
  if (data.claims_paused !== null) terminal.note(describePause(data.claims_paused));
}

function workflowRow({ name, status, priority, share, running, max_slots }: ScheduledWorkflow): Cell[] {
  return [name, statusCell(status), String(priority), String(share), count(running), orDash(max_slots)];
}

/** Describes a pause of the claims. `gridctl status` uses it too. */
export function describePause({ since, reason }: ClaimPause): string {
  const why = reason === null ? '' : `: ${reason}`;
  return `claims have been paused since ${time(since)} UTC${why}. Resume with gridctl claims resume`;
}
