import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import type { InterpolatedModel, InterpolatedSpectrum } from '@almagest/contracts/grid';
import { envelope, HttpReply, refusal, standIn } from './stand-in.ts';
import { gridctl, temporaryDirectory } from './world.ts';

const FOUND: InterpolatedModel = {
  params: { teff: 31_500, logg: 5.6, loghe: -1, logc: -4, logn: -4, logo: -4 },
  method: 'cubic',
  model: '    2    1\n 1.0 2.0 3.0 4.0\n',
  structure: null,
  points: [{ name: 't31000_g5.5', weight: 0.75, sha256: 'a'.repeat(64) }],
  error: {
    quantity: 'temperature',
    estimate: 0.0123,
    by_axis: [
      { axis: 'teff', points: 4, median: 0.0123, largest: 0.02 },
      { axis: 'logg', points: 0, median: null, largest: null },
    ],
  },
};

test('interpolate sends the parameters, shows weights and error, and writes the model', async () => {
  const { url, calls } = await standIn({ interpolateModel: () => envelope(FOUND) });
  const out = join(temporaryDirectory(), 'start.7');
  const words = ['interpolate', 'sdb', '--teff', '31500', '--logg', '5.6', '--loghe', '-1', '--method', 'cubic'];
  const [table, document] = await Promise.all([
    gridctl(['--url', url, ...words, '--out', out]),
    gridctl(['--url', url, ...words, '--output', 'json']),
  ]);
  expect(calls.map(({ query }) => query.toString())).toEqual(
    Array.from({ length: 2 }, () => 'teff=31500&logg=5.6&loghe=-1&method=cubic'),
  );
  expect(table.stdout).toContain(
    'cubic, error of temperature by leave-one-out: 1.2 % or less where the grid is smooth\n',
  );
  expect(table.stdout).toContain('  logg: median -, largest -, of 0 points\n');
  expect(table.stdout).toMatch(/t31000_g5\.5 +0\.7500 +a{12}\n/);
  expect(readFileSync(out, 'latin1')).toBe(FOUND.model);
  expect(JSON.parse(document.stdout)).toEqual(FOUND);
});

test('an error shows its cause, and a word is not a number', async () => {
  const { url } = await standIn({ interpolateModel: () => refusal(409, 't1 (failed)') });
  const [refused, misspelt] = await Promise.all([
    gridctl(['--url', url, 'interpolate', 'sdb', '--teff', '1e4']),
    gridctl(['--url', url, 'interpolate', 'sdb', '--teff', 'hot']),
  ]);
  expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining('t1 (failed)') });
  expect(misspelt).toMatchObject({ code: 2, stderr: expect.stringContaining('number') });
});

test('interpolate --spectrum requests the spectrum, reports different wavelengths, and writes it', async () => {
  const { params, method, points } = FOUND;
  const spectrum = '900 1\n901 2\n';
  const found: InterpolatedSpectrum = {
    params,
    method,
    points,
    kind: 'spectrum',
    product: 'uv',
    spectrum,
    wavelengths: 'resampled',
    error: { quantity: 'flux', estimate: 0.004, by_axis: [] },
  };
  const { url, calls } = await standIn({ interpolateSpectrum: () => envelope(found) });
  const out = join(temporaryDirectory(), 'uv.txt');
  const words = ['interpolate', 'sdb', '--teff', '31500', '--product', 'uv', '--out', out];
  const [written, unused] = await Promise.all([
    gridctl(['--url', url, ...words, '--spectrum']),
    gridctl(['--url', url, ...words]),
  ]);
  expect(calls.map(({ query }) => query.toString())).toEqual(['teff=31500&product=uv']);
  expect(written.stdout).toMatch(
    /^cubic, error of flux by leave-one-out: 0\.40 % .*\nthe spectra have different wavelengths/,
  );
  expect(readFileSync(out, 'latin1')).toBe(spectrum);
  expect([unused.code, unused.stderr]).toEqual([2, expect.stringContaining('Add --spectrum')]);
});

test('interpolate --fits writes the FITS file of the coordinator, and needs --spectrum and --out', async () => {
  const { params, method, points, error } = FOUND;
  const found: InterpolatedSpectrum = {
    params,
    method,
    points,
    error,
    kind: 'spectrum',
    product: null,
    spectrum: '900 1\n901 2\n',
    wavelengths: 'common',
  };
  const file = 'SIMPLE  =                    T';
  const { url } = await standIn({
    interpolateSpectrum: ({ query }) => (query.get('format') === 'fits' ? new HttpReply(200, file) : envelope(found)),
  });
  const out = join(temporaryDirectory(), 'uv.fits');
  const words = ['--url', url, 'interpolate', 'sdb', '--teff', '31500', '--fits'];
  const [written, nowhere, model] = await Promise.all([
    gridctl([...words, '--spectrum', '--out', out]),
    gridctl([...words, '--spectrum']),
    gridctl([...words, '--out', `${out}.7`]),
  ]);
  expect([written.code, readFileSync(out, 'latin1')]).toEqual([0, file]);
  expect([nowhere.code, nowhere.stderr]).toEqual([2, expect.stringContaining('Add --out')]);
  expect([model.code, model.stderr]).toEqual([2, expect.stringContaining('Add --spectrum')]);
});

test('outliers lists the quantity with the largest multiple of its median, and the check', async () => {
  const params = FOUND.params;
  const at = '2026-11-20T14:05:09.000Z';
  const NOWHERE = { product: null, column: null, from: null, to: null };
  const outlier = {
    name: 't1',
    params,
    residual: 0.0488,
    times_median: 12.34,
    parts: [
      { ...NOWHERE, quantity: 'lines', product: 'uv', from: 4684.5, to: 4687, residual: 0.39, times_median: 41.26 },
      { ...NOWHERE, quantity: 'temperature', residual: 0.0488, times_median: 12.34 },
    ],
    check: { id: 3, start: 'neighbour', status: 'compared', disagrees: true },
    predictions: 3,
    sha256: 'b'.repeat(64),
    measured_at: at,
  };
  const { url, calls } = await standIn({
    listOutliers: () =>
      envelope({
        started_at: at,
        finished_at: at,
        median: 0.004,
        outliers: [outlier, { ...outlier, name: 't2', parts: [], check: null }],
      }),
  });
  const { stdout, stderr } = await gridctl(['--url', url, 'outliers', 'sdb', '--least', '0.01', '--limit', '5']);
  expect(calls[0]?.query.toString()).toBe('least=0.01&limit=5');
  expect(stdout).toMatch(/^t1 +lines of uv, 4684\.5 to 4687 +39\.0 +41\.3 +3 +neighbour: disagrees +b{12}$/m);
  expect(stdout).toMatch(/^t2 +- +- +- +3 +- +b{12}$/m);
  expect(stderr).toBe('compared at 2026-11-20 14:05:09\n');
});
