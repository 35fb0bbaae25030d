import { AXES, InterpolationMethod, type InterpolatedModel } from '@almagest/contracts/grid';
import { type Command, InvalidArgumentError, Option } from 'commander';
import type { Context, OpenContext } from '../context.ts';
import { writeAtomically } from '../files/atomic-file.ts';
import { NO_VALUE, bytes } from '../output/wording.ts';
import { examples } from './examples.ts';

type Options = { [Axis in (typeof AXES)[number]]?: number } & {
  readonly method?: InterpolationMethod;
  readonly out?: string;
};

export function registerInterpolate(program: Command, open: OpenContext): void {
  const command = program
    .command('interpolate')
    .description(
      'a model for any parameters inside the grid, from the models around them, with an estimate of its error',
    )
    .argument('<name>', 'workflow');
  for (const axis of AXES) command.option(`--${axis} <number>`, axis === 'teff' ? 'K' : 'dex', finiteNumber);
  command
    .addOption(
      new Option('--method <method>', 'polynomial along each axis (default: linear)').choices(InterpolationMethod.enum),
    )
    .option('--out <file>', 'write the model to this file')
    .addHelpText(
      'after',
      examples(
        'interpolate sdb --teff 31500 --logg 5.6 --loghe -1.2 --logc -4 --logn -4 --logo -4',
        'interpolate sdb --teff 31500 --logg 5.6 --method cubic --out start.7',
      ),
    )
    .action(async (name: string, options: Options) => interpolate(await open(), name, options));
}

async function interpolate(
  { client, terminal, signal }: Context,
  name: string,
  { out, ...query }: Options,
): Promise<void> {
  const { data } = await client.call('interpolateModel', { params: { name }, query }, { signal });
  if (out !== undefined) await writeAtomically(out, (file) => file.write(Buffer.from(data.model, 'latin1')));
  if (terminal.json) return terminal.document(data);
  await terminal.lines(errorInWords(data));
  await terminal.lines(['']);
  await terminal.table(
    [{ heading: 'POINT' }, { heading: 'WEIGHT', align: 'right' }, { heading: 'VERSION' }],
    data.points.map((point) => [point.name, point.weight.toFixed(4), point.sha256.slice(0, 12)]),
  );
  if (out !== undefined) terminal.note(`wrote ${out} (${bytes(data.model.length)})`);
}

function errorInWords({ error, method }: InterpolatedModel): string[] {
  if (error === null) return ['the parameters are those of a point: its model as it is stored'];
  const quantity = error.quantity === 'temperature' ? 'temperature' : 'all positive quantities';
  const estimate =
    error.estimate === null
      ? 'no axis has three values to estimate it'
      : `${percent(error.estimate)} or less, where it is smooth`;
  return [
    `${method}; error of ${quantity} by leave-one-out: ${estimate}`,
    ...error.by_axis.map(
      ({ axis, points, median, largest }) =>
        `  ${axis}: median ${percent(median)}, largest ${percent(largest)}, of ${points} points`,
    ),
  ];
}

function percent(share: number | null): string {
  return share === null ? NO_VALUE : `${(100 * share).toPrecision(2)} %`;
}

export function finiteNumber(text: string): number {
  const value = Number(text);
  if (text.trim() === '' || !Number.isFinite(value)) throw new InvalidArgumentError('It must be a number.');
  return value;
}
