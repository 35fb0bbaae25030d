import type { Command } from 'commander';
import type { OpenContext } from '../context.ts';
import type { PlotOptions } from '../plot/plot-spectra.ts';
import { examples } from './examples.ts';
import { finiteNumber } from './interpolate.ts';

export function registerArtifactPlot(artifacts: Command, open: OpenContext): void {
  artifacts
    .command('plot')
    .description('draw the spectra of points over each other, as an SVG file')
    .argument('<name>', 'workflow')
    .argument('<points...>', 'points; the newest spectrum of each is drawn')
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
