import type { Progress, ProgressEntry } from '@almagest/contracts/grid';
import { InvalidArgumentError, type Command } from 'commander';
import type { Context, OpenContext } from '../context.ts';
import type { Cell, Column } from '../output/table.ts';
import { count, duration, NO_VALUE, time } from '../output/wording.ts';
import { examples } from './examples.ts';

const MOST_HOURS = 168;
const [MINUTE_SEC, HOUR_SEC] = [60, 3_600];

export function registerProgress(workflows: Command, open: OpenContext): void {
  workflows
    .command('progress')
    .description('show the counts over the last hours and the rate at which points are completed')
    .argument('<name>', 'workflow')
    .option('--hours <number>', `number of hours, 1 to ${MOST_HOURS}`, parseHours, 24)
    .addHelpText('after', examples('workflows progress sdb', 'workflows progress sdb --hours 168 --output json'))
    .action(async (name: string, { hours }: { hours: number }) => showProgress(await open(), name, hours));
  workflows
    .command('schema')
    .description('print the JSON Schema of a configuration, for editors')
    .addHelpText('after', examples('workflows schema > workflow.schema.json'))
    .action(async () => {
      const { client, terminal, signal } = await open();
      await terminal.document(await client.call('readWorkflowSchema', {}, { signal }));
    });
}

function parseHours(text: string): number {
  const hours = Number(text);
  if (!Number.isInteger(hours) || hours < 1 || hours > MOST_HOURS)
    throw new InvalidArgumentError(`It must be a whole number from 1 to ${MOST_HOURS}.`);
  return hours;
}

const COLUMNS: readonly Column[] = [
  { heading: 'TIME' },
  ...['CONVERGED', 'FAILED', 'RUNNING', 'QUEUED', 'PENDING', 'POINTS'].map((heading): Column => ({
    heading,
    align: 'right',
  })),
];

async function showProgress({ client, terminal, signal }: Context, name: string, hours: number): Promise<void> {
  const { data } = await client.call('readProgress', { params: { name }, query: { hours } }, { signal });
  if (terminal.json) return terminal.document(data);
  await terminal.table(COLUMNS, data.series.map(rowOf));
  terminal.note(paceOf(data));
}

function rowOf({ ts, converged, failed, running, queued, pending, total }: ProgressEntry): Cell[] {
  return [time(ts), ...[converged, failed, running, queued, pending, total].map(count)];
}

function paceOf({ done_rate_per_hour: rate, rate_span_hours: span, stalled_minutes: stalled }: Progress): string {
  const pace =
    rate === null
      ? `rate: ${NO_VALUE}`
      : `rate: ${count(rate)} points per hour over ${duration((span ?? 0) * HOUR_SEC)}`;
  return stalled === null ? pace : `${pace}. No point completed for ${duration(stalled * MINUTE_SEC)}`;
}
