import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { age, byteSize, duration, estimate, parseTime, percent, relativeChange, unitText } from './format.ts';

const counts = fc
  .integer({ min: 1, max: 10_000_000 })
  .chain((total) => fc.tuple(fc.nat({ max: total }), fc.constant(total)));

test('shows 100 % only for all and 0 % only for none', () => {
  fc.assert(
    fc.property(counts, ([part, total]) => {
      expect(percent(part, total) === '100 %').toBe(part === total);
      expect(percent(part, total) === '0 %').toBe(part === 0);
    }),
  );
});

test('formats durations within 10 %, with at most two units', () => {
  const seconds = { d: 86_400, h: 3_600, min: 60, s: 1 };
  fc.assert(
    fc.property(fc.double({ min: 0.01, max: 1e8, noNaN: true }), (sec) => {
      const words = duration(sec, 'en').split(' ');
      expect(words.length).toBeLessThanOrEqual(4);
      let told = 0;
      for (let at = 0; at < words.length; at += 2)
        told += Number(words[at]) * seconds[words[at + 1] as keyof typeof seconds];
      expect(Math.abs(told - sec)).toBeLessThanOrEqual(Math.max(0.1 * sec, 0.05));
    }),
  );
});

test('computes ages from the given clock', () => {
  expect(age(0, 1_400, 'en')).toBe('just now');
  expect(age(0, 119_000, 'en')).toBe('1 min ago');
  expect(age(0, 754_000, 'en')).toBe('12 min ago');
  expect(age(0, 754_000, 'zh')).toBe('12 分前');
  expect(age(30_000, 0, 'en')).toBe('just now');
  expect(age(754_000, 0, 'en')).toBe('in 12 min');
  expect(age(754_000, 0, 'zh')).toBe('12 分后');
});

test('formats estimates without seconds', () => {
  expect([0.32, 29, 31, 90, 3_700, 100_000].map((seconds) => estimate(seconds, 'en'))).toEqual([
    'under a minute',
    'under a minute',
    '1 min',
    '2 min',
    '1 h 2 min',
    '1 d 3 h',
  ]);
});

test('parses both time formats as UTC', () => {
  expect(parseTime('2026-11-23 12:00:00')).toBe(parseTime('2026-11-23T12:00:00Z'));
});

test('formats units with superscripts', () => {
  expect(unitText('erg cm-2 s-1 Angstrom-1')).toBe('erg cm⁻² s⁻¹ Å⁻¹');
  expect(['Angstrom', 'W m2', 'K'].map(unitText)).toEqual(['Å', 'W m²', 'K']);
});

test('formats sizes and relative changes with their units', () => {
  expect([byteSize(999), byteSize(1_500), byteSize(2e9)]).toEqual(['999 bytes', '1.5 kB', '2 GB']);
  expect([0.00123, -2e12, 1, 0, null].map(relativeChange)).toEqual(['1.23×10⁻³', '−2.00×10¹²', '1.00×10⁰', '0', '–']);
});
