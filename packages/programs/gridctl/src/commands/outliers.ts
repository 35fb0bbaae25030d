import type { Outlier, ResidualPart } from '@almagest/contracts/grid';
import type { Command } from 'commander';
import type { Context, OpenContext } from '../context.ts';
import { NO_VALUE, time } from '../output/wording.ts';
import { examples } from './examples.ts';
import { finiteNumber } from './interpolate.ts';
import { parseInteger } from './point-filters.ts';

interface Options {
  readonly limit?: number;
  readonly least?: number;
}

export function registerOutliers(program: Command, open: OpenContext): void {
  program
    .command('outliers')
    .description('list the models whose structure or spectra differ most from what their grid neighbours predict')
    .argument('<name>', 'workflow')
    .option('--limit <number>', 'number of models, 1 to 500 (default: 100)', parseInteger)
    .option('--least <residual>', 'only models with a residual of at least this size (0.01 is 1 %)', finiteNumber)
    .addHelpText('after', examples('outliers sdb', 'outliers sdb --least 0.02 --output json'))
    .action(async (name: string, options: Options) => listOutliers(await open(), name, options));
}

async function listOutliers({ client, terminal, signal }: Context, name: string, query: Options): Promise<void> {
  const { data } = await client.call('listOutliers', { params: { name }, query }, { signal });
  if (terminal.json) return terminal.document(data);
  await terminal.table(
    [
      { heading: 'POINT' },
      { heading: 'LARGEST RESIDUAL' },
      { heading: '%', align: 'right' },
      { heading: 'TIMES MEDIAN', align: 'right' },
      { heading: 'PREDICTIONS', align: 'right' },
      { heading: 'CHECK' },
      { heading: 'VERSION' },
    ],
    data.outliers.map(({ name: point, parts: [part], predictions, check, sha256 }) => [
      point,
      part === undefined ? NO_VALUE : wordsOf(part),
      part === undefined ? NO_VALUE : (100 * part.residual).toPrecision(3),
      part?.times_median == null ? NO_VALUE : part.times_median.toFixed(1),
      String(predictions),
      checkOf(check),
      sha256.slice(0, 12),
    ]),
  );
  terminal.note(
    data.started_at === null
      ? 'no models compared yet'
      : data.finished_at === null
        ? `comparison started at ${time(data.started_at)}, not finished`
        : `compared at ${time(data.finished_at)}`,
  );
}

function wordsOf({ quantity, product, column, from, to }: ResidualPart): string {
  const place = column === null ? '' : ` ${column}`;
  const spectrum = product === null ? '' : ` of ${product}, ${from} to ${to}`;
  return `${quantity.replaceAll('_', ' ')}${place}${spectrum}`;
}

function checkOf(check: Outlier['check']): string {
  if (check === null) return NO_VALUE;
  const { start, status, disagrees } = check;
  if (status !== 'compared' || disagrees === null) return `${start}: ${status}`;
  return `${start}: ${disagrees ? 'disagrees' : 'agrees'}`;
}
