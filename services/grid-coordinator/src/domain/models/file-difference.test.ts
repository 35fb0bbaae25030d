import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { modelDifferences, spectrumDifferences } from './file-difference.ts';
import { readStructure, type StructureText } from './structure-text.ts';

/** Returns a model. `values`: column masses, then the parameters of each depth. */
function modelOf(depths: number, parameters: number, values: readonly number[]): StructureText {
  const numbers = values.map((value) => value.toExponential(8).replace('e', 'E'));
  return readStructure('p', [`${depths} ${parameters}`, ...numbers].join('\n'));
}

const positive = fc.double({ min: 1e-20, max: 1e20, noNaN: true });
const shapes = fc.record({ depths: fc.integer({ min: 2, max: 6 }), parameters: fc.integer({ min: 1, max: 6 }) });
const pairs = shapes.chain(({ depths, parameters }) => {
  const values = fc.array(positive, {
    minLength: depths * (1 + parameters),
    maxLength: depths * (1 + parameters),
  });
  return fc.record({ depths: fc.constant(depths), parameters: fc.constant(parameters), one: values, other: values });
});

test('a model equals itself, and the difference of two models is symmetric and at most 2', () => {
  fc.assert(
    fc.property(pairs, ({ depths, parameters, one, other }) => {
      const [a, b] = [modelOf(depths, parameters, one), modelOf(depths, parameters, other)];
      for (const { max_relative, rms_relative, max_absolute, at } of modelDifferences(a, a))
        expect([max_relative, rms_relative, max_absolute, at]).toEqual([0, 0, 0, null]);
      const [there, back] = [modelDifferences(a, b), modelDifferences(b, a)];
      expect(back.map((difference) => ({ ...difference, at: null }))).toEqual(
        there.map((difference) => ({ ...difference, at: null })),
      );
      for (const { max_relative: max, rms_relative: rms } of there) {
        expect(max).toBeLessThanOrEqual(2);
        expect(rms).toBeLessThanOrEqual(max * (1 + 1e-12));
      }
    }),
  );
});

test('each number of a model in the known layout is compared once, under its quantity', () => {
  fc.assert(
    fc.property(pairs, ({ depths, parameters, one, other }) => {
      const found = modelDifferences(modelOf(depths, parameters, one), modelOf(depths, parameters, other));
      expect(found.map(({ quantity }) => quantity)).toEqual(
        ['column mass', 'temperature', 'electron density', 'mass density', 'populations'].slice(
          0,
          1 + Math.min(4, parameters),
        ),
      );
      expect(found.reduce((sum, { values }) => sum + values, 0)).toBe(depths * (1 + parameters));
    }),
  );
});

test('a change of one quantity is reported only for that quantity, with its place and unit', () => {
  const values = [1e-4, 1e-2, 20_000, 1e10, 30_000, 1e12];
  const warmer = values.with(4, 30_300);
  const [mass, temperature, electrons] = modelDifferences(modelOf(2, 2, values), modelOf(2, 2, warmer));
  expect(mass).toMatchObject({ max_relative: 0, unit: 'g cm-2' });
  expect(electrons).toMatchObject({ max_relative: 0, unit: 'cm-3' });
  expect(temperature).toMatchObject({ max_absolute: 300, unit: 'K', at: { quantity: 'column mass', value: 1e-2 } });
  expect(temperature?.max_relative).toBeCloseTo(0.01 / 1.01, 12);
  expect(temperature?.rms_relative).toBeCloseTo(0.01 / 1.01 / Math.SQRT2, 12);
});

test.each([
  ['another number of depths', '2 1\n1e-4 1e-2 2e4 3e4', '3 1\n1e-4 1e-3 1e-2 2e4 3e4 4e4', /4 numbers|6 numbers/],
  ['another integer', 'levels 3 1.5', 'levels 4 1.5', /value 2 was 3 and is 4/],
  ['another word', 'H 1.5', 'He 1.5', /value 1 was H and is He/],
])('files with %s are not compared', (_, one, other, reason) => {
  expect(() => modelDifferences(readStructure('p', one), readStructure('p', other))).toThrow(reason);
});

test('all reals are compared in an unknown layout', () => {
  const [found, ...more] = modelDifferences(readStructure('p', 'H 3 1.0 2.0'), readStructure('p', 'H 3 1.0 4.0'));
  expect(more).toEqual([]);
  expect(found).toMatchObject({
    quantity: 'all reals',
    unit: null,
    values: 2,
    max_relative: 0.5,
    max_absolute: 2,
    at: null,
  });
});

const spectrumOf = (rows: readonly (readonly [number, number])[], unit: string | null = 'erg') => ({
  wavelengths: Float64Array.from(rows, ([wavelength]) => wavelength),
  fluxes: Float64Array.from(rows, ([, flux]) => flux),
  columns: [
    { quantity: 'wavelength', unit: 'Angstrom' },
    { quantity: 'flux', unit },
  ] as const,
});

test('spectra are compared at the wavelengths of the first that both cover', () => {
  const before = spectrumOf([
    [1, 10],
    [2, 20],
    [3, 0],
    [9, 90],
  ]);
  expect(spectrumDifferences(before, before)).toMatchObject([
    { quantity: 'flux', unit: 'erg', values: 4, max_relative: 0 },
  ]);
  const now = spectrumOf([
    [1, 10],
    [3, 0],
    [5, 10],
  ]);
  // At the wavelength where the first spectrum has the flux 20, the second has 5, interpolated between its rows.
  expect(spectrumDifferences(before, now)).toMatchObject([
    { values: 3, max_relative: 0.75, max_absolute: 15, at: { quantity: 'wavelength', unit: 'Angstrom', value: 2 } },
  ]);
  expect(() =>
    spectrumDifferences(
      before,
      spectrumOf(
        [
          [1, 10],
          [2, 20],
        ],
        'W',
      ),
    ),
  ).toThrow(/columns differ/);
  expect(() =>
    spectrumDifferences(
      before,
      spectrumOf([
        [20, 10],
        [30, 20],
      ]),
    ),
  ).toThrow(/no wavelength in common/);
});
