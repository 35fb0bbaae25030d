import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { chooseKeys, faultOfPattern, foldKey, keyFor, type UnkeyedPaper } from './citation-keys.ts';

const paper = (more: Partial<UnkeyedPaper> = {}): UnkeyedPaper => ({
  id: 1,
  bibcode: '2014MNRAS.443.1201O',
  authors: ['Øzdemir, Ayşe', 'Okonkwo, B.'],
  title: 'On the Éclat of giant–dwarf pairs',
  year: '2014',
  importedKey: '',
  ...more,
});

test.each([
  ['{author}{year}{title}', {}, 'ozdemir2014eclat'],
  ['{bibcode}', {}, '2014MNRAS.443.1201O'],
  ['{author}:{year}', { authors: ['Planck Collaboration'] }, 'planckcollaboration:2014'],
  ['{author}', { authors: [] }, '2014MNRAS.443.1201O'],
  ['{author}', { authors: ['李, 明'] }, '2014MNRAS.443.1201O'],
  ['{title}', { title: 'The A of an on' }, 'the'],
  ['{bibcode}', { bibcode: 'a {b},c' }, 'a_b_c'],
])('the pattern %s with %j gives the key %s', (pattern, more, key) => {
  expect(keyFor(paper(more), pattern)).toBe(key);
});

test.each([
  ['{author}{year}', undefined],
  ['x-{bibcode}', undefined],
  ['plain', /at least one/],
  ['{author}}', /only/],
  ['{doi}{year}', /only/],
])('the pattern %s is accepted or rejected with the reason', (pattern, fault) => {
  if (fault === undefined) expect(faultOfPattern(pattern)).toBeUndefined();
  else expect(faultOfPattern(pattern)).toMatch(fault);
});

test('equal keys get letters in the order of the papers, and imported keys win', () => {
  const papers = [1, 2, 3].map((id) => paper({ id }));
  const keys = chooseKeys([...papers, paper({ id: 4, importedKey: 'Ozdemir2014' })], '{author}{year}', ['x']);
  expect([...keys]).toEqual([
    [4, 'Ozdemir2014'],
    [1, 'ozdemir2014a'],
    [2, 'ozdemir2014b'],
    [3, 'ozdemir2014c'],
  ]);
});

describe('any papers', () => {
  const short = fc.string({ minLength: 1, maxLength: 2, unit: fc.constantFrom('a', 'A', 'b', 'É', ' ', '{') });
  const papers = fc
    .array(fc.record({ author: short, importedKey: fc.oneof(fc.constant(''), short) }), { maxLength: 60 })
    .map((all) => all.map(({ author, importedKey }, id) => paper({ id, authors: [author], importedKey })));

  test('get keys that differ from each other and from taken keys in more than case', () => {
    fc.assert(
      fc.property(papers, fc.uniqueArray(short.map(foldKey)), (all, taken) => {
        const keys = [...chooseKeys(all, '{author}', taken).values()].map(foldKey);
        expect(keys).toHaveLength(all.length);
        expect(new Set([...keys, ...taken]).size).toBe(keys.length + taken.length);
      }),
    );
  });

  test('that are added later do not change earlier keys', () => {
    fc.assert(
      fc.property(papers, fc.nat(60), (all, count) => {
        const first = chooseKeys(all.slice(0, count), '{author}', []);
        const later = chooseKeys(all.slice(count), '{author}', [...first.values()].map(foldKey));
        const keys = [...first.values(), ...later.values()].map(foldKey);
        expect(new Set(keys).size).toBe(all.length);
      }),
    );
  });

  test('with the same key get letters in linear time', () => {
    const many = Array.from({ length: 20_000 }, (_, id) => paper({ id }));
    const keys = [...chooseKeys(many, '{year}', []).values()];
    expect(new Set(keys).size).toBe(20_000);
    expect(keys.slice(25, 29)).toEqual(['2014y', '2014z', '2014aa', '2014ab']);
  });
});
