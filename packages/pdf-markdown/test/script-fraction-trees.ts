import fc from 'fast-check';
import type { FormulaTree } from '@almagest/upstream-lab/typeset';
import { binary, plainAtom, relation, row, sign, small, textPart } from './formula-trees.ts';

const capital = fc.constantFrom('A', 'B', 'C', 'K', 'M', 'N', 'P', 'R', 'S', 'T', 'X', 'Z').map(sign);

/** Returns an inline formula with a fraction in a script, possibly in a script of a part of a fraction. */
export function scriptFraction(): fc.Arbitrary<FormulaTree> {
  const fractionOf = (part: fc.Arbitrary<FormulaTree>) =>
    fc.tuple(part, part).map(([over, under]): FormulaTree => ({ kind: 'fraction', over, under }));
  const raised = (of: fc.Arbitrary<FormulaTree>) =>
    fc.tuple(plainAtom, of, fc.boolean()).map(([base, power, isNegative]): FormulaTree => {
      const sup = isNegative ? row([{ kind: 'sign', name: '-' }, power]) : power;
      return { kind: 'scripts', base, sup };
    });
  const lowered = fc
    .tuple(plainAtom, fractionOf(small))
    .map(([base, sub]): FormulaTree => ({ kind: 'scripts', base, sub }));
  // Accents and descenders in the power would move the denominator to the height of the next line.
  const plainPower = raised(fractionOf(capital));
  const inFraction = fc.tuple(plainPower, textPart, fc.boolean()).map(([of, other, isOver]): FormulaTree => ({
    kind: 'fraction',
    over: isOver ? of : other,
    under: isOver ? other : of,
  }));
  const power = raised(fractionOf(small));
  return fc
    .tuple(plainAtom, relation, fc.oneof(power, power, lowered, inFraction), fc.tuple(binary, plainAtom))
    .map(([left, sign, of, [operation, last]]) => row([left, sign, of, operation, last]));
}
