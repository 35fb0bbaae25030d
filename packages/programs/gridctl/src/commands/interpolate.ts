import {
  AXES,
  InterpolationMethod,
  type InterpolatedModel,
  type InterpolatedSpectrum,
  type InterpolateSpectrumQuery,
} from '@almagest/contracts/grid';
import { type Command, InvalidArgumentError, Option } from 'commander';
import type { Context, OpenContext } from '../context.ts';
import { UsageError } from '../errors.ts';
import { writeAtomically } from '../files/atomic-file.ts';
import { NO_VALUE, bytes } from '../output/wording.ts';
import { examples } from './examples.ts';

type Options = { [Axis in (typeof AXES)[number]]?: number } & {
  readonly method?: InterpolationMethod | 'auto';
  readonly spectrum?: true;
  readonly kind?: string;
  readonly product?: string;
  readonly fits?: true;
  readonly out?: string;
};

export function registerInterpolate(program: Command, open: OpenContext): void {
  const command = program
    .command('interpolate')
    .description('interpolate a model or spectrum for any parameters inside the grid, with an error estimate')
    .argument('<name>', 'workflow');
  for (const axis of AXES) command.option(`--${axis} <number>`, axis === 'teff' ? 'K' : 'dex', finiteNumber);
  command
    .addOption(
      new Option(
        '--method <method>',
        'polynomial along each axis. auto uses the method with the smaller error (default: linear)',
      ).choices([...InterpolationMethod.enum, 'auto']),
    )
    .option('--spectrum', 'interpolate the spectrum instead of the model')
    .option('--kind <kind>', 'artifact kind of the spectra (default: spectrum)')
    .option('--product <name>', 'only spectra of this product, if the engine writes several')
    .option('--fits', 'write the spectrum as a FITS table with the errors of each wavelength')
    .option('--out <file>', 'write the model or spectrum to this file')
    .addHelpText(
      'after',
      examples(
        'interpolate sdb --teff 31500 --logg 5.6 --loghe -1.2 --logc -4 --logn -4 --logo -4',
        'interpolate sdb --teff 31500 --logg 5.6 --method cubic --out start.7',
        'interpolate sdb --teff 31500 --logg 5.6 --spectrum --product uv --out uv.txt',
        'interpolate sdb --teff 31500 --logg 5.6 --spectrum --fits --out uv.fits',
      ),
    )
    .action(async (name: string, options: Options) => {
      refuseUnused(options);
      await interpolate(await open(), name, options);
    });
}

function refuseUnused({ spectrum, kind, product, fits, out }: Options): void {
  if (spectrum === undefined && (kind !== undefined || product !== undefined || fits === true))
    throw new UsageError('--kind, --product and --fits only apply to spectra. Add --spectrum');
  if (fits === true && out === undefined) throw new UsageError('--fits writes a file. Add --out');
}

async function interpolate(context: Context, name: string, { out, spectrum, fits, ...query }: Options): Promise<void> {
  const { client, terminal, signal } = context;
  const input = { params: { name }, query };
  const operation = spectrum === true ? 'interpolateSpectrum' : 'interpolateModel';
  const { data } = await client.call(operation, input, { signal });
  const file =
    fits === true
      ? await readFits(context, name, query)
      : Buffer.from('spectrum' in data ? data.spectrum : data.model, 'latin1');
  if (out !== undefined) await writeAtomically(out, (handle) => handle.write(file));
  if (terminal.json) return terminal.document(data);
  await terminal.lines(errorInWords(data));
  if ('wavelengths' in data && data.wavelengths === 'resampled')
    await terminal.lines([
      'the spectra have different wavelengths and were interpolated linearly to the wavelengths of one spectrum',
    ]);
  await terminal.lines(['']);
  await terminal.table(
    [{ heading: 'POINT' }, { heading: 'WEIGHT', align: 'right' }, { heading: 'VERSION' }],
    data.points.map((point) => [point.name, point.weight.toFixed(4), point.sha256.slice(0, 12)]),
  );
  if (out !== undefined) terminal.note(`wrote ${out} (${bytes(file.length)})`);
}

async function readFits({ client, signal }: Context, name: string, query: InterpolateSpectrumQuery): Promise<Buffer> {
  const input = { params: { name }, query: { ...query, format: 'fits' as const } };
  const answer = await client.stream('interpolateSpectrum', input, { signal });
  const chunks: Uint8Array[] = [];
  for await (const chunk of client.chunks(answer)) chunks.push(chunk);
  return Buffer.concat(chunks);
}

function errorInWords({ error, method }: InterpolatedModel | InterpolatedSpectrum): string[] {
  if (error === null) return ['the parameters match a grid point, so this is its stored file'];
  const quantity = error.quantity === 'all_positive' ? 'all positive quantities' : error.quantity;
  const estimate =
    error.estimate === null
      ? 'unknown, because no axis has three values'
      : `${percent(error.estimate)} or less where the grid is smooth`;
  return [
    `${method}, error of ${quantity} by leave-one-out: ${estimate}`,
    ...error.by_axis.map(
      ({ axis, points, median, largest }) =>
        `  ${axis}: median ${percent(median)}, largest ${percent(largest)}, of ${points} points`,
    ),
    ...(error.not_judged === undefined
      ? []
      : [`no estimate along ${error.not_judged.join(', ')}: too few values to predict a point`]),
    ...windowsInWords(error),
  ];
}

const SHOWN_WINDOWS = 5;

/** Lists the windows of a spectrum with the largest errors. */
function windowsInWords({ windows = [] }: NonNullable<InterpolatedSpectrum['error']>): string[] {
  const known = windows.filter(({ largest }) => largest !== null);
  if (known.length < 2) return [];
  const worst = known.toSorted((a, b) => (b.largest ?? 0) - (a.largest ?? 0)).slice(0, SHOWN_WINDOWS);
  return [
    'largest errors by wavelength:',
    ...worst.map(
      ({ from, to, estimate, largest }) => `  ${from} to ${to}: ${percent(largest)}, on average ${percent(estimate)}`,
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
