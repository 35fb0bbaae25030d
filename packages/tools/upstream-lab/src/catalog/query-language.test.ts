import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { Library } from '../content/library.ts';
import { identifiersOf } from '../content/library.ts';
import { search } from './matching.ts';
import { parseQuery, QuerySyntaxError } from './query-language.ts';

const library = new Library(0);
const piece = fc.constantFrom(
  'author:',
  'title:',
  '"',
  '(',
  ')',
  'AND',
  'OR',
  'NOT',
  '-',
  'citations(',
  'topn(3,',
  '[1 TO 2]',
  'star',
  ',',
  '*',
  '\\',
  '{',
  '~2',
  ' ',
  '^x',
);

test('parses any text as a query or rejects it with the engine’s message', () => {
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string(),
        fc.array(piece).map((pieces) => pieces.join('')),
      ),
      (text) => {
        try {
          expect(parseQuery(text)).toHaveProperty('kind');
        } catch (error) {
          expect(error).toBeInstanceOf(QuerySyntaxError);
        }
      },
    ),
    { numRuns: 2000 },
  );
});

test('finds each paper by each of its identifiers, and only that paper', () => {
  fc.assert(
    fc.property(fc.constantFrom(...library.entries), fc.nat(), (entry, index) => {
      const identifiers = identifiersOf(entry);
      const identifier = identifiers[index % identifiers.length] ?? '';
      expect([...search(parseQuery(`identifier:"${identifier}"`), library).keys()]).toEqual([entry]);
    }),
  );
});

const word = fc.constantFrom(...'star wind magnetic year:2004-2012 author:Okonkwo title:hot doctype:eprint'.split(' '));
const found = (query: string) => new Set(search(parseQuery(query), library).keys());

test('follows set algebra: OR is union, AND intersection, NOT difference', () => {
  fc.assert(
    fc.property(word, word, (left, right) => {
      const [a, b] = [found(left), found(right)];
      const both = new Set([...a].filter((entry) => b.has(entry)));
      const onlyLeft = new Set([...a].filter((entry) => !b.has(entry)));
      expect(found(`${left} OR ${right}`)).toEqual(new Set([...a, ...b]));
      expect(found(`(${left}) (${right})`)).toEqual(both);
      expect(found(`${left} AND ${right}`)).toEqual(both);
      expect(found(`${left} NOT ${right}`)).toEqual(onlyLeft);
      expect(found(`${left} -${right}`)).toEqual(onlyLeft);
    }),
  );
});

test('turns references into citations and back', () => {
  fc.assert(
    fc.property(fc.constantFrom(...library.entries.filter(({ references }) => references.length > 0)), (entry) => {
      const back = found(`citations(references(bibcode:"${entry.bibcode}"))`);
      expect(back.has(entry)).toBe(true);
    }),
  );
});
