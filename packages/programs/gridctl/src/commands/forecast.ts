import type { Forecast } from '@almagest/contracts/grid';
import type { Command } from 'commander';
import type { Context, OpenContext } from '../context.ts';
import { layoutFields, type Cell } from '../output/table.ts';
import { count, duration, plural, statusCell } from '../output/wording.ts';
import { examples } from './examples.ts';

export function registerForecast(program: Command, open: OpenContext): void {
  program
    .command('forecast')
    .description('estimate when a workflow will be completed, including retries, seed steps and other workflows')
    .argument('<name>', 'workflow')
    .addHelpText('after', examples('forecast sdb', 'forecast sdb --output json'))
    .action(async (name: string) => showForecast(await open(), name));
}

async function showForecast({ client, terminal, signal }: Context, name: string): Promise<void> {
  const { data } = await client.call('readForecast', { params: { name } }, { signal });
  if (terminal.json) return terminal.document(data);
  await terminal.lines(layoutFields(fields(name, data), terminal.layout));
}

function fields(name: string, { status, note, based_on: basis, ...times }: Forecast): [string, Cell][] {
  const { low_sec: low, median_sec: median, high_sec: high } = times;
  const range = low === null ? '' : ` (probably ${duration(low)} to ${duration(high)})`;
  const shared = basis.workflows > 1 ? `, shared by ${plural(basis.workflows, 'workflow')}` : '';
  return [
    ['workflow', name],
    ['status', statusCell(status)],
    ['time left', `${duration(median)}${range}`],
    ['remaining', `${plural(basis.remaining_points, 'point')}, about ${plural(basis.remaining_attempts, 'attempt')}`],
    ['slots', `${count(basis.slots)}${shared}`],
    ['based on', plural(basis.attempts, 'attempt')],
    ...(note === null ? [] : ([['note', note]] satisfies [string, Cell][])),
  ];
}
