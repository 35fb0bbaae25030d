import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { parsePreprintQuery, PreprintQueryError } from './query-language.ts';

const piece = fc.constantFrom(
  'ti:',
  'au:',
  '"',
  '(',
  ')',
  'AND',
  'OR',
  'ANDNOT',
  'star',
  ' ',
  'submittedDate:[1 TO 2]',
  '[',
);

test('parses any text as a query or rejects it', () => {
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string(),
        fc.array(piece).map((pieces) => pieces.join('')),
      ),
      (text) => {
        try {
          expect(parsePreprintQuery(text)).toHaveProperty('kind');
        } catch (error) {
          expect(error).toBeInstanceOf(PreprintQueryError);
        }
      },
    ),
    { numRuns: 2000 },
  );
});

test('joins bare words by OR and binds AND more closely', () => {
  expect(parsePreprintQuery('a b')).toEqual(parsePreprintQuery('a OR b'));
  expect(parsePreprintQuery('a OR b AND c')).toEqual(parsePreprintQuery('a OR (b AND c)'));
  expect(parsePreprintQuery('a AND b ANDNOT c')).toEqual(parsePreprintQuery('(a AND b) ANDNOT c'));
});
