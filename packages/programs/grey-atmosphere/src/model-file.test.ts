import { describe, expect, test } from '@jest/globals';
import { formatModel, parseModel } from './model-file.ts';
import { coldStart, gasOf, starOf } from './structure.ts';

const star = starOf({ teff: 40_000, logg: 5, loghe: -1, logc: -4, logn: -4, logo: -3.5 });
const start = coldStart(star);
const layers = gasOf(start, star);
const text = formatModel(start.mass, layers);

const reasonOf = (file: string): string => {
  const parsed = parseModel(file);
  return parsed.kind === 'unusable' ? parsed.reason : 'usable';
};

describe('model file', () => {
  test('is read as it was written, to nine digits', () => {
    const parsed = parseModel(text);
    if (parsed.kind !== 'model') throw new Error(parsed.reason);
    layers.forEach((gas, depth) => {
      expect((parsed.model.mass[depth] ?? 0) / (start.mass[depth] ?? 0)).toBeCloseTo(1, 8);
      expect((parsed.model.temperature[depth] ?? 0) / gas.temperature).toBeCloseTo(1, 8);
      expect((parsed.model.electrons[depth] ?? 0) / gas.electrons).toBeCloseTo(1, 8);
      expect((parsed.model.density[depth] ?? 0) / gas.density).toBeCloseTo(1, 8);
      expect((parsed.model.nuclei[depth] ?? 0) / gas.nuclei).toBeCloseTo(1, 7);
    });
  });

  test("is text in Fortran's format, about 25 kB long", () => {
    expect(text.split('\n')[0]).toBe('   50   32');
    expect(text.split('\n')[1]).toMatch(/^( {1,2}-?\d\.\d{8}E[+-]\d\d){6}$/);
    expect(text).not.toMatch(/nan|inf/i);
    expect(text.length).toBeGreaterThan(10_000);
    expect(text.length).toBeLessThan(45_000);
  });

  test('may have exponents with D', () => {
    expect(parseModel(text.replaceAll('E', 'D'))).toEqual(parseModel(text));
  });

  test('is rejected if it is not a complete model of this engine', () => {
    expect(reasonOf('')).toMatch(/does not begin with the number of depths/);
    expect(reasonOf('no model at all')).toMatch(/does not begin with the number of depths/);
    expect(reasonOf(text.replace('   32', '   17'))).toMatch(/17 parameters per depth, but this engine writes 32/);
    expect(reasonOf(text.slice(0, 5000))).toMatch(/values instead of 1650/);
    expect(reasonOf(text.replace(/ \d\.\d{8}E/, '-1.00000000E'))).toMatch(/do not describe an atmosphere/);
  });

  test('is rejected with a message about NaN if it contains one', () => {
    const parsed = parseModel(text.replace(/\d\.\d{8}E[+-]\d\d\n/, 'NaN\n'));
    expect(parsed).toMatchObject({ kind: 'unusable', hasNan: true });
  });
});
