import { mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Artifact } from '@almagest/contracts/grid';
import type { Command } from 'commander';
import type { Context, OpenContext } from '../context.ts';
import { EXIT, CommandError, fileFailure } from '../errors.ts';
import { fetchFile } from '../files/fetch-file.ts';
import { layoutTable, type Cell, type Column } from '../output/table.ts';
import { bytes, orDash, plural, time } from '../output/wording.ts';
import { artifactPages, type ArtifactFilters } from './artifact-pages.ts';
import { examples } from './examples.ts';
import type { PlotOptions } from '../plot/plot-spectra.ts';
import { finiteNumber } from './interpolate.ts';

export function registerArtifacts(program: Command, open: OpenContext): void {
  const artifacts = program
    .command('artifacts')
    .description('files that attempts produced in addition to their models: list, get, plot');
  withFilters(artifacts.command('list'))
    .description('list the artifacts of a workflow')
    .argument('<name>', 'workflow')
    .addHelpText(
      'after',
      examples('artifacts list sdb', 'artifacts list sdb --kind spectrum --output json | jq -r ".artifacts[].sha256"'),
    )
    .action(async (name: string, options: ArtifactFilters) => listArtifacts(await open(), name, options));
  withFilters(artifacts.command('get'))
    .description('download artifacts. Run it again to resume after an interruption')
    .argument('<name>', 'workflow')
    .option('--dir <folder>', 'write to this folder, as <point>/<task>/<path> (default: the current folder)')
    .option('--stdout', 'print the single matching artifact instead')
    .addHelpText(
      'after',
      examples(
        'artifacts get sdb --kind spectrum --dir spectra',
        'artifacts get sdb --point t20000_g5.0_he-1.0_c-4.0_n-4.0_o-4.0 --kind spectrum --product uv --stdout',
      ),
    )
    .action(async (name: string, options: ArtifactFilters & GetOptions) => {
      const context = await open();
      await (options.stdout === true ? printArtifact(context, name, options) : getArtifacts(context, name, options));
    });
  registerArtifactPlot(artifacts, open);
}

interface GetOptions {
  readonly dir?: string;
  readonly stdout?: true;
}

function withFilters(command: Command): Command {
  return command
    .option('--point <point>', 'only this point')
    .option('--task <id>', 'only this attempt')
    .option('--kind <kind>', 'only this kind, such as spectrum or log')
    .option('--product <name>', 'only this product of a kind');
}

const COLUMNS: readonly Column[] = [
  { heading: 'POINT' },
  { heading: 'PATH' },
  { heading: 'KIND' },
  { heading: 'PRODUCT' },
  { heading: 'SIZE', align: 'right' },
  { heading: 'STORED' },
  { heading: 'TASK' },
  { heading: 'SHA-256' },
];

function rowOf({ point_name, path, kind, product, size_bytes, stored_at, task_id, sha256 }: Artifact): Cell[] {
  return [point_name, path, kind, orDash(product), bytes(size_bytes), time(stored_at), task_id, sha256.slice(0, 12)];
}

/** Prints each page as it arrives. */
async function listArtifacts(context: Context, name: string, filters: ArtifactFilters): Promise<void> {
  const { terminal } = context;
  let widths: readonly number[] | undefined;
  let printed = 0;
  if (terminal.json) await terminal.raw('{\n  "artifacts": [');
  for await (const page of artifactPages(context, name, filters)) {
    if (terminal.json) {
      const rows = page.map((artifact) => `    ${JSON.stringify(artifact)}`);
      if (rows.length > 0) await terminal.raw((printed === 0 ? '\n' : ',\n') + rows.join(',\n'));
      printed += rows.length;
    } else {
      const layout = widths ? { ...terminal.layout, continues: widths } : terminal.layout;
      const laidOut = layoutTable(COLUMNS, page.map(rowOf), layout);
      widths = laidOut.widths;
      await terminal.lines(laidOut.lines);
    }
  }
  if (terminal.json) await terminal.raw(`${printed === 0 ? '' : '\n  '}]\n}\n`);
}

async function getArtifacts(context: Context, name: string, options: ArtifactFilters & GetOptions): Promise<void> {
  const { client, terminal, signal } = context;
  const files: { file: string; bytes: number; sha256: string }[] = [];
  let unchanged = 0;
  for await (const page of artifactPages(context, name, options)) {
    for (const { point_name: point, task_id: task, path, sha256 } of page) {
      const target = join(options.dir ?? '.', point, task, path);
      await mkdir(dirname(target), { recursive: true }).catch((error: unknown) => {
        throw fileFailure('write', target, error);
      });
      const fetched = await fetchFile({
        client,
        name: path,
        begin: (extras) => client.stream('downloadArtifact', { params: { sha256 } }, extras),
        target,
        signal,
        onProgress: () => undefined,
        onTrouble: (message) => terminal.note(message),
      });
      if (fetched.sha256 !== sha256)
        throw new CommandError(`the checksum of ${target} differs from the listed checksum. Try again`, EXIT.refused);
      files.push({ file: target, bytes: fetched.bytes, sha256 });
      if (fetched.unchanged) unchanged += 1;
    }
  }
  if (terminal.json) return terminal.document({ files });
  const size = files.reduce((sum, file) => sum + file.bytes, 0);
  const kept = unchanged === 0 ? '' : `, ${unchanged} of them already present`;
  terminal.note(`${plural(files.length, 'file')} in ${options.dir ?? '.'} (${bytes(size)}${kept})`);
}

async function printArtifact(context: Context, name: string, filters: ArtifactFilters): Promise<void> {
  const { client, terminal, signal } = context;
  const found: Artifact[] = [];
  for await (const page of artifactPages(context, name, filters)) {
    for (const one of page) found.push(one);
    if (found.length > 1) break;
  }
  const [only, another] = found;
  if (only === undefined) throw new CommandError('no artifact matches', EXIT.refused);
  if (another !== undefined)
    throw new CommandError(
      'more than one artifact matches. Narrow it down with --point, --task, --kind and --product',
      EXIT.refused,
    );
  const answer = await client.stream('downloadArtifact', { params: { sha256: only.sha256 } }, { signal });
  for await (const chunk of client.chunks(answer)) await terminal.data(chunk);
}

function registerArtifactPlot(artifacts: Command, open: OpenContext): void {
  artifacts
    .command('plot')
    .description('draw the spectra of several points in one SVG file')
    .argument('<name>', 'workflow')
    .argument('<points...>', 'points. The newest spectrum of each is drawn')
    .requiredOption('--out <file.svg>', 'write to this file (also: --output)')
    .option('--kind <kind>', 'kind of the artifacts', 'spectrum')
    .option('--product <name>', 'only this product, if the engine writes several')
    .option('--from <wavelength>', 'shortest wavelength, in the unit of the spectra', finiteNumber)
    .option('--to <wavelength>', 'longest wavelength', finiteNumber)
    .option('--log', 'logarithmic flux axis')
    .addHelpText(
      'after',
      examples(
        'artifacts plot sdb t20000_g5.0_he-1.0_c-4.0_n-4.0_o-4.0 --out spectrum.svg',
        'artifacts plot sdb POINT ANOTHER --product uv --from 900 --to 2000 --log --out uv.svg',
      ),
    )
    .action(async (name: string, points: string[], options: PlotOptions) => {
      const context = await open();
      const { plotSpectra } = await import('../plot/plot-spectra.ts');
      await plotSpectra(context, name, points, options);
    });
}
