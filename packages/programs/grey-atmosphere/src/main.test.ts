import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const main = join(import.meta.dirname, 'main.ts');
let folder = '';

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'grey-atmosphere-'));
});
afterEach(() => {
  rmSync(folder, { recursive: true });
});

const run = () => spawnSync(process.execPath, [main], { cwd: folder, encoding: 'utf8' });
const read = (name: string): string => readFileSync(join(folder, name), 'utf8');
const give = (changes: object = {}): void =>
  writeFileSync(
    join(folder, 'task.json'),
    JSON.stringify({
      point_name: 'p',
      params: { teff: 35_000, logg: 5, loghe: -1, logc: -4, logn: -4, logo: -3.5 },
      task_type: 'cold_run',
      atmosphere_config: { enabled: true, chain: [{ label: 'grey', lte: 'yes', niter: 12 }] },
      spectrum_config: { enabled: true },
      ...changes,
    }),
  );

describe('the command', () => {
  test('writes only the files of a model, and the model can seed another', () => {
    give();
    expect(run()).toMatchObject({
      status: 0,
      stderr: '',
      stdout: expect.stringMatching(
        /^model p\nteff 35000 [^]*\n {3}1 {2}\d\.\d{3}e[^]*\nconverged after \d+ iterations\n$/,
      ),
    });
    expect(readdirSync(folder).sort()).toEqual(['out', 'out.7', 'result.json', 'task.json']);
    expect(JSON.parse(read('result.json'))).toMatchObject({
      converged: true,
      failed_stage: null,
      engine: { name: 'grey-atmosphere', version: expect.stringMatching(/^\d+\.\d+\.\d+$/) },
    });
    expect(readdirSync(join(folder, 'out'))).toEqual(['spectrum.txt']);
    expect(read('out/spectrum.txt')).toMatch(/^# 1: wavelength in vacuum, Angstrom\n/);

    writeFileSync(join(folder, 'seed.7'), read('out.7'));
    const products = [
      { name: 'uv', wavelength_max_a: 3000 },
      { name: 'red', wavelength_min_a: 6000 },
    ];
    give({ task_type: 'seed_step', seed_point_name: 'p', spectrum_config: { enabled: true, products } });
    expect(run().status).toBe(0);
    expect(JSON.parse(read('result.json'))).toMatchObject({ converged: true, summary: { seed: 'p' } });
    expect(readdirSync(join(folder, 'out/spectrum')).sort()).toEqual(['red.txt', 'uv.txt']);
  });

  test('exits with 0 if the model does not converge, and writes the reason into the result', () => {
    give({ params: { teff: 60_000, logg: 3.5, loghe: -1, logc: -4, logn: -4, logo: -3.5 } });
    const stdout = expect.stringMatching(/\nnot converged: radiative acceleration exceeds gravity/);
    expect(run()).toMatchObject({ status: 0, stderr: '', stdout });
    expect(readdirSync(folder).sort()).toEqual(['result.json', 'task.json']);
    expect(JSON.parse(read('result.json')).error_message).toMatch(/^radiative acceleration exceeds gravity/);
  });

  test('leaves the structure of a run that stopped early, and continues from it', () => {
    const short = { enabled: true, chain: [{ label: 'grey', lte: 'yes', niter: 4 }] };
    give({ atmosphere_config: short });
    expect(run().status).toBe(0);
    expect(JSON.parse(read('result.json'))).toMatchObject({ converged: false, max_relc: expect.any(Number) });
    writeFileSync(join(folder, 'seed.7'), read('out.7'));
    give({ atmosphere_config: short, task_type: 'continue', seed_point_name: 'p' });
    expect(run().status).toBe(0);
    expect(JSON.parse(read('result.json'))).toMatchObject({ converged: true, summary: { seed: 'p' } });
  });

  test('prints one line with the fault of the task', () => {
    const missing = run();
    expect(missing.status).toBe(1);
    expect(missing.stderr).toMatch(/^grey-atmosphere: cannot use task\.json: ENOENT[^\n]*\n$/);
    writeFileSync(join(folder, 'task.json'), '{"params": 3}');
    expect(run()).toMatchObject({
      status: 1,
      stderr: 'grey-atmosphere: cannot use task.json: params is missing\n',
    });
    expect(readdirSync(folder)).toEqual(['task.json']);
  });
});
