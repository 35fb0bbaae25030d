import { CHROMIUM } from '@almagest/test-kit/chromium';
import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { chromium } from 'playwright-core';
import { hasSigns, openFormulaJudge } from './rendered-formulas.ts';

const place = fc.integer({ min: 0, max: 9 }).map((step) => 20 * step);
const signs = fc.uniqueArray(fc.record({ text: fc.constantFrom('a', 'b', '+'), x: place, y: place }), {
  minLength: 1,
  maxLength: 12,
  selector: ({ x, y }) => `${x} ${y}`,
});

test('finds the signs of a formula at any position, and no missing signs', () => {
  fc.assert(
    fc.property(signs, place, (part, far) => {
      const moved = part.map(({ text, x, y }) => ({ text, x: x + far, y: y + 2 * far }));
      expect(hasSigns(moved, part)).toBe(true);
      expect(hasSigns(moved.slice(1), part)).toBe(false);
      expect(hasSigns(part, [...part, { text: 'c', x: 400, y: 400 }])).toBe(false);
    }),
  );
});

const inBrowser = CHROMIUM === undefined ? test.skip : test;

inBrowser('finds a formula in a longer formula, and distinguishes exponents from factors', async () => {
  const browser = await chromium.launch({ executablePath: CHROMIUM ?? '' });
  try {
    const judge = await openFormulaJudge(browser);
    const page = [String.raw`E = mc^2 + \frac{a}{b}`, String.raw`\broken{`];
    expect(await judge.isAmong('mc^{2}', page)).toBe(true);
    expect(await judge.isAmong(String.raw`\dfrac a b`, page)).toBe(true);
    expect(await judge.isAmong('mc2', page)).toBe(false);
    expect(await judge.isAmong(String.raw`\frac{b}{a}`, page)).toBe(false);
    expect(await judge.isAmong(String.raw`\broken`, page)).toBe(false);
  } finally {
    await browser.close();
  }
});
