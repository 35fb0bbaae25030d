import { existsSync } from 'node:fs';
import { join } from 'node:path';

const CHECKOUT = join(import.meta.dirname, '../../../..');

/**
 * The folder in which `bundle-programs.ts` has put programs that are started hundreds of times, if that script ran.
 * Each program then reads a few files instead of thousands.
 */
const BUNDLES = process.env['BUNDLED_PROGRAMS'];

/**
 * Returns the command line that runs one of our programs from its sources, or from the bundle of this test run.
 *
 * @param source from the root of the checkout: `services/literature/src/api.ts`
 */
export function programCommand(source: string): string[] {
  return [
    process.execPath,
    '--disable-warning=ExperimentalWarning',
    '--conditions=@almagest/source',
    bundleOf(source) ?? join(CHECKOUT, source),
  ];
}

function bundleOf(source: string): string | undefined {
  if (BUNDLES === undefined) return undefined;
  const bundle = join(BUNDLES, source.replace(/\.ts$/, '.mjs'));
  return existsSync(bundle) ? bundle : undefined;
}
