import { describe, expect, test } from '@jest/globals';
import { runTask } from './run-task.ts';
import type { Task } from './task.ts';

const task: Task = {
  pointName: 'p',
  params: { teff: 35_000, logg: 5, loghe: -1, logc: -4, logn: -4, logo: -3.5 },
  seedName: null,
  continues: false,
  chain: [
    { label: 'grey', lte: true, niter: 12, chmax: 1e-3 },
    { label: 'refined', lte: false, niter: 6, chmax: 1e-4 },
  ],
  computesAtmosphere: true,
  computesSpectrum: false,
  spectra: [{ product: null, wavelengths: { minA: 1000, maxA: 2000, stepA: 100 } }],
};
const stopped = (): number => 0;
const modelOf = (changes: Partial<Task> = {}): string => runTask({ ...task, ...changes }, null, stopped).model ?? '';

describe('a task that converges', () => {
  test('reports every stage and produces a model', () => {
    const { result, model, spectra } = runTask(task, null, stopped);
    expect(result).toMatchObject({
      converged: true,
      atmosphere_has_nan: false,
      failed_stage: null,
      error_message: null,
      summary: {
        name: 'p',
        params: task.params,
        converged: true,
        final_max_relc: result.max_relc,
        final_chmax: 1e-4,
        seed: 'cold',
        spectrum_rc: null,
        stages: [
          { label: 'grey', chmax: 1e-3, lte: true, converged: true },
          { label: 'refined', chmax: 1e-4, lte: false, converged: true },
        ],
      },
    });
    expect(result.max_relc).toBeLessThan(1e-4);
    expect(model).toMatch(/^ {3}50 {3}32\n/);
    expect(spectra).toEqual([]);
  });

  test('gives the same files for the same task and seed', () => {
    const seed = modelOf();
    const hotter = { ...task, seedName: 's', params: { ...task.params, teff: 38_000 } };
    expect(runTask(task, null, stopped)).toEqual(runTask(task, null, stopped));
    expect(runTask(hotter, seed, stopped)).toEqual(runTask(hotter, seed, stopped));
    expect(runTask(hotter, seed, stopped).result.summary.seed).toBe('s');
  });
});

describe('a task that fails', () => {
  test('ends the chain at the stage that did not converge and produces no model', () => {
    const short = { ...task, chain: task.chain.map((stage) => ({ ...stage, niter: 2 })) };
    const { result, model } = runTask(short, null, stopped);
    expect(result).toMatchObject({ converged: false, failed_stage: 'atmosphere' });
    expect(result.error_message).toMatch(/^no convergence in 2 iterations/);
    expect(result.summary.stages).toHaveLength(1);
    expect(result.summary.stages[0]?.note).toBe(result.error_message);
    expect(result.max_relc).toBeGreaterThan(1e-3);
    expect(model).toBeNull();
  });

  test('names the seed if it is missing or broken', () => {
    const step = { ...task, seedName: 's' };
    expect(runTask(step, null, stopped).result.error_message).toBe('seed.7 is missing');
    const broken = runTask(step, modelOf().replace(/\d\.\d{8}E/, 'NaN E'), stopped).result;
    expect(broken).toMatchObject({ converged: false, failed_stage: 'atmosphere', max_relc: null });
    expect(broken.error_message).toMatch(/^cannot use seed\.7/);
  });

  test('names the valid range of the parameters', () => {
    const { result } = runTask({ ...task, params: { ...task.params, teff: 5000 } }, null, stopped);
    expect(result.error_message).toBe('teff 5000 K is outside 10000 to 150000 K');
  });
});

describe('spectrum stage', () => {
  test('is computed after the atmosphere', () => {
    const { result, spectra } = runTask({ ...task, computesSpectrum: true }, null, stopped);
    expect(result).toMatchObject({ converged: true, failed_stage: null, summary: { spectrum_rc: 0, spectrum_sec: 0 } });
    expect(spectra.map(({ product }) => product)).toEqual([null]);
    const lines = spectra[0]?.text.trim().split('\n') ?? [];
    expect(lines).toHaveLength(13);
    expect(lines.slice(0, 2).join(' ')).toMatch(/^# 1: wavelength .*Angstrom # 2: flux .*erg cm-2 s-1 Angstrom-1$/);
  });

  test('computes each of its products', () => {
    const uv = { product: 'uv', wavelengths: { minA: 1000, maxA: 1200, stepA: 100 } };
    const red = { product: 'red', wavelengths: { minA: 6000, maxA: 6500, stepA: 100 } };
    const several = { ...task, computesSpectrum: true, spectra: [uv, red] };
    const { spectra } = runTask(several, null, stopped);
    expect(spectra.map(({ product, text }) => [product, text.trim().split('\n').length])).toEqual([
      ['uv', 5],
      ['red', 8],
    ]);
    const broken = runTask(
      { ...several, spectra: [uv, { ...red, wavelengths: { ...uv.wavelengths, stepA: 0 } }] },
      null,
      stopped,
    );
    expect(broken).toMatchObject({ result: { failed_stage: 'spectrum' }, spectra: [] });
  });

  test('without an atmosphere stage uses the structure of the seed unchanged', () => {
    const seed = modelOf();
    const alone = { ...task, seedName: 'a', computesAtmosphere: false, computesSpectrum: true };
    const { result, model, spectra } = runTask(alone, seed, stopped);
    expect(result).toMatchObject({ converged: true, max_relc: null, summary: { stages: [], seed: 'a' } });
    expect(model).toBeNull();
    const fluxes = ([first]: typeof spectra): number[] =>
      (first?.text ?? '')
        .split('\n')
        .slice(2, -1)
        .map((row) => Number(row.split(' ')[1]));
    const both = fluxes(runTask({ ...task, computesSpectrum: true }, null, stopped).spectra);
    expect(both).toHaveLength(11);
    fluxes(spectra).forEach((flux, index) => expect(flux / (both[index] ?? 0)).toBeCloseTo(1, 5));
  });

  test('fails without the atmosphere if its wavelengths are invalid', () => {
    const backwards = {
      ...task,
      computesSpectrum: true,
      spectra: [{ product: null, wavelengths: { minA: 2000, maxA: 1000, stepA: 5 } }],
    };
    const { result, model, spectra } = runTask(backwards, null, stopped);
    expect(result).toMatchObject({ converged: true, failed_stage: 'spectrum', summary: { spectrum_rc: 2 } });
    expect(result.error_message).toMatch(/valid wavelength range/);
    expect(model).not.toBeNull();
    expect(spectra).toEqual([]);
  });
});

describe('a task that runs out of iterations', () => {
  const few = { ...task, chain: [{ label: 'grey', lte: true, niter: 4, chmax: 1e-4 }] };
  const stopped4 = runTask(few, null, stopped);

  test('leaves the structure where it stopped, but no model', () => {
    expect(stopped4.result).toMatchObject({ converged: false, failed_stage: 'atmosphere', atmosphere_has_nan: false });
    expect(stopped4.result.max_relc).toBeGreaterThan(1e-4);
    expect(stopped4.model).toBeNull();
    expect(stopped4.unconverged).toMatch(/^ {3}50 {3}32\n/);
    expect(runTask(task, null, stopped).unconverged).toBeNull();
  });

  test('converges when it is continued, with fewer iterations than a new start', () => {
    const continued = { ...few, seedName: 'p', continues: true };
    const { result, model } = runTask(continued, stopped4.unconverged, stopped);
    expect(result).toMatchObject({ converged: true, summary: { seed: 'p' } });
    expect(runTask(continued, model, stopped).result.summary.stages[0]?.note).toBe('iterations: 1');
  });

  test('leaves nothing to continue from if no atmosphere can exist', () => {
    const beyond = { ...few, params: { ...task.params, teff: 60_000, logg: 3.5 } };
    const { result, unconverged } = runTask(beyond, null, stopped);
    expect(result.error_message).toMatch(/^radiative acceleration exceeds gravity/);
    expect(unconverged).toBeNull();
  });
});
