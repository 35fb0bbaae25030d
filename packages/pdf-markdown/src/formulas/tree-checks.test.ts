import { expect, test } from '@jest/globals';
import { Doubts, SURE_FORMULA } from './doubts.ts';
import type { Node } from './node.ts';
import { checkTree } from './tree-checks.ts';

const sign = (text: string): Node => ({ kind: 'sign', text, alphabet: 'italic' });
const row = (...nodes: Node[]): Node => ({
  kind: 'row',
  items: nodes.map((node, i) => ({ node, gap: 0, left: 10 * i })),
});
const word = (text: string): Node => ({ kind: 'word', text, alphabet: 'roman' });
const signs = (text: string) => row(...Array.from(text, sign));

function confidenceOf(...rows: Node[]): number {
  const doubts = new Doubts(10);
  checkTree(rows, doubts);
  return doubts.confidence;
}

test('trusts formulas as authors write them', () => {
  expect(confidenceOf(signs('f(x)=a+b'))).toBe(1);
  expect(confidenceOf(signs('f(+)=−a,'))).toBe(1);
  expect(confidenceOf(signs('a=(b'), signs('+c)'))).toBe(1);
  const indexed: Node = { kind: 'scripts', base: sign('a'), sub: signs('×,b'), sup: undefined, limits: false };
  expect(confidenceOf(row(indexed, sign('='), sign('b')))).toBe(1);
  expect(confidenceOf(signs('H|ψ⟩=E|ψ⟩'))).toBe(1);
  expect(confidenceOf(signs('⟨φ|=a⟨ψ|'))).toBe(1);
  const tall = (text: string): Node => ({ kind: 'delimiter', text, steps: 1 });
  expect(
    confidenceOf(
      row(tall('('), sign('a'), { kind: 'scripts', base: tall(')'), sub: undefined, sup: sign('2'), limits: false }),
    ),
  ).toBe(1);
  expect(confidenceOf(row(word('Tr'), sign('a'), sign('='), sign('b')))).toBe(1);
  expect(confidenceOf(row({ kind: 'accent', command: '\\overline', of: sign('a') }, sign('='), sign('b')))).toBe(1);
  expect(
    confidenceOf(
      row(sign('('), sign('a'), { kind: 'scripts', base: sign(')'), sub: undefined, sup: sign('2'), limits: false }),
    ),
  ).toBe(1);
});

test('trusts labels common to several letters, and words that state when a case holds', () => {
  const labelled = (label: string): Node => ({
    kind: 'scripts',
    base: sign('v'),
    sub: word(label),
    sup: undefined,
    limits: false,
  });
  const sum = (label: string) => [labelled('inner'), sign('+'), labelled(label)];
  expect(confidenceOf(row(labelled('total'), sign('='), ...sum('outer'), sign('='), ...sum('outer')))).toBe(1);
  const cases: Node = {
    kind: 'grid',
    left: '{',
    right: '',
    rows: ['where', 'stars', 'burn', 'hydrogen', 'inside'].map((condition) => [sign('a'), word(condition)]),
  };
  expect(confidenceOf(row(sign('b'), sign('='), cases))).toBe(1);
});

test('trusts limits and notes with many words', () => {
  const words = row(...['all', 'cores', 'within', 'larger', 'clumps', 'inside'].map(word));
  const sum: Node = { kind: 'scripts', base: sign('∑'), sub: words, sup: undefined, limits: true };
  const brace: Node = { kind: 'brace', side: 'under', of: sign('c'), note: words };
  expect(confidenceOf(row(sign('b'), sign('='), sum, sign('a')))).toBe(1);
  expect(confidenceOf(row(sign('b'), sign('='), brace))).toBe(1);
  expect(confidenceOf(row(sign('b'), sign('='), words))).toBeLessThan(SURE_FORMULA);
});

test.each([
  ['an unclosed bracket', signs('a=(b+c')],
  ['an unclosed angle bracket', signs('a=⟨b+c')],
  [
    'an unclosed bracket in a part',
    row(sign('a'), sign('='), { kind: 'fraction', over: signs('(b'), under: signs('c)') }),
  ],
  ['an operator before a closing bracket', signs('(a+)=b')],
  ['two signs of punctuation', signs('a=b,,c')],
  ['a relation at the start', signs('=a+b')],
  ['an operator at the start', signs('+a=b')],
  ['an operator at the end', signs('a=b+')],
  [
    'a script on a relation',
    row(sign('a'), { kind: 'scripts', base: sign('='), sub: sign('i'), sup: undefined, limits: false }, sign('b')),
  ],
  [
    'scripts next to a base with scripts',
    row(sign('a'), {
      kind: 'scripts',
      base: { kind: 'scripts', base: sign('b'), sub: sign('i'), sup: undefined, limits: true },
      sub: sign('j'),
      sup: undefined,
      limits: false,
    }),
  ],
  ['a sentence that begins after a stop', row(sign('a'), sign('='), sign('b'), sign('.'), word('Hence'))],
  ['the first word of a sentence', row(word('For'), sign('a'), sign('='), sign('b'), word('is'))],
  ['an overline over the whole formula', { kind: 'accent', command: '\\overline', of: signs('a+b') }],
  ['a sentence', row(...'which holds only where these words stand'.split(' ').map(word))],
] as const)('doubts %s', (_, node) => {
  expect(confidenceOf(node)).toBeLessThanOrEqual(0.8);
});

test('doubts a line that hyphenates a word more than an operator at the end', () => {
  expect(confidenceOf(row(sign('a'), sign('='), sign('b'), word('fol'), sign('-')))).toBeLessThan(SURE_FORMULA);
});
