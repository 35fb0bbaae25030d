import { expect, test } from '@jest/globals';
import { borrowedDois } from './imported-entries.ts';

const of = (title: string, author: string, ...dois: string[]) => ({ title, authors: [author], dois });

test('a DOI belongs to the first entry that has it, unless title or first author are the same', () => {
  const borrowed = borrowedDois([
    of('A handbook of stars', 'Fox, F.', '10.1/a'),
    of('How to review manuscripts', 'Academy', '10.1/a'),
    of('A handbook of stars, second edition', 'Gee, G.', '10.1/a'),
    of('Stars: a handbook', 'Fox, F.', '10.1/a'),
    of('', 'Gee, G.', '10.1/a'),
    of('Another one', 'Academy', '10.1/b'),
    of('Without any', 'Gee, G.'),
  ]);
  expect([...borrowed]).toEqual([[1, 0]]);
});
