import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { collectDefinitions, expandMacros, withoutDefinitions } from './macro-definitions.ts';

const expand = (definitions: string, tex: string) => {
  const found = collectDefinitions([definitions]);
  return expandMacros(tex, [...found.keys()], found);
};

test.each([
  ['\\newcommand{\\vect}[1]{\\mathbf{#1}}', '\\vect{x}\\cdot\\vect y', '{\\mathbf{x}}\\cdot{\\mathbf{y}}'],
  ['\\def\\ket#1{|#1\\rangle}', '\\ket{\\psi}+\\ket\\phi', '{|\\psi\\rangle}+{|\\phi\\rangle}'],
  ['\\renewcommand*{\\d}[2][t]{\\frac{d #2}{d #1}}', '\\d{u}+\\d[x]{v}', '{\\frac{d u}{d t}}+{\\frac{d v}{d x}}'],
  ['\\DeclareMathOperator{\\Tr}{Tr}', '\\Tr A', '{\\operatorname{Tr}} A'],
  ['\\DeclareMathOperator*{\\argmin}{arg\\,min}', '\\argmin_x', '{\\operatorname*{arg\\,min}}_x'],
  ['\\def\\a{x\\b}\\def\\b{y}', '\\a', '{x{y}}'],
  // Names with the same beginning, and a missing argument.
  ['\\def\\fn{f}', '\\fnl+\\fn', '\\fnl+{f}'],
  ['\\def\\f#1{g(#1)}', '{\\f}+\\f', '{\\f}+\\f'],
  // Delimited parameters and unterminated definitions are ignored.
  ['\\def\\f(#1){g}', '\\f(x)', '\\f(x)'],
  ['\\newcommand{\\f}[1]{g{#1}', '\\f{x}', '\\f{x}'],
])('expands %s', (definitions, tex, expected) => {
  expect(expand(definitions, tex)).toBe(expected);
});

test('removes definitions from their formula', () => {
  const tex = '\\newcommand{\\pd}[2][t]{\\frac{\\partial #2}{\\partial #1}} \\pd{u}\\def\\q{5}';
  expect(withoutDefinitions(tex)).toEqual({ tex: '\\pd{u}', names: ['\\pd', '\\q'] });
});

test('stops at recursive macros, and leaves formulas unchanged that would grow forever', () => {
  expect(expand('\\def\\a{\\a\\a}', '\\a').length).toBeLessThan(200);
  const growing = `\\def\\a{${'\\b'.repeat(500)}}\\def\\b{${'c'.repeat(500)}}`;
  expect(expand(growing, '\\a')).toBe(`{${'\\b'.repeat(500)}}`);
});

test('reads any text, changes nothing without definitions, and keeps braces balanced', () => {
  const piece = fc.constantFrom(
    '\\newcommand',
    '\\def',
    '\\a',
    '\\b',
    '{',
    '}',
    '[',
    ']',
    '#1',
    '#2',
    '2',
    ' ',
    'x',
    '\\',
  );
  const text = fc.array(piece, { maxLength: 40 }).map((pieces) => pieces.join(''));
  fc.assert(
    fc.property(text, text, (definitions, tex) => {
      expect(expandMacros(tex, ['\\a'], new Map())).toBe(tex);
      const depth = (written: string) => {
        const plain = written.replaceAll(/\\[^]/g, '');
        return plain.split('{').length - plain.split('}').length;
      };
      expect(depth(expand(definitions, tex))).toBe(depth(tex));
    }),
    { numRuns: 1_000 },
  );
});
