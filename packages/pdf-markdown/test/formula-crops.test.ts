import { createHash } from 'node:crypto';
import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { COMPUTER_MODERN, displayStyle, setFormula, writeFormulaPdf } from '@almagest/upstream-lab/typeset';
import { parsePdf } from '../src/parse-pdf.ts';
import { renderRegions } from '../src/render-regions.ts';
import { equation, gridEquation } from './formula-trees.ts';

const formulas = fc.sample(fc.oneof(equation(1), gridEquation()), { numRuns: 16, seed: 3 });
const pdf = writeFormulaPdf(formulas.map((tree) => ({ tree, place: 'display' })));

test('the region of a formula contains its tall brackets, roots, limits and a margin', async () => {
  const { blocks } = await parsePdf(pdf);
  const boxes = blocks.flatMap(({ kind, box }) => (kind === 'equation' && box ? [box] : []));
  const missing = formulas.flatMap((tree, i) => {
    const { width, height, depth } = setFormula(tree, displayStyle(COMPUTER_MODERN));
    const box = boxes[i];
    const isWhole = box && box.right - box.left > width && box.bottom - box.top > height + depth;
    return isWhole ? [] : [{ tree, box, width, height, depth }];
  });
  expect(boxes).toHaveLength(formulas.length);
  expect(missing).toEqual([]);
});

test('every parse gives the same formula images, and none is empty', async () => {
  const draw = async () => {
    const { blocks } = await parsePdf(pdf);
    const regions = blocks.flatMap(({ kind, page, box }) =>
      kind === 'equation' && page && box ? [{ page, box }] : [],
    );
    const images = await renderRegions(pdf, regions.slice(0, 4), { dpi: 100 });
    return images.map((image) => createHash('sha256').update(image).digest('hex'));
  };
  const first = await draw();
  expect(new Set(first).size).toBe(4);
  expect(await draw()).toEqual(first);
});
