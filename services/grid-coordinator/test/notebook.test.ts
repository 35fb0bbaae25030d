// Runs the notebook and the Python client of docs/examples as astronomers do.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { endOf, HAS_PYTHON, startExample } from '@almagest/test-kit/example-programs';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { givenResults, openBag } from './archives.ts';
import { ADMIN_TOKEN, useWorld } from './world.ts';

const NOTEBOOK = join(import.meta.dirname, '../../../docs/examples/grid.ipynb');
const inPython = HAS_PYTHON ? describe : describe.skip;
const SKIPPED = HAS_PYTHON ? '' : ' (SKIPPED: no python3)';

const world = useWorld();
let folder: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'notebook-'));
});
afterAll(async () => {
  rmSync(folder, { recursive: true });
});

inPython(`the notebook${SKIPPED}`, () => {
  const runIn = async (env: Record<string, string>) => {
    const surroundings = { GRID_URL: world.url, GRID_TOKEN: ADMIN_TOKEN, ...env };
    return await endOf(startExample('run_notebook.py', [NOTEBOOK], surroundings, folder));
  };
  const read = (file: string) => readFileSync(join(folder, file));

  test("fetches a grid, plots its map and spectra, shows a model's provenance and saves an archive", async () => {
    await givenResults(world, 'sdb');
    const [code, output] = await runIn({});
    expect([code, output]).toEqual([0, expect.stringContaining('sdb: 4 points, 2 converged, 1 failed, 1 queued')]);
    expect(output).toMatch(
      /2 spectra\n.* (cold_run|seed_step) on node-of-sdb\n[^]*ends with: cold_start\nsdb\.tar \d+ bytes/,
    );
    const map = String(read('map.svg'));
    expect(map.match(/<title>[^<]*: (converged|failed|queued)<\/title>/g)).toHaveLength(4);
    const spectrum = String(read('spectrum.svg'));
    expect(spectrum.match(/<polyline [^>]*points="[\d.,]+ [\d.,]+"/g)).toHaveLength(2);
    expect(openBag(read('sdb.tar'), 'sdb').has('data/points.parquet')).toBe(true);
  });

  test("ends with the coordinator's message if it is refused", async () => {
    const [code, output] = await runIn({ GRID_WORKFLOW: 'none' });
    expect([code, output]).toEqual([1, expect.stringMatching(/grid\.ipynb, cell 4[^]*Refused: 404 .*none/)]);
  });
});
