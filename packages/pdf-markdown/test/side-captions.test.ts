import { expect, test } from '@jest/globals';
import { findSideCaptions } from '../src/layout/captions/side-captions.ts';
import { rowOf, run } from './runs.ts';

test('finds adjacent captions if the label of one is stretched', () => {
  const rows = [
    rowOf(
      run('Table', 50, 100),
      run('4:', 95, 100),
      run('Masses', 125, 100),
      run('of', 175, 100, { right: 190 }),
      run('Table 5: Ages of stars', 210, 100),
    ),
    rowOf(run('stars in the catalogue', 50, 112), run('without any companion', 210, 112)),
  ];
  const texts = findSideCaptions(rows).flatMap(({ captions }) =>
    captions.map((lines) => lines.map((runs) => runs.map(({ text }) => text).join(' ')).join(' ')),
  );
  expect(texts).toEqual(['Table 4: Masses of stars in the catalogue', 'Table 5: Ages of stars without any companion']);
});
