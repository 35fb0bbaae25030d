import { ImportMethod } from '@almagest/contracts/grid';
import { type Command, InvalidArgumentError, Option } from 'commander';
import type { OpenContext } from '../context.ts';
import { examples } from './examples.ts';
import { getSeed, type GetOptions } from './seed-get.ts';
import type { ImportOptions } from './seed-import.ts';
import { registerSeedLists } from './seed-list.ts';

export function registerSeeds(program: Command, open: OpenContext): void {
  const seeds = program.command('seeds').description('seed files: download, import of historical results');
  registerSeedLists(seeds, open);
  seeds
    .command('get')
    .description('download the seed of a converged point. Resumes a broken download')
    .argument('<name>', 'point')
    .option('--out <file>', 'write to this file (default: <name>.7 in the current folder)')
    .option('--workflow <name>', 'the model of this workflow (default: the newest of any workflow)')
    .addOption(
      new Option('--version <sha256>', 'this version: at least the first 8 digits of its SHA-256').conflicts(
        'workflow',
      ),
    )
    .addHelpText(
      'after',
      examples(
        'seeds get t20000_g5.0_he-1.0_c-4.0_n-4.0_o-4.0',
        'seeds get POINT --out start.7',
        'seeds get POINT --workflow sdb',
        'seeds get POINT --version 1f0e2d3c',
      ),
    )
    .action(async (name: string, options: GetOptions) => getSeed(await open(), name, options));
  seeds
    .command('import')
    .description('import a folder tree of historical results. Run it again to resume after an interruption')
    .argument('<dir>', 'folder with results: conv.json and a .7 file each, or <name>.conv.json next to <name>.7')
    .requiredOption('--workflow <name>', 'workflow to add the points to')
    .addOption(new Option('--method <method>', 'how the points converged').choices(ImportMethod.enum))
    .option('--concurrency <number>', 'number of simultaneous uploads', wholeNumber(1, 64), 4)
    .option('--retries <number>', 'retries when the coordinator is busy or silent', wholeNumber(0, 1000), 8)
    .option('--journal <file>', 'record of what was accepted (default: .gridctl-import.jsonl in the folder)')
    .option('--report <file>', 'write the outcome of every result as JSON')
    .option('--dry-run', 'check everything but send nothing')
    .addHelpText(
      'after',
      examples(
        'seeds import /data/old-grid --workflow sdb --dry-run',
        'seeds import /data/old-grid --workflow sdb --method cold_run --report import.json',
      ),
    )
    .action(async (dir: string, options: ImportOptions) => {
      const { importSeeds } = await import('./seed-import.ts');
      await importSeeds(await open(), dir, options);
    });
}

function wholeNumber(least: number, most: number) {
  return (text: string): number => {
    const number = /^\d{1,6}$/.test(text) ? Number(text) : NaN;
    if (!(number >= least && number <= most)) throw new InvalidArgumentError(`It must be from ${least} to ${most}.`);
    return number;
  };
}
