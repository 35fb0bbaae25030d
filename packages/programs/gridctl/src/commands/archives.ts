import type { Command } from 'commander';
import type { Context, OpenContext } from '../context.ts';
import { progressLine } from '../output/progress-line.ts';
import { bytes } from '../output/wording.ts';
import { examples } from './examples.ts';
import { filtersOf, withPointFilters, type FilterOptions } from './point-filters.ts';

interface ExportOptions extends FilterOptions {
  readonly out: string;
  readonly retired?: true;
  readonly fits?: true;
}

export function registerArchives(program: Command, open: OpenContext): void {
  withPointFilters(program.command('export'))
    .description('export a workflow as one archive (BagIt in tar): models, records, tables, configuration')
    .argument('<name>', 'workflow')
    .requiredOption(
      '--out <file.tar>',
      'write to this file (also: --output). The file appears only when it is complete and verified',
    )
    .option('--retired', 'only points that are no longer in the configuration')
    .option('--fits', 'also add spectra as FITS files. The download starts later, because all spectra are read first')
    .addHelpText('after', examples('export sdb --out sdb.tar', 'export sdb --status converged --fits --out sdb.tar'))
    .action(async (name: string, options: ExportOptions) => exportWorkflow(await open(), name, options));
  program
    .command('import')
    .description('import a workflow from an archive. Run it again to resume after an interruption')
    .argument('<archive>', 'file written by an export')
    .addHelpText('after', examples('import sdb.tar'))
    .action(async (archive: string) => importWorkflow(await open(), archive));
}

async function exportWorkflow(context: Context, name: string, options: ExportOptions): Promise<void> {
  const { fetchArchive } = await import('../files/fetch-archive.ts');
  const { client, terminal, signal } = context;
  const { out, retired, fits } = options;
  const filters = {
    ...filtersOf(options),
    ...(retired === true ? { retired: 'true' as const } : {}),
    ...(fits === true ? { spectra: 'fits' as const } : {}),
  };
  const { bytes: size } = await fetchArchive({
    client,
    workflow: name,
    filters,
    target: out,
    signal,
    onProgress: (step, done, total) => showProgress(context, step, done, total),
    onTrouble: (message) => terminal.note(message),
  });
  terminal.endLive();
  if (terminal.json) await terminal.document({ file: out, bytes: size });
  else terminal.note(`wrote ${out} (${bytes(size)}, verified)`);
}

async function importWorkflow(context: Context, archive: string): Promise<void> {
  const { sendArchive } = await import('../files/send-archive.ts');
  const { client, terminal, signal } = context;
  const outcome = await sendArchive({
    client,
    archive,
    signal,
    onProgress: (step, done, total) => showProgress(context, step, done, total),
    onTrouble: (message) => terminal.note(message),
  });
  terminal.endLive();
  if (terminal.json) await terminal.document(outcome);
  else terminal.note(`imported workflow ${outcome.workflow}: ${outcome.message}`);
}

function showProgress({ terminal }: Context, step: string, done: number, total: number): void {
  if (!terminal.isLive || total === 0) return;
  terminal.live(progressLine({ done, total, parts: [step, `${bytes(done)} of ${bytes(total)}`] }, terminal.liveWidth));
}
