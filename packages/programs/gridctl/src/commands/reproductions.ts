import {
  ReproductionStart,
  ReproductionStatus,
  type QuantityDifference,
  type Reproduction,
} from '@almagest/contracts/grid';
import { type Command, Option } from 'commander';
import type { Context, OpenContext } from '../context.ts';
import { EXIT, CommandError } from '../errors.ts';
import { NO_VALUE, plural, time } from '../output/wording.ts';
import { examples } from './examples.ts';
import { parseInteger } from './point-filters.ts';

interface ListOptions {
  readonly point?: string;
  readonly status?: ReproductionStatus;
  readonly limit?: number;
  readonly before?: number;
}

const POINT = 't20000_g5.0_he-1.0_c-4.0_n-4.0_o-4.0';

export function registerReproductions(models: Command, open: OpenContext): void {
  models
    .command('reproduce')
    .description('reproduce converged points and compare. The results of the grid do not change')
    .argument('<name>', 'workflow')
    .argument('<points...>', 'points (at most 500)')
    .addOption(
      new Option(
        '--start <start>',
        'same (on another node, the default), neighbour (from the model of the nearest point) or cold',
      ).choices(ReproductionStart.enum),
    )
    .option('--note <text>', 'reason, for the record')
    .addHelpText(
      'after',
      examples(
        `models reproduce sdb ${POINT} --note 'before we publish'`,
        `models reproduce sdb ${POINT} --start neighbour`,
      ),
    )
    .action(async (name: string, points: string[], options: { note?: string; start?: ReproductionStart }) => {
      await reproduce(await open(), name, { points: [...new Set(points)], ...options });
    });
  models
    .command('reproductions')
    .description('list reproductions of points and how far they differ, newest first')
    .argument('<name>', 'workflow')
    .option('--point <name>', 'only this point')
    .addOption(new Option('--status <status>', 'only this status').choices(ReproductionStatus.enum))
    .option('--limit <number>', 'reproductions on the page, 1 to 500 (default: 100)', parseInteger)
    .option('--before <id>', 'only entries older than this entry', parseInteger)
    .addHelpText('after', examples('models reproductions sdb --status compared'))
    .action(async (name: string, options: ListOptions) => list(await open(), name, options));
  models
    .command('withdraw')
    .description('withdraw a reproduction that is waiting or running')
    .argument('<name>', 'workflow')
    .argument('<id>', 'number of the reproduction in `models reproductions`')
    .addHelpText('after', examples('models withdraw sdb 12'))
    .action(async (name: string, id: string) => {
      const { client, terminal } = await open();
      await client.call('withdrawReproduction', { params: { name, reproduction_id: id } });
      await terminal.lines([`reproduction ${id} is withdrawn`]);
    });
}

const HOW: Readonly<Record<ReproductionStart, string>> = {
  same: 'by a different node',
  neighbour: 'from the model of a neighbour',
  cold: 'from a cold start',
};

async function reproduce(
  { client, terminal }: Context,
  name: string,
  body: { readonly points: string[]; readonly note?: string; readonly start?: ReproductionStart },
): Promise<void> {
  const { data } = await client.call('reproducePoints', { params: { name }, body });
  const { requested, refused } = data;
  if (terminal.json) await terminal.document(data);
  else {
    await terminal.lines([
      `${plural(requested.length, 'point')} will be reproduced, each ${HOW[body.start ?? 'same']}`,
      ...refused.map(({ point_name: point, reason }) => `${point}: not reproduced: ${reason}`),
    ]);
  }
  if (refused.length > 0) throw new CommandError(`${plural(refused.length, 'point')} refused`, EXIT.refused);
}

async function list({ client, terminal, signal }: Context, name: string, query: ListOptions): Promise<void> {
  const { data } = await client.call('listReproductions', { params: { name }, query }, { signal });
  if (terminal.json) return terminal.document(data);
  await terminal.table(
    [
      { heading: 'ID', align: 'right' },
      { heading: 'POINT' },
      { heading: 'STATUS' },
      { heading: 'NODES' },
      { heading: 'ITERATIONS', align: 'right' },
      { heading: 'SECONDS', align: 'right' },
      { heading: 'MODEL, LARGEST DIFFERENCE' },
      { heading: 'SPECTRUM, LARGEST DIFFERENCE' },
      { heading: 'START' },
      { heading: 'ENDED' },
    ],
    data.reproductions.map(rowOf),
  );
  for (const { id, waiting_reason: reason, error, difference } of data.reproductions)
    for (const problem of [
      ...(reason === null ? [] : [`waits: ${reason}`]),
      ...(error === null ? [] : [error]),
      ...(difference?.problems ?? []),
    ])
      terminal.note(`${id}: ${problem}`);
}

function rowOf({
  id,
  point_name: point,
  status,
  start,
  start_point_name: from,
  original,
  reproduced,
  difference,
  disagrees,
  ended_at: at,
}: Reproduction): string[] {
  const both = (value: (attempt: Reproduction['original']) => number | null) =>
    `${value(original) ?? NO_VALUE} / ${(reproduced && value(reproduced)) ?? NO_VALUE}`;
  return [
    String(id),
    point,
    disagrees === true ? `${status}, disagrees` : status,
    `${original.node_id} / ${reproduced?.node_id ?? NO_VALUE}`,
    both(({ iterations }) => iterations),
    both(({ elapsed_sec: seconds }) => (seconds === null ? null : Math.round(seconds))),
    difference?.model ? largestOf(difference.model.quantities) : NO_VALUE,
    difference === null || difference.spectra.length === 0
      ? NO_VALUE
      : largestOf(difference.spectra.flatMap(({ quantities }) => quantities)),
    from ?? start,
    at === null ? NO_VALUE : time(at),
  ];
}

/** Returns the quantity that differs most, with its largest and mean difference. */
function largestOf(quantities: readonly QuantityDifference[]): string {
  const [largest] = quantities.toSorted((a, b) => b.max_relative - a.max_relative);
  if (largest === undefined || largest.max_relative === 0) return 'none';
  const { quantity, unit, max_relative: max, rms_relative: rms, max_absolute: absolute } = largest;
  const inUnit = `${absolute.toPrecision(2)}${unit === null ? '' : ` ${unit}`}`;
  return `${quantity} ${percent(max)} (${inUnit}), rms ${percent(rms)}`;
}

function percent(relative: number): string {
  return `${(100 * relative).toPrecision(2)} %`;
}
