import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { StructureBlend } from './structure-blend.ts';
import { lowerMedian, residualOf } from './structure-residual.ts';
import {
  comparedQuantities,
  depthLayout,
  readStructure,
  UnreadableStructureError,
  withNumbers,
} from './structure-text.ts';

/** Formats a number as Fortran's 1PE16.8. */
function fortran(value: number): string {
  const [digits = '0', exponent = '+0'] = value.toExponential(8).split('e');
  return `${digits}E${exponent.slice(0, 1)}${exponent.slice(1).padStart(2, '0')}`.padStart(16);
}

/** Returns a file of the usual layout: depths, parameters, masses, then the parameters of each depth. */
function file(masses: readonly number[], layers: readonly (readonly number[])[]): string {
  const head = `${String(masses.length).padStart(5)}${String(layers[0]?.length ?? 0).padStart(5)}\n`;
  return head + [masses, ...layers].map((line) => `${line.map(fortran).join('')}\n`).join('');
}

const positive = fc.double({ min: 1e-30, max: 1e30, noNaN: true });

/** A few models with the same numbers of depths and parameters. */
const models = fc.tuple(fc.integer({ min: 2, max: 4 }), fc.integer({ min: 1, max: 4 })).chain(([depths, parameters]) =>
  fc.array(
    fc
      .tuple(
        fc.array(positive, { minLength: depths, maxLength: depths }),
        fc.array(fc.array(positive, { minLength: parameters, maxLength: parameters }), {
          minLength: depths,
          maxLength: depths,
        }),
      )
      .map(([masses, layers]) => file(masses, layers)),
    { minLength: 1, maxLength: 4 },
  ),
);

function blend(texts: readonly string[], weights: readonly number[]): string {
  const structures = texts.map((text, index) => readStructure(`p${index}`, text));
  const [template] = structures;
  if (template === undefined) throw new Error('there is nothing to average');
  const mean = new StructureBlend(template);
  for (const [index, structure] of structures.entries()) mean.add(structure, weights[index] ?? 0);
  return mean.format();
}

describe('mean of models', () => {
  test('equals the file of a single model, byte for byte', () => {
    fc.assert(fc.property(models, ([text = '']) => expect(blend([text], [1])).toBe(text)));
  });

  test('keeps the layout and averages the logarithms', () => {
    fc.assert(
      fc.property(models, (texts) => {
        const weights = texts.map(() => 1 / texts.length);
        const mean = readStructure('mean', blend(texts, weights));
        const sources = texts.map((text) => readStructure('p', text));
        expect([...mean.integers]).toEqual([...(sources[0]?.integers ?? [])]);
        for (const [index, value] of mean.values.entries()) {
          const expected = sources.reduce((sum, { values }) => sum + Math.log(values[index] ?? NaN) / texts.length, 0);
          expect(Math.abs(Math.log(value) - expected)).toBeLessThan(1e-7);
        }
        // Keeps the columns of a fixed format.
        expect(
          blend(texts, weights)
            .split('\n')
            .map((line) => line.length),
        ).toEqual((texts[0] ?? '').split('\n').map((line) => line.length));
      }),
    );
  });

  test('is between the models if all weights are non-negative', () => {
    fc.assert(
      fc.property(models, fc.double({ min: 0, max: 1, noNaN: true }), ([first = '', second = first], share) => {
        const [a, b, mean] = [first, second, blend([first, second], [share, 1 - share])].map((text) =>
          readStructure('p', text),
        );
        for (const [index, value] of mean?.values.entries() ?? []) {
          const ends = [a?.values[index] ?? NaN, b?.values[index] ?? NaN];
          expect(value).toBeGreaterThanOrEqual(Math.min(...ends) * (1 - 1e-7));
          expect(value).toBeLessThanOrEqual(Math.max(...ends) * (1 + 1e-7));
        }
      }),
    );
  });

  test('averages values if quantities change their sign, and stays non-negative if they reach 0', () => {
    expect(blend(['1 1.5 -2.0 0.0', '1 2.5  4.0 8.0'], [0.5, 0.5])).toBe('1 1.9  1.0 4.0');
    expect(blend(['0.0 ', '8.0 '], [1.5, -0.5])).toBe('0.0 ');
  });

  test.each([
    ['1.5D+00 x', '2.5D+00 x', '1.9D+00 x'],
    ['0.1500E+01', '0.2500E+01', '0.1936E+01'],
    [' 1.50000E-99', ' 1.50000E-103', ' 1.50000E-101'],
    ['1.50-101', '1.50-103', '1.50-102'],
    ['3 2.25', '3 4.0', '3 3.00'],
    ['1.e5', '1.e7', ' 1e6'],
  ])('uses the notation of the first model: %s and %s give %s', (first, second, mean) => {
    expect(blend([first, second], [0.5, 0.5])).toBe(mean);
  });

  test.each([
    ['another number of values', '2 1.5 2.5', '2 1.5'],
    ['another integer', '50 1.5', '70 1.5'],
    ['another word', 'LTE 1.5', 'NLTE 1.5'],
    ['a word for a number', '1.5', 'x'],
  ])('is rejected for %s', (_, first, second) => {
    expect(() => blend([first, second], [0.5, 0.5])).toThrow(UnreadableStructureError);
    expect(() => blend([first, second], [0.5, 0.5])).toThrow(/p0.*p1|p1.*p0/);
  });
});

describe('a model’s file', () => {
  test('is rejected if it is binary or contains a number beyond doubles', () => {
    expect(() => readStructure('p', 'a\0b')).toThrow(/not a text file/);
    expect(() => readStructure('p', '1.5 2.0E+400')).toThrow(/2\.0E\+400/);
  });

  test('with any text is read and written back unchanged', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        fc.pre(!text.includes('\0'));
        expect(withNumbers(readStructure('p', text), new Map())).toBe(text);
      }),
    );
  });

  test('has known temperatures only in the usual layout', () => {
    const usual = file(
      [1, 2],
      [
        [5_000, 1e10],
        [6_000, 1e11],
      ],
    );
    expect(depthLayout(readStructure('p', usual))).toEqual({ first: 4, step: 2, depths: 2 });
    expect(depthLayout(readStructure('p', `${usual} 1.0`))).toBeNull();
    expect(comparedQuantities(readStructure('p', usual))).toEqual({
      quantity: 'temperature',
      logarithms: Float64Array.from([Math.log(5_000), Math.log(6_000)]),
    });
  });
});

describe('residual of a model', () => {
  const logs = (...values: number[]) => Float64Array.from(values, Math.log);

  test('is the relative difference from the prediction, averaged over depths', () => {
    const predictor = [
      { logarithms: logs(100, 400), weight: 0.5 },
      { logarithms: logs(100, 100), weight: 0.5 },
    ];
    expect(residualOf(logs(100, 200), predictor)).toBeCloseTo(0, 12);
    expect(residualOf(logs(101, 202), predictor)).toBeCloseTo(Math.log(1.01), 12);
    expect(residualOf(logs(100, 202), predictor)).toBeCloseTo(Math.log(1.01) / Math.SQRT2, 12);
  });

  test('does not exist for a different number of depths or without values', () => {
    expect(residualOf(logs(1, 2), [{ logarithms: logs(1), weight: 1 }])).toBeNull();
    expect(residualOf(new Float64Array(0), [])).toBeNull();
  });

  test('from several predictions is their lower median', () => {
    expect([lowerMedian([]), lowerMedian([3]), lowerMedian([3, 1]), lowerMedian([5, 1, 3])]).toEqual([null, 3, 1, 3]);
  });
});
