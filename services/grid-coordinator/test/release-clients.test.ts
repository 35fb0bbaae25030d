// Reads a published grid with the programs that astronomers use, from Debian.
import { execFile, spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from '@jest/globals';
import { givenSpectra, publish, PUBLIC } from './release-calls.ts';
import { useWorld } from './world.ts';

const world = useWorld(PUBLIC);

/** Debian's Python, which has Debian's packages even if another Python comes first on the PATH. */
const PYTHON = '/usr/bin/python3';
const HAS_ASTROPY = spawnSync(PYTHON, ['-c', 'import astropy, pyvo']).status === 0;
if (!HAS_ASTROPY && process.env['CI'] !== undefined && process.env['WITHOUT_ASTROPY'] === undefined)
  throw new Error('no python3-astropy and python3-pyvo: install them, or set WITHOUT_ASTROPY=1 to skip this test');

(HAS_ASTROPY ? test : test.skip)(
  HAS_ASTROPY
    ? 'pyvo, astropy and stilts read every spectrum without a warning, and their flux integrals agree'
    : 'readers of the Virtual Observatory (SKIPPED: no python3-astropy and python3-pyvo)',
  async () => {
    await givenSpectra(world, 'sdb');
    await publish(world, 'sdb');
    const reader = join(import.meta.dirname, 'read-release.py');
    const { stdout } = await promisify(execFile)(PYTHON, [reader, world.url, 'sdb-nlte', '1.0']);
    const read = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Readonly<Record<'votable' | 'fits' | 'text', number>>);
    expect(read).toHaveLength(4);
    for (const { votable, fits, text } of read) {
      expect(Math.abs(votable / text - 1)).toBeLessThan(1e-6);
      expect(Math.abs(fits / text - 1)).toBeLessThan(1e-6);
    }
  },
);
