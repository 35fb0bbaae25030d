import type { PlacedRun } from '../layout/page-rows.ts';
import { glyphsOf } from '../layout/run-glyphs.ts';
import { splitGlyphs } from './piece.ts';
import { gapBetween, isPartOfFormula } from './upright-parts.ts';

/** Width of a round bracket in common text fonts, in em. */
const BRACKET_WIDTH = 0.33;
/** Possible content of the other side of a relation. */
const OPERANDS = /[\d=<>≤≥≈±×()[\]]/;
/** Some formula fonts have a plus sign in a separate upright font. */
const SUM = /^\s*\+\s*$/;
/** Upright Greek capitals, which TeX takes from the text font. */
const GREEK = /(?:^|[\s(/])[ΓΔ∆ΘΛΞΠΣΥΦΨΩ](?:$|[\s),.;:/=])/u;
const ENDS_IN_FUNCTION =
  /(?:^|[\s(])(?:sin|cos|tan|cot|sinh|cosh|tanh|coth|arcsin|arccos|arctan|log|ln|lg|exp|lim|det)[([]?$/;
const FUNCTION_BEFORE = /^(?:sin|cos|tan|cot|sinh|cosh|tanh|coth|arcsin|arccos|arctan|log|ln|lg|exp|det)[([]$/;
/** A function name between brackets or after a number: `3(sin`, `[ln(1`. */
const FUNCTION_INSIDE =
  /^((?:[\d.]*[([])+|[\d.]+|)(sin|cos|tan|cot|sinh|cosh|tanh|coth|arcsin|arccos|arctan|log|ln|lg|exp|lim|det)((?:[([].*)?)$/;
const PUNCTUATION_WIDTH = 0.28; // em
/** em. A wider gap between two runs is a space. TeX shrinks spaces to 0.22 at most. */
const SPACE = 0.15;

/** Splits upright text next to a formula into words: `= 5 for` begins in the formula and ends as text. */
export function splitBeside(run: PlacedRun, beside: readonly (PlacedRun | undefined)[]): PlacedRun[] {
  // Some formula fonts contain the upright letters of functions.
  const isUpright = !run.font.math || FUNCTION_BEFORE.test(run.text.trim());
  const isPlain = run.script === undefined && isUpright && !run.font.italic;
  const isBeside = beside.some(
    (other) => other && (other.script !== undefined || other.font.math || other.font.italic || SUM.test(other.text)),
  );
  const isBase = beside[1]?.script !== undefined && !hasSpace(run, beside[1]);
  const isOperand =
    isBeside && (isBase || OPERANDS.test(run.text) || ENDS_IN_FUNCTION.test(run.text) || isPartOfFormula(run, beside));
  if (!isPlain || !(isOperand || GREEK.test(run.text))) return [run];
  if (run.words.map((word) => word.text).join(' ') !== run.text) return [run];
  return run.words.flatMap((word, i) => {
    const own = {
      ...run,
      text: i > 0 ? ` ${word.text}` : word.text,
      words: [word],
      left: word.left,
      right: word.right,
    };
    return splitBracket(own, word.text);
  });
}

/**
 * Splits off an opening bracket before a word, because the formula may begin after it. Does the same with a bracket
 * after a function name or an element, and with punctuation after a unit.
 */
function splitBracket(run: PlacedRun, word: string): PlacedRun[] {
  const inside = FUNCTION_INSIDE.exec(word);
  if (inside) {
    const [, before = '', name = '', rest = ''] = inside;
    return splitAt(
      run,
      [before.length, before.length + name.length].filter((at) => at > 0 && at < word.length),
      rest,
    );
  }
  if (/^[([][^)\]]+$/.test(word)) return splitRun(run, 1, run.left + BRACKET_WIDTH * run.size);
  if (/^[A-Za-z]{1,12}[([]$/.test(word)) return splitRun(run, word.length - 1, run.right - BRACKET_WIDTH * run.size);
  if (/^(?:[A-Za-z]{1,5}|Å)[.,;:)]$/.test(word))
    return splitRun(run, word.length - 1, run.right - PUNCTUATION_WIDTH * run.size);
  return [run];
}

/** Splits a one-word run at these letters, using the positions of their glyphs. */
function splitAt(run: PlacedRun, letters: readonly number[], rest: string): PlacedRun[] {
  let parts = [run];
  for (const at of letters.toReversed()) {
    const [first, ...others] = parts as [PlacedRun, ...PlacedRun[]];
    parts = [...splitRun(first, at, placeOf(first, at)), ...others];
  }
  const last = parts.at(-1) as PlacedRun;
  return rest === '' ? parts : [...parts.slice(0, -1), ...splitBracket(last, rest)];
}

/** Returns the left edge of the letter after the first `letters` ones. Without known glyphs, it is interpolated. */
function placeOf(run: PlacedRun, letters: number): number {
  const [, after] = splitGlyphs(glyphsOf(run), letters);
  return after?.[0]?.left ?? run.left + ((run.right - run.left) * letters) / run.text.trim().length;
}

/** Splits a one-word run after the first `letters` letters, at the position `at`. */
function splitRun(run: PlacedRun, letters: number, at: number): PlacedRun[] {
  const space = run.text.startsWith(' ') ? ' ' : '';
  const word = run.text.trim();
  return [
    { ...run, text: space + word.slice(0, letters), right: at },
    { ...run, text: word.slice(letters), left: at },
  ];
}

/** Returns whether there is a space between two runs. */
export function hasSpace(before: PlacedRun, run: PlacedRun): boolean {
  const printed = /\s$/.test(before.text) || /^\s/.test(run.text);
  const gap = gapBetween(before, run);
  return run.script && before.script ? gap > 0.3 : printed || gap > SPACE;
}
