import { expect, test } from '@jest/globals';
import { isMeasured, withExtent } from './measured-glyphs.ts';

const box = (top: number, bottom: number) => ({ left: 0, right: 0.5, top, bottom });

test.each([
  ['∑', box(0.95, -0.45), 88],
  ['∑', box(0.75, -0.25), 80],
  ['∫', box(1.36, -0.86), 90],
  ['(', box(0.85, -0.35), 0],
  ['√', box(0.04, -1.16), 112],
  ['⎛', box(0.9, -0.9), 48],
  ['⎷', box(1.8, 0), 48],
  ['|', box(0.35, -0.12), 12],
  ['⎴', box(0.09, 0), 48],
] as const)('the height of %s is that of its outline', (text, outline, extensible) => {
  expect(isMeasured({ text })).toBe(true);
  expect(withExtent({ text }, outline)).toEqual({
    text,
    extensible,
    hangs: false,
    extent: [outline.top, -outline.bottom],
  });
});

test('keeps letters, text brackets and signs without an outline unchanged', () => {
  expect(isMeasured({ text: 'x' })).toBe(false);
  expect(withExtent({ text: '(' }, box(0.75, -0.25))).toEqual({ text: '(' });
  expect(withExtent({ text: '|' }, box(0.75, -0.25))).toEqual({ text: '|' });
  expect(withExtent({ text: '∑' }, undefined)).toEqual({ text: '∑' });
  expect(withExtent({ text: '∑' }, box(0, 0))).toEqual({ text: '∑' });
});

test('a bar that is taller than a line of text is a bracket, not a relation', () => {
  expect(isMeasured({ text: '∣' })).toBe(true);
  expect(withExtent({ text: '∣' }, box(1.45, -0.95))).toMatchObject({ text: '|', extensible: 0 });
  expect(withExtent({ text: '∥' }, box(1.45, -0.95))).toMatchObject({ text: '‖', extensible: 0 });
  expect(withExtent({ text: '∣' }, box(0.75, -0.25))).toEqual({ text: '∣' });
});
