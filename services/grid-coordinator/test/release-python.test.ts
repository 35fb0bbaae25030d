// Runs the tests and the notebook of the Python package on a published grid, with Debian's Python.
import { join } from 'node:path';
import { HAS_ASTROPY, runDebianPython } from '@almagest/test-kit/example-programs';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { givenSpectra, publish, PUBLIC, textOfFlux } from './release-calls.ts';
import { useWorld } from './world.ts';

const PACKAGE = join(import.meta.dirname, '../../../packages/python');
const inPython = HAS_ASTROPY ? describe : describe.skip;

const world = useWorld(PUBLIC);

inPython(`the Python package${HAS_ASTROPY ? '' : ' (SKIPPED: no python3-astropy)'}`, () => {
  const env = () => ({ RELEASE_URL: `${world.url}/releases/sdb-nlte`, PYTHONPATH: PACKAGE });
  beforeAll(async () => {
    await givenSpectra(world, 'sdb', {
      teff: ['30000', '32500', '35000', '37500', '40000'],
      logg: ['5.0', '5.5', '6.0'],
      // The same function as in tests/test_grid.py.
      textOf: (_place, { params }) =>
        textOfFlux((wavelength) => {
          const line = 1 - 0.5 * (params.logg / 6) * Math.exp(-(((wavelength - 4010) / 4) ** 2));
          return 1e7 * (params.teff / 30_000) ** 4 * line;
        }),
    });
    await publish(world, 'sdb');
  });

  test('reads and interpolates spectra', async () => {
    const output = await runDebianPython(['-m', 'unittest', 'discover', join(PACKAGE, 'tests')], env());
    expect(output).toMatch(/Ran 6 tests[^]*OK/);
  });

  test('recovers the parameters of an observation in its notebook', async () => {
    const script = join(PACKAGE, '../../docs/examples/run_notebook.py');
    const output = await runDebianPython([script, join(PACKAGE, 'fit.ipynb')], {
      ...env(),
      XDG_CACHE_HOME: world.dataDir,
    });
    expect(output).toContain('recovered teff, logg');
  });
});
