import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { declination, parsecs, rightAscension } from './position.ts';

test('formats the position of the Crab Nebula', () => {
  expect([rightAscension(83.633_083), declination(22.0145)]).toEqual(['05 34 31.94', '+22 00 52.2']);
});

test('reads a position back to its last digit, and never shows 60', () => {
  fc.assert(
    fc.property(
      fc.double({ min: 0, max: 360, noNaN: true }),
      fc.double({ min: -90, max: 90, noNaN: true }),
      (ra, dec) => {
        const partsOf = (text: string) => text.replace(/[+−]/, '').split(' ').map(Number);
        const value = (text: string) => partsOf(text).reduce((sum, part, place) => sum + part / 60 ** place, 0);
        const [hours, degrees] = [rightAscension(ra), declination(dec)];
        for (const text of [hours, degrees]) for (const part of partsOf(text).slice(1)) expect(part).toBeLessThan(60);
        expect(value(hours)).toBeLessThan(24);
        const difference = Math.abs(value(hours) * 15 - ra) % 360;
        expect(Math.min(difference, 360 - difference)).toBeLessThan(0.000_03);
        expect(value(degrees) * (degrees.startsWith('−') ? -1 : 1)).toBeCloseTo(dec, 4);
      },
    ),
  );
});

test('converts only positive parallaxes to distances', () => {
  expect([parsecs(100), parsecs(0), parsecs(-1), parsecs(null)]).toEqual([10, undefined, undefined, undefined]);
});
