import { describe, expect, test } from '@jest/globals';
import { readTask, TaskError } from './task.ts';

const params = { teff: 40_000, logg: 5, loghe: -1, logc: -4, logn: -4, logo: -3.5 };
const spec = (changes: object = {}): string =>
  JSON.stringify({
    task_id: '5f4f6a3e-6d0c-4f0e-9df5-0a8a5d1a2f10',
    point_name: 't40000_g5.0_he-1.0_c-4_n-4_o-3.5',
    params,
    task_type: 'cold_run',
    seed_point_name: null,
    timeout_sec: 60,
    workflow_name: 'demo',
    wave: 0,
    atmosphere_config: { enabled: true, policy: 'skip_converged', strategies: ['cold_run'] },
    spectrum_config: { enabled: false, policy: 'skip_converged', strategies: [] },
    spectrum_params: null,
    atmosphere_ref: null,
    ...changes,
  });

describe('a task', () => {
  test('is a cold start with a default chain unless it specifies something else', () => {
    expect(readTask(spec())).toEqual({
      pointName: 't40000_g5.0_he-1.0_c-4_n-4_o-3.5',
      params,
      seedName: null,
      continues: false,
      chain: [{ label: 'lte', lte: true, niter: 30, chmax: 1e-3 }],
      computesAtmosphere: true,
      computesSpectrum: false,
      spectra: [{ product: null, wavelengths: { minA: 900, maxA: 10_000, stepA: 5 } }],
    });
  });

  test.each([
    [true, true],
    ['yes', true],
    ['On', true],
    ['TRUE', true],
    ['1', true],
    [1, true],
    [false, false],
    ['no', false],
    ['off', false],
    ['false', false],
    ['0', false],
    [0, false],
  ])('reads lte %p as %p', (lte, expected) => {
    const { chain } = readTask(spec({ atmosphere_config: { chain: [{ label: 'nl', lte, niter: 5 }] } }));
    expect(chain).toEqual([{ label: 'nl', lte: expected, niter: 5, chmax: expected ? 1e-3 : 1e-4 }]);
  });

  test('takes the limit of a stage from its chmax', () => {
    const { chain } = readTask(spec({ atmosphere_config: { chain: [{ label: 'a', niter: 5, chmax: 0.01 }] } }));
    expect(chain[0]?.chmax).toBe(0.01);
  });

  test('starts from a seed only for a seed step or for a spectrum alone', () => {
    expect(readTask(spec({ seed_point_name: 'a' })).seedName).toBeNull();
    expect(readTask(spec({ task_type: 'seed_step', seed_point_name: 'a' })).seedName).toBe('a');
    expect(readTask(spec({ atmosphere_ref: 'b' }))).toMatchObject({ seedName: 'b', computesAtmosphere: false });
    expect(readTask(spec({ atmosphere_config: { enabled: false } }))).toMatchObject({ computesAtmosphere: false });
  });

  test.each([
    ['{"point', 'it is not JSON'],
    ['[]', 'params is missing'],
    [spec({ params: { ...params, logg: null } }), 'params.logg is not a number'],
    [spec({ atmosphere_config: { chain: [] } }), 'atmosphere_config.chain is not a list of stages'],
    [spec({ atmosphere_config: { chain: [{ niter: 0 }] } }), 'chain[0].niter is not a positive integer'],
    [spec({ atmosphere_config: { chain: [{ niter: 3, lte: 'maybe' }] } }), 'chain[0].lte is neither yes nor no: maybe'],
    [spec({ spectrum_params: { wavelength_min_a: 'x' } }), 'spectrum_params.wavelength_min_a is not a number'],
    [spec({ spectrum_config: { products: [{ name: '../x' }] } }), 'products[0].name is not a valid file name'],
    [spec({ spectrum_config: { products: [{ name: 'a', wavelength_min_a: 'x' }] } }), 'products[0].wavelength_min_a'],
  ])('refuses %s', (text, reason) => {
    expect(() => readTask(text)).toThrow(TaskError);
    expect(() => readTask(text)).toThrow(reason);
  });
});
