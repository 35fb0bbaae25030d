import { expect, test } from '@jest/globals';
import { blocksOfAnchors, outlineLists } from './outline-lists.ts';

const block = (kind: string, more: object = {}) => ({ kind, letters: 10, weight: 3, ...more });

test('lists sections with their depth, and figures from their first picture on', () => {
  const blocks = [
    block('heading', { level: 1, title: 'The paper' }),
    block('heading', { level: 2, title: String.raw`1 Models of $T_{\rm eff}$` }),
    block('heading', { level: 3, title: '1.1 Grids' }),
    block('equation', { numbers: ['1', '2'], anchors: ['S1.E1'] }),
    block('equation'),
    block('figure', { anchors: ['S1.F1'] }),
    block('figure'),
    block('caption', { title: 'Figure 1: Two pictures' }),
    block('figure', { title: 'Fig. 2. From a PDF' }),
    block('caption', { title: 'Table 1: Models' }),
    block('table', { title: 'Order Converged' }),
    block('reference', { title: 'Kurtz 1990', anchors: ['bib.bib1'] }),
  ];
  expect(outlineLists(blocks)).toEqual({
    contents: [
      { block: 1, text: String.raw`1 Models of $T_{\rm eff}$`, depth: 0 },
      { block: 2, text: '1.1 Grids', depth: 1 },
    ],
    figures: [
      { block: 5, text: 'Figure 1: Two pictures', depth: 0 },
      { block: 8, text: 'Fig. 2. From a PDF', depth: 0 },
    ],
    tables: [{ block: 9, text: 'Table 1: Models', depth: 0 }],
    equations: [{ block: 3, text: '(1), (2)', depth: 0 }],
    references: [{ block: 11, text: 'Kurtz 1990', depth: 0 }],
  });
  expect([...blocksOfAnchors(blocks)]).toEqual([
    ['S1.E1', 3],
    ['S1.F1', 5],
    ['bib.bib1', 11],
  ]);
});
