import { readSpectrum, type Spectrum } from '@almagest/engine-text';
import { expect, test } from '@jest/globals';
import { drawSpectra } from './spectra-svg.ts';

const spectrumOf = (count: number, flux: (row: number) => number): Spectrum =>
  readSpectrum(Array.from({ length: count }, (_, row) => `${900 + row} ${flux(row)}\n`).join(''));
const draw = (spectrum: Spectrum, more: { from?: number; to?: number; log?: boolean } = {}) =>
  drawSpectra([{ name: 'p', spectrum }], { title: 't', from: 900, to: 999, log: false, ...more }) ?? '';
const pathOf = (svg: string): string => /<path d="([^"]*)" fill="none"/.exec(svg)?.[1] ?? '';
const tickLabels = (svg: string): string[] =>
  [...svg.matchAll(/text-anchor="(?:end|middle)">([^<]*)</g)].map(([, words = '']) => words);

test('a long spectrum has a bounded number of vertices and always gives the same file', () => {
  const long = spectrumOf(100_000, Math.sin);
  const svg = draw(long, { to: 100_899 });
  expect(pathOf(svg).split('L').length).toBeLessThanOrEqual(3_202);
  expect(draw(long, { to: 100_899 })).toBe(svg);
});

test('axes have round values in the units of the file, also for very large and constant fluxes', () => {
  expect(tickLabels(draw(spectrumOf(100, (row) => row * 1e6)))).toEqual(
    expect.arrayContaining(['900', '950', '2e+7', '8e+7', 'wavelength']),
  );
  for (const log of [false, true])
    expect(
      pathOf(
        draw(
          spectrumOf(100, () => 5),
          { log },
        ),
      ),
    ).not.toMatch(/NaN|Infinity/);
});

test('a logarithmic axis leaves out values that are not positive', () => {
  const svg = draw(
    spectrumOf(100, (row) => (row === 50 ? 0 : 10 ** (row / 10))),
    { log: true },
  );
  expect(pathOf(svg).match(/M/g)).toHaveLength(2);
  expect(svg).not.toMatch(/NaN|Infinity/);
  expect(tickLabels(svg)).toEqual(expect.arrayContaining(['1', '1e+8']));
  expect(
    draw(
      spectrumOf(9, () => -1),
      { log: true },
    ),
  ).toBe('');
});

test('a range without rows gives no plot', () => {
  expect(
    draw(
      spectrumOf(9, () => 1),
      { from: 1, to: 2 },
    ),
  ).toBe('');
});
