import { createHash } from 'node:crypto';
import type { Artifact } from '@almagest/contracts/grid';
import { describeColumns, readSpectrum, UnreadableSpectrumError, type Spectrum } from '@almagest/engine-text';
import { artifactPages } from '../commands/artifact-pages.ts';
import type { Context } from '../context.ts';
import { EXIT, CommandError, UsageError } from '../errors.ts';
import { writeAtomically } from '../files/atomic-file.ts';
import { bytes, plural } from '../output/wording.ts';
import { COLOURS, drawSpectra, type NamedSpectrum } from './spectra-svg.ts';

export interface PlotOptions {
  readonly out: string;
  readonly kind: string;
  readonly product?: string;
  readonly from?: number;
  readonly to?: number;
  readonly log?: true;
}

/** A spectrum of a million rows has about 30 MB. */
const MOST_BYTES = 128 * 1024 ** 2;

/** Draws the newest spectrum of each point into one file. */
export async function plotSpectra(
  context: Context,
  workflow: string,
  points: readonly string[],
  options: PlotOptions,
): Promise<void> {
  if (points.length > COLOURS.length)
    throw new UsageError(`at most ${COLOURS.length} spectra have distinct colours, but ${points.length} were given`);
  const sources: Artifact[] = [];
  const spectra: NamedSpectrum[] = [];
  for (const point of points) {
    const artifact = await newestOf(context, workflow, point, options);
    sources.push(artifact);
    spectra.push({ name: point, spectrum: await downloadSpectrum(context, artifact) });
  }
  refuseMixed(spectra);
  const all = { from: spectra.map(firstWavelength), to: spectra.map(lastWavelength) };
  const [from, to] = [options.from ?? Math.min(...all.from), options.to ?? Math.max(...all.to)];
  if (!(from < to)) throw new UsageError(`--from ${from} is not below --to ${to}`);
  const { kind, product, log } = options;
  const title = [workflow, kind, ...(product === undefined ? [] : [product])].join(', ');
  const svg = drawSpectra(spectra, { title, from, to, log: log === true });
  if (svg === undefined)
    throw new UsageError(
      `no ${log === true ? 'positive ' : ''}flux between ${from} and ${to}. The spectra cover ${Math.min(...all.from)} to ${Math.max(...all.to)}`,
    );
  await writeAtomically(options.out, (file) => file.write(svg));
  const { terminal } = context;
  if (terminal.json)
    return terminal.document({
      file: options.out,
      spectra: sources.map(({ point_name, task_id, path, sha256 }) => ({ point_name, task_id, path, sha256 })),
    });
  terminal.note(`wrote ${options.out} (${plural(spectra.length, 'spectrum', 'spectra')}, ${bytes(svg.length)})`);
}

/** Returns the spectrum file of the latest attempt that has a spectrum. */
async function newestOf(
  context: Context,
  workflow: string,
  point: string,
  { kind, product }: PlotOptions,
): Promise<Artifact> {
  const found: Artifact[] = [];
  const filters = { point, kind, ...(product === undefined ? {} : { product }) };
  for await (const page of artifactPages(context, workflow, filters)) for (const artifact of page) found.push(artifact);
  const newest = found.reduce<Artifact | undefined>(
    (latest, one) => (latest === undefined || one.stored_at > latest.stored_at ? one : latest),
    undefined,
  );
  const same = found.filter(({ task_id }) => task_id === newest?.task_id);
  if (newest === undefined)
    throw new CommandError(
      `${point} has no artifact of kind ${kind}${product === undefined ? '' : ` and product ${product}`}`,
      EXIT.refused,
    );
  if (same.length > 1)
    throw new CommandError(
      `the last attempt of ${point} has ${same.length} files of kind ${kind} (${same.map(({ path }) => path).join(', ')}). Choose one with --product`,
      EXIT.refused,
    );
  return newest;
}

async function downloadSpectrum({ client, signal }: Context, artifact: Artifact): Promise<Spectrum> {
  const { sha256, path, point_name: point, size_bytes: size } = artifact;
  if (size > MOST_BYTES)
    throw new CommandError(
      `${path} of ${point} has ${bytes(size)}, but at most ${bytes(MOST_BYTES)} can be drawn`,
      EXIT.refused,
    );
  const answer = await client.stream('downloadArtifact', { params: { sha256 } }, { signal });
  const chunks: Uint8Array[] = [];
  for await (const chunk of client.chunks(answer)) chunks.push(chunk);
  const content = Buffer.concat(chunks);
  if (createHash('sha256').update(content).digest('hex') !== sha256)
    throw new CommandError(
      `the checksum of ${path} of ${point} differs from the listed checksum. Try again`,
      EXIT.refused,
    );
  try {
    return readSpectrum(content.toString('latin1'));
  } catch (error) {
    if (!(error instanceof UnreadableSpectrumError)) throw error;
    throw new CommandError(`${path} of ${point} is not a spectrum: ${error.message}`, EXIT.refused, error);
  }
}

/** Rejects spectra without common axes: in different units, in air and in vacuum, or with fluxes of different kinds. */
function refuseMixed([first, ...others]: readonly NamedSpectrum[]): void {
  const columns = ({ spectrum }: NamedSpectrum) => describeColumns(spectrum);
  const other = others.find((one) => first !== undefined && columns(one) !== columns(first));
  if (first !== undefined && other !== undefined)
    throw new CommandError(
      `the spectra have no common axes: ${first.name} has ${columns(first)}, ${other.name} has ${columns(other)}`,
      EXIT.refused,
    );
}

function firstWavelength({ spectrum }: NamedSpectrum): number {
  return spectrum.wavelengths[0] ?? NaN;
}

function lastWavelength({ spectrum }: NamedSpectrum): number {
  return spectrum.wavelengths.at(-1) ?? NaN;
}
