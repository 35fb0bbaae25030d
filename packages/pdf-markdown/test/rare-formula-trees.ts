import fc from 'fast-check';
import type { Accent, FormulaTree } from '@almagest/upstream-lab/typeset';
import { sign, row, letter, number, binary, relation, operator, plainAtom, script, scripted } from './formula-trees.ts';

const negative = fc.integer({ min: 1, max: 9 }).map((value) => row([sign('-'), sign(String(value))]));
/** A value at a point: a bar as high as the fraction, with a subscript. */
const evaluated = fc.tuple(plainAtom, plainAtom, plainAtom, number).map(([over, under, at, value]): FormulaTree => ({
  kind: 'scripts',
  base: { kind: 'fence', left: '', right: '|', inside: { kind: 'fraction', over, under } },
  sub: row([at, sign('='), value]),
}));
/** A spin-weighted harmonic after an indexed letter. Its spin is a left subscript. */
const harmonic = fc.tuple(letter, fc.tuple(plainAtom, plainAtom).map(row), negative).map(([of, indices, spin]) =>
  row([
    { kind: 'scripts', base: of, sub: indices },
    { kind: 'scripts', base: row([]), sub: spin },
    { kind: 'scripts', base: sign('Y'), sub: indices },
  ]),
);
const power = fc
  .tuple(letter, plainAtom, binary, number, number, fc.constantFrom(undefined, 'text'))
  .map(([base, first, operator, over, under, style]): FormulaTree => ({
    kind: 'scripts',
    base,
    sup: row([first, operator, { kind: 'fraction', over, under, style }]),
  }));
/** A power that is a fraction, above an index. */
const fractional = fc.tuple(letter, plainAtom, number, number).map(([base, sub, over, under]): FormulaTree => ({
  kind: 'scripts',
  base,
  sub,
  sup: { kind: 'fraction', over, under },
}));
/** A sum over a letter or a bracket, which may be as high as the sum's upper limit. */
const sum = fc
  .tuple(
    scripted(operator),
    fc.oneof(
      letter,
      scripted(plainAtom).map((inside): FormulaTree => ({ kind: 'fence', left: '(', right: ')', inside })),
      fc.tuple(letter, script).map(([base, inside]): FormulaTree => ({
        kind: 'scripts',
        base,
        sup: { kind: 'fence', left: '(', right: ')', inside },
      })),
    ),
  )
  .map(row);
/** A fraction of sums with limits above and below. */
const sums = fc.tuple(sum, sum, fc.constantFrom(0, 1, 2)).map(([first, second, which]): FormulaTree => ({
  kind: 'fraction',
  over: which === 0 ? first : { kind: 'displayed', of: first },
  under: which === 1 ? second : { kind: 'displayed', of: second },
}));

/** A letter with two accents after a bracket of the accents' font. */
const estimate = fc
  .tuple(
    letter,
    fc.constantFrom<Accent>('hat', 'bar', 'tilde'),
    fc.constantFrom<Accent>('hat', 'bar', 'tilde', 'dot'),
    letter,
  )
  .map(([of, first, second, base]): FormulaTree => {
    const inside: FormulaTree = { kind: 'accent', name: second, of: { kind: 'accent', name: first, of } };
    return row([base, sign('('), inside, sign(')')]);
  });

/**
 * Returns rare constructs: bars of values at a point, left scripts, and fractions in powers. The fractions also occur
 * in aligned rows.
 */
export function rareEquation(): fc.Arbitrary<FormulaTree> {
  const part = fc.oneof(evaluated, harmonic, power, fractional, sums, estimate);
  const line = fc.tuple(power, fc.tuple(relation, power).map(row));
  return fc.oneof(
    fc.tuple(part, relation, part).map(row),
    fc.array(line, { minLength: 2, maxLength: 3 }).map((rows): FormulaTree => ({ kind: 'aligned', rows })),
  );
}
