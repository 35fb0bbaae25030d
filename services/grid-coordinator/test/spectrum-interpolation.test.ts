import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { GridPointParams, InterpolatedSpectrum, TaskSpec } from '@almagest/contracts/grid';
import { readSpectrum } from '@almagest/engine-text';
import { HAS_PYTHON } from '@almagest/test-kit/example-programs';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { fileOf, reportWith, type TestFile } from './artifact-calls.ts';
import { NORMAL } from './imports.ts';
import { configYaml, givenRunning, useNode, useWorld } from './world.ts';

const FAILED = 't35000_g5.0_he-1.0_c-4.0_n-4.0_o-4.0';
/** Points without a spectrum, with other wavelengths, with an unreadable spectrum, and with two spectra. */
const [BARE, COARSE, BROKEN, TWO] = ['28000_g6.5', '31000_g6.5', '20000_g6.5', '22000_g6.5'].map(
  (place) => `t${place}_he-1.0_c-4.0_n-4.0_o-4.0`,
);

/** Returns a flux that is a power law of teff and gravity at each wavelength. */
const fluxAt = ({ teff, logg }: GridPointParams, wavelength: number) =>
  (teff / 1e4) ** (wavelength / 100) * 10 ** (0.01 * logg);

function spectrumOf(params: GridPointParams, wavelengths = [900, 950, 1000, 1050]): string {
  const rows = wavelengths.map((at) => `${at.toFixed(3)} ${fluxAt(params, at).toExponential(7)}\n`);
  return `# 1: wavelength in vacuum, Angstrom\n# 2: flux, erg\n${rows.join('')}`;
}

function filesOf({ point_name: name, params }: TaskSpec): TestFile[] {
  if (name === BARE) return [];
  if (name === BROKEN) return [fileOf('spectrum.txt', '900 NaN\n')];
  if (name === COARSE) return [fileOf('spectrum.txt', spectrumOf(params, [900, 1000]))];
  const uv = fileOf('spectrum/uv.txt', spectrumOf(params, [900, 910]), { product: 'uv' });
  return [fileOf('spectrum.txt', spectrumOf(params)), ...(name === TWO ? [uv] : [])];
}

const world = useWorld();
const node = useNode(world, 'n1');
beforeAll(async () => {
  const axes = {
    teff: ['20000', '22000', '25000', '28000', '31000', '35000'],
    logg: ['4.5', '5.0', '5.5', '6.0', '6.5'],
  };
  await givenRunning(world, 'w', configYaml(axes, 'atmosphere: {strategies: [cold_run]}'));
  for (let task: TaskSpec | null = await node.claimSoon(); task !== null; task = await node.claim()) {
    if (task.point_name === FAILED) await node.fail(task);
    else await reportWith(node, task, filesOf(task));
  }
});

async function interpolate(query: string): Promise<InterpolatedSpectrum> {
  const { body } = await world.admin('get', `/api/workflows/w/interpolate/spectrum?${query}`).expect(200);
  return (body as { data: InterpolatedSpectrum }).data;
}

async function refusal(query: string, status: number, workflow = 'w'): Promise<string> {
  const { body } = await world.admin('get', `/api/workflows/${workflow}/interpolate/spectrum?${query}`).expect(status);
  return (body as { message: string }).message;
}

test.each([
  ['linear', 4, 4],
  // One of the four predictions would need the failed point.
  ['cubic', 16, 3],
] as const)('interpolates power-law fluxes exactly between the points: %s', async (method, n, checked) => {
  const params = { ...NORMAL, teff: 26_000, logg: 5.3 };
  const found = await interpolate(`teff=26000&logg=5.3&method=${method}`);
  expect(found).toMatchObject({ params, method, kind: 'spectrum', product: null, wavelengths: 'common' });
  const { wavelengths, fluxes, columns } = readSpectrum(found.spectrum);
  expect([[...wavelengths], columns[0].unit]).toEqual([[900, 950, 1000, 1050], 'Angstrom']);
  for (const [row, flux] of fluxes.entries()) expect(flux / fluxAt(params, wavelengths[row] ?? NaN)).toBeCloseTo(1, 6);
  expect(found.points).toHaveLength(n);
  expect(found.error).toMatchObject({
    quantity: 'flux',
    by_axis: [{ axis: 'teff', points: checked }, { axis: 'logg' }],
  });
  expect(found.error?.estimate).toBeLessThan(1e-6);
  expect(found.error?.windows).toMatchObject([{ from: 900, to: 1050 }]);
});

test('sends only the spectrum as text, and for a grid point its stored file', async () => {
  const path = '/api/workflows/w/interpolate/spectrum?teff=22000&logg=5.5';
  for (const call of [
    world.admin('get', `${path}&format=file`),
    world.admin('get', path).set('Accept', 'text/plain'),
  ]) {
    const { text, headers } = await call.expect(200).expect('Content-Type', 'text/plain; charset=iso-8859-1');
    expect(text).toBe(spectrumOf({ ...NORMAL, teff: 22_000, logg: 5.5 }));
    expect(headers['content-disposition']).toBe(
      'attachment; filename="teff22000_logg5.5_loghe-1_logc-4_logn-4_logo-4.txt"',
    );
  }
  expect(await interpolate('teff=22000&logg=5.5')).toMatchObject({ points: [{ weight: 1 }], error: null });
});

(HAS_PYTHON ? test : test.skip)(
  HAS_PYTHON
    ? 'another program reads the errors of each wavelength from the FITS file'
    : 'a reader in Python (SKIPPED: no python3)',
  async () => {
    const place = 'teff=27000&logg=5.4&method=linear';
    const { spectrum, error, points } = await interpolate(place);
    const { header, rows } = await readFits(place, /^attachment; filename="teff27000_logg5\.4_.*\.fits"$/);
    const { wavelengths, fluxes } = readSpectrum(spectrum);
    const [window] = error?.windows ?? [];
    expect(rows).toEqual([...wavelengths].map((at, row) => [at, fluxes[row], window?.estimate, window?.largest]));
    expect(header).toMatchObject({
      TTYPE3: 'ERROR',
      TTYPE4: 'LARGEST',
      TEFF: '27000.0',
      LOGG: '5.4',
      METHOD: 'linear',
      PNT1: points[0]?.name,
      SHA4: points[3]?.sha256,
    });
    expect(Number(header['ESTIMATE'])).toBe(error?.estimate);
    // The stored spectrum of a grid point has no error.
    const stored = await readFits('teff=22000&logg=5.5', /\.fits"$/);
    expect([stored.header['TFIELDS'], stored.header['METHOD'], stored.rows[0]]).toEqual([
      '2',
      'none',
      [900, Number(fluxAt({ ...NORMAL, teff: 22_000, logg: 5.5 }, 900).toExponential(7))],
    ]);
  },
);

/** Downloads an interpolated spectrum as FITS and reads it with a separate program. */
async function readFits(query: string, named: RegExp) {
  const path = `/api/workflows/w/interpolate/spectrum?${query}&format=fits`;
  const { body, headers } = await world.admin('get', path).responseType('blob').expect(200);
  expect(headers).toMatchObject({
    'content-type': 'application/fits',
    'content-disposition': expect.stringMatching(named),
    'cache-control': 'private, no-store',
  });
  const folder = mkdtempSync(join(tmpdir(), 'fits-'));
  writeFileSync(join(folder, 'spectrum.fits'), body as Buffer);
  const reader = [join(import.meta.dirname, 'read-fits.py'), join(folder, 'spectrum.fits')];
  const read = execFileSync('python3', reader, { encoding: 'utf8' });
  rmSync(folder, { recursive: true });
  return JSON.parse(read) as { header: Record<string, string>; rows: number[][] };
}

test('resamples spectra to the wavelengths of the point with the largest weight', async () => {
  const found = await interpolate('teff=31000&logg=6.1');
  expect(found.wavelengths).toBe('resampled');
  expect([...readSpectrum(found.spectrum).wavelengths]).toEqual([900, 950, 1000]);
  expect([...readSpectrum((await interpolate('teff=31000&logg=6.4')).spectrum).wavelengths]).toEqual([900, 1000]);
});

describe('refuses', () => {
  test('points outside the grid or with a missing axis, and unknown kinds', async () => {
    expect(await refusal('teff=19999&logg=5.5', 400)).toBe('teff 19999 is outside the grid, from 20000 to 35000');
    expect(await refusal('teff=20000', 400)).toBe('logg is missing: the grid has values from 4.5 to 6.5');
    expect(await refusal('teff=21000&logg=5.5&kind=flux&product=uv', 409)).toMatch(
      /have no flux: .* \(no artifact of kind flux and product uv is kept\)/,
    );
    await refusal('teff=21000&logg=5.5&kind=no%20kind', 400);
  });

  test('a cell with a failed point or one without a spectrum, and names the point', async () => {
    expect(await refusal('teff=33000&logg=5.2', 409)).toBe(
      `1 of the 4 points around these parameters has no spectrum: ${FAILED} (failed)`,
    );
    expect(await refusal('teff=29000&logg=6.2', 409)).toContain(`${BARE} (no artifact of kind spectrum is kept)`);
  });

  test('an ambiguous choice between two spectra, unless a product is given', async () => {
    expect(await refusal('teff=22000&logg=6.5', 400)).toBe(
      `${TWO} has several artifacts of kind spectrum: spectrum.txt, spectrum/uv.txt. Choose one with \`product\``,
    );
    const found = await interpolate('teff=22000&logg=6.5&product=uv');
    expect([...readSpectrum(found.spectrum).wavelengths]).toEqual([900, 910]);
  });

  test('an unreadable spectrum and an unknown workflow', async () => {
    expect(await refusal('teff=20000&logg=6.5', 409)).toMatch(
      new RegExp(`^the spectrum of ${BROKEN} cannot be read: line 1`),
    );
    await refusal('teff=20000&logg=5', 404, 'none');
  });
});

test('a spectrum belongs to its model: a later model without a spectrum has none', async () => {
  await givenRunning(world, 'again', configYaml({}, 'atmosphere: {strategies: [cold_run], policy: force_recompute}'));
  const compute = async (files: readonly TestFile[]) => await reportWith(node, await node.claimSoon(), files);
  const path = '/api/workflows/again/interpolate/spectrum';
  const startAgain = async () => await world.admin('post', '/api/workflows/again/start').expect(200);
  for (const text of ['1 1\n2 1\n', '1 2\n2 2\n']) {
    await compute([fileOf('spectrum.txt', text)]);
    expect((await world.admin('get', `${path}?format=file`).expect(200)).text).toBe(text);
    await startAgain();
  }
  await compute([]);
  const { body } = await world.admin('get', path).expect(409);
  expect((body as { message: string }).message).toContain('no artifact of kind spectrum is kept');
});
