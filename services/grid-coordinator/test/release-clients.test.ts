// Reads a published grid with the programs that astronomers use, from Debian.
import { HAS_ASTROPY, readRelease } from '@almagest/test-kit/example-programs';
import { expect, test } from '@jest/globals';
import { givenSpectra, publish, PUBLIC } from './release-calls.ts';
import { useWorld } from './world.ts';

const world = useWorld(PUBLIC);

(HAS_ASTROPY ? test : test.skip)(
  HAS_ASTROPY
    ? 'pyvo, astropy and stilts read every spectrum without a warning, and their flux integrals agree'
    : 'readers of the Virtual Observatory (SKIPPED: no python3-astropy and python3-pyvo)',
  async () => {
    await givenSpectra(world, 'sdb');
    await publish(world, 'sdb');
    const read = await readRelease(world.url, 'sdb-nlte', '1.0');
    expect(read).toHaveLength(4);
    for (const { votable, fits, text } of read) {
      expect(Math.abs(votable / text - 1)).toBeLessThan(1e-6);
      expect(Math.abs(fits / text - 1)).toBeLessThan(1e-6);
    }
  },
);
