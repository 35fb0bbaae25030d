import { splitMathematics } from './text-with-formulas.ts';
import { simpleFormula, type FormulaPart } from './simple-formula.ts';

const RAISED = new Map(Array.from('0123456789+−=()ni', (sign, place) => [sign, '⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁼⁽⁾ⁿⁱ'[place] ?? '']));
const LOWERED = new Map(Array.from('0123456789+−=()', (sign, place) => [sign, '₀₁₂₃₄₅₆₇₈₉₊₋₌₍₎'[place] ?? '']));

/** Returns a text with its formulas as plain letters, for control names and window titles. */
export function plainMathematics(text: string): string {
  return splitMathematics(text)
    .map((piece) =>
      piece.kind === 'words'
        ? piece.text
        : (simpleFormula(piece.text.trim(), true)?.map(letters).join('') ?? piece.text),
    )
    .join('');
}

function letters({ text, shift }: FormulaPart): string {
  const table = shift === 'sup' ? RAISED : LOWERED;
  const isThere = shift !== 'none' && Array.from(text).every((sign) => table.has(sign));
  return isThere ? Array.from(text, (sign) => table.get(sign)).join('') : text;
}
