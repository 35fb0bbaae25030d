import fc from 'fast-check';
import type { Accent, FormulaTree, Space } from '@almagest/upstream-lab/typeset';

export const sign = (name: string): FormulaTree => ({ kind: 'sign', name });
export const row = (items: readonly FormulaTree[]): FormulaTree => ({ kind: 'row', items });

const GREEK = 'alpha beta gamma delta epsilon eta theta kappa lambda mu nu xi pi rho sigma tau phi chi psi omega'.split(
  ' ',
);
const CAPITALS = ['Gamma', 'Delta', 'Theta', 'Lambda', 'Sigma', 'Phi', 'Psi', 'Omega'];
const LETTERS = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ'.split('');
export const letter = fc.constantFrom(...LETTERS, ...GREEK, ...CAPITALS).map(sign);
const other = fc.constantFrom('infty', 'partial', 'nabla', 'ell', 'varepsilon', 'vartheta', 'varphi').map(sign);
export const number = fc.integer({ min: 0, max: 999 }).map((value) => row(String(value).split('').map(sign)));
export const binary = fc.constantFrom('+', '-', 'times', 'cdot', 'pm', 'oplus', 'cup', 'wedge').map(sign);
export const relation = fc
  .constantFrom(...'= leq geq < > approx sim simeq equiv propto ll gg in subset rightarrow'.split(' '))
  .map(sign);
const accent = fc.constantFrom<Accent>('hat', 'bar', 'tilde', 'dot', 'ddot', 'vec', 'check', 'breve', 'acute', 'grave');
/** Names in scripts, as in an effective temperature. */
const label = fc
  .constantFrom('eff', 'max', 'min', 'rot', 'gas', 'tot', 'obs', 'crit')
  .map((text): FormulaTree => ({ kind: 'word', text }));
const functionName = fc
  .constantFrom('sin', 'cos', 'exp', 'log', 'ln')
  .map((text): FormulaTree => ({ kind: 'word', text }));
export const operator = fc.constantFrom('sum', 'prod', 'bigcup', 'bigoplus', 'int', 'oint').map(sign);
const limitName = fc.constantFrom('lim', 'max', 'min').map((text): FormulaTree => ({ kind: 'word', text }));
const primes = fc.constantFrom(1, 2).map((count) => row(Array.from({ length: count }, () => sign('prime'))));
const space = (name: Space): FormulaTree => ({ kind: 'space', name });
const unit = fc
  .tuple(
    fc.constantFrom('km', 'pc', 'erg', 'K', 'yr'),
    fc.constantFrom('s', 'cm', 'Hz'),
    fc.integer({ min: 1, max: 3 }),
  )
  .map(([first, second, power]) =>
    row([
      { kind: 'word', text: first },
      space(','),
      { kind: 'scripts', base: { kind: 'word', text: second }, sup: row([sign('-'), sign(String(power))]) },
    ]),
  );
const pair = fc.constantFrom<readonly [string, string]>(
  ['(', ')'],
  ['[', ']'],
  ['{', '}'],
  ['langle', 'rangle'],
  ['lfloor', 'rfloor'],
  ['lceil', 'rceil'],
);

/** A sign without scripts. */
export const plainAtom = fc.oneof({ weight: 6, arbitrary: letter }, { weight: 1, arbitrary: other });
const accented = fc
  .tuple(accent, fc.constantFrom(...LETTERS.filter((one) => one !== 'i' && one !== 'j')).map(sign))
  .map(([name, of]): FormulaTree => ({ kind: 'accent', name, of }));
/** A vector or a tensor underlined, as engineers write them. */
const underlined = fc.tuple(plainAtom, fc.boolean()).map(([symbol, isTensor]): FormulaTree => {
  const vector: FormulaTree = { kind: 'accent', name: 'underline', of: symbol };
  return isTensor ? { kind: 'accent', name: 'underline', of: vector } : vector;
});
export const small: fc.Arbitrary<FormulaTree> = fc.oneof(
  { weight: 4, arbitrary: plainAtom },
  { weight: 2, arbitrary: number },
  { weight: 1, arbitrary: label },
  { weight: 1, arbitrary: accented },
  { weight: 2, arbitrary: fc.tuple(plainAtom, binary, fc.oneof(plainAtom, number)).map(row) },
  {
    weight: 1,
    arbitrary: fc.tuple(plainAtom, fc.constantFrom('=', 'rightarrow').map(sign), fc.oneof(plainAtom, number)).map(row),
  },
);
/** A script: usually something small, sometimes with its own script. */
export const script: fc.Arbitrary<FormulaTree> = fc.oneof(
  { weight: 5, arbitrary: small },
  {
    weight: 1,
    arbitrary: fc
      .tuple(plainAtom, fc.oneof(plainAtom, number), fc.boolean())
      .map(([base, inner, isSub]): FormulaTree => ({
        kind: 'scripts',
        base,
        ...(isSub ? { sub: inner } : { sup: inner }),
      })),
  },
);
export const scripted = (base: fc.Arbitrary<FormulaTree>, of = script): fc.Arbitrary<FormulaTree> =>
  fc.tuple(base, of, of, fc.constantFrom('sub', 'sup', 'both')).map(([one, sub, sup, which]): FormulaTree => ({
    kind: 'scripts',
    base: one,
    ...(which === 'sup' ? {} : { sub }),
    ...(which === 'sub' ? {} : { sup }),
  }));

/** Returns an operand of a formula. `depth` limits the nesting of constructs. */
function operand(depth: number): fc.Arbitrary<FormulaTree> {
  const simple = fc.oneof(
    { weight: 4, arbitrary: plainAtom },
    { weight: 1, arbitrary: number },
    { weight: 2, arbitrary: scripted(plainAtom) },
    { weight: 1, arbitrary: accented },
    { weight: 1, arbitrary: scripted(accented) },
  );
  if (depth === 0) return simple;
  const inner = expression(depth - 1);
  return fc.oneof(
    { weight: 5, arbitrary: simple },
    {
      weight: 3,
      arbitrary: fc.tuple(inner, inner).map(([over, under]): FormulaTree => ({ kind: 'fraction', over, under })),
    },
    {
      weight: 2,
      arbitrary: fc
        .tuple(inner, fc.option(fc.constantFrom('3', '4', 'n').map(sign), { nil: undefined, freq: 3 }))
        .map(([of, degree]): FormulaTree => ({ kind: 'root', of, degree })),
    },
    {
      weight: 2,
      arbitrary: fc
        .tuple(pair, inner)
        .map(([[left, right], inside]): FormulaTree => ({ kind: 'fence', left, right, inside })),
    },
    {
      weight: 2,
      arbitrary: scripted(
        fc.tuple(pair, inner).map(([[left, right], inside]): FormulaTree => ({ kind: 'fence', left, right, inside })),
      ),
    },
    { weight: 1, arbitrary: fc.tuple(functionName, simple).map(row) },
    { weight: 2, arbitrary: fc.tuple(scripted(operator), simple).map(row) },
    {
      weight: 1,
      arbitrary: fc
        .tuple(
          fc.tuple(limitName, script).map(([base, sub]): FormulaTree => ({ kind: 'scripts', base, sub })),
          simple,
        )
        .map(row),
    },
    {
      weight: 1,
      arbitrary: fc
        .tuple(
          fc.constantFrom<Accent>('overline', 'underline', 'widehat', 'widetilde'),
          fc.tuple(plainAtom, plainAtom).map(row),
        )
        .map(([name, of]): FormulaTree => ({ kind: 'accent', name, of })),
    },
    { weight: 1, arbitrary: underlined },
    { weight: 1, arbitrary: scripted(underlined) },
  );
}

/** Returns operands with operators between them. */
export function expression(depth: number): fc.Arbitrary<FormulaTree> {
  return fc
    .tuple(
      operand(depth),
      fc.array(fc.tuple(fc.option(binary, { nil: undefined, freq: 2 }), operand(depth)), { maxLength: 2 }),
    )
    .map(([first, others]) => row([first, ...others.flatMap(([sign, one]) => (sign ? [sign, one] : [one]))]));
}

/** Returns two expressions with a relation between them. */
export function equation(depth: number): fc.Arbitrary<FormulaTree> {
  return fc.tuple(expression(depth), relation, expression(depth)).map(row);
}

const note = fc.oneof(
  fc.constantFrom('def', 'obs', 'crit').map((text): FormulaTree => ({ kind: 'word', text })),
  letter,
);
const noted = fc
  .tuple(fc.constantFrom('=', 'sim', 'rightarrow', 'propto').map(sign), note, fc.constantFrom('over', 'under'))
  .map(([of, own, side]): FormulaTree => ({ kind: 'noted', side, of, note: own }));
const braced = fc
  .tuple(expression(0), fc.option(note, { nil: undefined }), fc.constantFrom('over', 'under'))
  .map(([of, own, side]): FormulaTree => ({ kind: 'brace', side, of, note: own }));
const stacked = fc
  .tuple(
    fc.constantFrom('sum', 'prod', 'bigcup').map(sign),
    fc.array(fc.tuple(plainAtom, relation, number).map(row), { minLength: 2, maxLength: 3 }),
    letter,
  )
  .map(([base, rows, of]) => row([{ kind: 'scripts', base, sub: { kind: 'substack', rows } }, of]));
const primed = fc
  .tuple(letter, primes, fc.option(plainAtom, { nil: undefined, freq: 2 }))
  .map(([base, sup, sub]): FormulaTree => ({ kind: 'scripts', base, sup, sub }));
const inStyle = fc
  .tuple(plainAtom, number, fc.constantFrom('display', 'text'))
  .map(([over, under, style]): FormulaTree => ({ kind: 'fraction', over, under, style }));

/** Returns a display with notes, braces, limits of several rows, primes, words and units. */
export function displayedEquation(): fc.Arbitrary<FormulaTree> {
  const part = fc.oneof(braced, stacked, primed, inStyle, expression(0));
  const right = fc.oneof(
    { weight: 3, arbitrary: part },
    { weight: 1, arbitrary: fc.tuple(number, unit).map(([value, of]) => row([value, space(','), of])) },
    {
      weight: 1,
      arbitrary: fc
        .tuple(part, fc.constantFrom('for all', 'where'), plainAtom, relation, number)
        .map(([own, text, ...condition]) =>
          row([own, space('quad'), { kind: 'text', text }, space('quad'), ...condition]),
        ),
    },
  );
  return fc.tuple(part, fc.oneof(relation, noted), right).map(row);
}

const cell: fc.Arbitrary<FormulaTree> = fc.oneof(
  { weight: 3, arbitrary: plainAtom },
  { weight: 2, arbitrary: fc.integer({ min: 0, max: 9 }).map((value) => sign(String(value))) },
  { weight: 2, arbitrary: scripted(plainAtom) },
  { weight: 1, arbitrary: fc.tuple(plainAtom, binary, plainAtom).map(row) },
);
const bracketed = fc.constantFrom<readonly [string, string]>(['(', ')'], ['[', ']']);

const matrix = fc
  .tuple(bracketed, fc.integer({ min: 2, max: 4 }), fc.integer({ min: 2, max: 4 }))
  .chain(([[left, right], rows, columns]) =>
    fc
      .array(fc.array(cell, { minLength: columns, maxLength: columns }), { minLength: rows, maxLength: rows })
      .map((cells): FormulaTree => ({ kind: 'matrix', left, right, rows: cells })),
  );
const cases = fc
  .array(fc.tuple(expression(0), fc.tuple(plainAtom, relation, number).map(row)), { minLength: 2, maxLength: 3 })
  .map((rows): FormulaTree => ({ kind: 'cases', rows }));
const binomial = fc
  .tuple(plainAtom, plainAtom)
  .map(([over, under]): FormulaTree => ({ kind: 'binomial', over, under }));

/** Returns a relation whose right side has matrices or cases. */
export function gridEquation(): fc.Arbitrary<FormulaTree> {
  const product = fc.tuple(matrix, matrix).map(row);
  const enclosed = fc
    .tuple(pair, fc.oneof(matrix, product, fc.tuple(matrix, plainAtom, matrix).map(row)))
    .map(([[left, right], inside]): FormulaTree => ({ kind: 'fence', left, right, inside }));
  const followed = fc.tuple(cases, fc.constant(space('quad')), plainAtom, relation, number).map(row);
  const right = fc.oneof(product, matrix, enclosed, cases, followed, fc.tuple(binomial, expression(1)).map(row));
  return fc.tuple(expression(0), relation, right).map(row);
}

/** Returns a relation whose right side is a single matrix or cases. */
export function matrixEquation(): fc.Arbitrary<FormulaTree> {
  return fc.tuple(expression(0), relation, fc.oneof(matrix, cases)).map(row);
}

/** Returns rows of a display, aligned at their relations. */
export function aligned(depth: number): fc.Arbitrary<FormulaTree> {
  const line = fc.tuple(expression(depth), fc.tuple(relation, expression(depth)).map(row));
  return fc.array(line, { minLength: 2, maxLength: 4 }).map((rows): FormulaTree => ({ kind: 'aligned', rows }));
}

export const textPart = fc
  .tuple(plainAtom, fc.option(fc.tuple(binary, plainAtom).map(row), { nil: undefined }))
  .map(([first, rest]): FormulaTree => (rest ? row([first, rest]) : first));
const textFraction = fc
  .tuple(textPart, textPart)
  .map(([over, under]): FormulaTree => ({ kind: 'fraction', over, under }));

/** Returns an inline formula whose only letters are in fractions, scripts and their bases. */
export function smallFormula(): fc.Arbitrary<FormulaTree> {
  const sum = fc.tuple(operator, small).map(([base, sub]): FormulaTree => ({ kind: 'scripts', base, sub }));
  const power = fc.tuple(pair, textFraction, small).map(([[left, right], inside, sup]): FormulaTree => ({
    kind: 'scripts',
    base: { kind: 'fence', left, right, inside },
    sup,
  }));
  return fc.oneof(
    fc.tuple(sum, textFraction).map(row),
    fc.tuple(textFraction, sum, textFraction).map(row),
    power,
    fc.tuple(sum, power).map(row),
    fc
      .tuple(plainAtom, plainAtom, plainAtom)
      .map(([base, over, under]): FormulaTree => ({ kind: 'scripts', base, sup: { kind: 'fraction', over, under } })),
  );
}

/**
 * Returns an inline formula. The formula begins with a letter, because a number at the start may belong to the text.
 * Scripts have no scripts, because second-level scripts may be too far from the line to distinguish them from the next
 * line.
 */
export function textFormula(): fc.Arbitrary<FormulaTree> {
  const base = fc.oneof(plainAtom, scripted(plainAtom, small), accented);
  const right = fc.oneof(
    base,
    number,
    textFraction,
    fc.oneof(textPart, scripted(plainAtom, small)).map((of): FormulaTree => ({ kind: 'root', of })),
    fc.tuple(functionName, fc.oneof(base, textFraction)).map(row),
  );
  return fc
    .tuple(base, relation, right, fc.option(fc.tuple(binary, base).map(row), { nil: undefined }))
    .map(([left, sign, of, rest]) => row([left, sign, of, ...(rest ? [rest] : [])]));
}
