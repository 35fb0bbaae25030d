import { describe, expect, test } from '@jest/globals';
import { dropFigureText } from '../src/layout/figures/figure-text.ts';
import { pageOf, run } from './runs.ts';

const TITLE = 'Winds of Hot Subdwarfs';

/** Returns a page with an axis label below a drawing, and text in another font. */
function pageWith(height: number, { text, size, below }: { text: string; size: number; below: number }) {
  const drawing = { left: 150, top: 100, right: 450, bottom: 100 + height };
  const label = run(text, 270, drawing.bottom + below, { size, fontKey: 'label' });
  const lines = Array.from({ length: 8 }, (_, i) => run('x'.repeat(60), 50, 500 + 12 * i));
  return { ...pageOf(1, [], { drawings: [drawing] }), runs: [label, ...lines] };
}

const textsOf = (page: ReturnType<typeof pageWith>) =>
  dropFigureText([page])
    .flatMap(({ runs }) => runs.map((one) => one.text))
    .filter((text) => !text.startsWith('x'));

test('drops labels of an enlarged drawing, which are further from it for their size', () => {
  expect(textsOf(pageWith(220, { text: 'Phase (days)', size: 22, below: 55 }))).toEqual([]);
  expect(textsOf(pageWith(220, { text: 'Phase (days)', size: 10, below: 55 }))).toEqual(['Phase (days)']);
});

test('keeps a title below a logo', () => {
  expect(textsOf(pageWith(60, { text: TITLE, size: 17, below: 50 }))).toEqual([TITLE]);
});

test('keeps the text of a document printed on backgrounds and in frames', () => {
  const frame = { left: 0, top: 0, right: 612, bottom: 792 };
  const lines = Array.from({ length: 8 }, (_, i) => run('Lists all installed packages', 50, 100 + 12 * i));
  const labels = Array.from({ length: 8 }, (_, i) => run('Flux (Jy)', 50, 100 + 12 * i));
  const kept = (runs: readonly ReturnType<typeof run>[]) =>
    dropFigureText([{ ...pageOf(1, [], { drawings: [frame] }), runs }]).map((page) => page.runs.length);
  expect(kept(lines)).toEqual([8]);
  expect(kept(labels)).toEqual([0]);
});

describe('a label font with some letters further from drawings, such as titles above panels', () => {
  const drawing = { left: 150, top: 100, right: 450, bottom: 400 };
  const lines = Array.from({ length: 8 }, (_, i) => run('x'.repeat(60), 50, 560 + 12 * i));
  const labels = (text: string) =>
    Array.from({ length: 24 }, (_, i) => run(text, 124, 110 + 12 * i, { fontKey: 'label', right: 148 }));
  const lettersLeft = (...runs: readonly ReturnType<typeof run>[]) =>
    dropFigureText([{ ...pageOf(1, [], { drawings: [drawing] }), runs: [...runs, ...lines] }]).flatMap((page) =>
      page.runs.flatMap(({ text, fontKey }) => (fontKey === 'label' ? [text] : [])),
    );
  const title = (text: string) => run(text, 200, 480, { fontKey: 'label' });

  test('is dropped in drawings and around them', () => {
    const inside = Array.from({ length: 20 }, (_, i) => run('Class', 300, 110 + 14 * i, { fontKey: 'label' }));
    expect(lettersLeft(...labels('10.25'), title('Effect of age'))).toEqual(['Effect of age']);
    expect(lettersLeft(...labels('10.25'), ...inside, title('Effect of age'))).toEqual(['Effect of age']);
  });

  test('is dropped at the distance of an axis title', () => {
    const axis = (below: number) => run('Age', 270, 400 + below, { fontKey: 'label' });
    expect(lettersLeft(...labels('10.25'), axis(55))).toEqual([]);
    expect(lettersLeft(...labels('10.25'), axis(75))).toEqual(['Age']);
  });

  test('is dropped even if less of its text is around drawings, if it occurs only on the few pages with drawings', () => {
    const titles = Array.from({ length: 7 }, (_, i) => run('Effect of age', 60, 480 + 12 * i, { fontKey: 'label' }));
    const drawn = { ...pageOf(1, [], { drawings: [drawing] }), runs: [...labels('10.25'), ...titles] };
    const left = (...others: readonly (typeof drawn)[]) =>
      dropFigureText([drawn, ...others])[0]?.runs.filter(({ fontKey }) => fontKey === 'label').length;
    const plain = { ...pageOf(2, []), runs: lines };
    expect(left(plain)).toBe(titles.length);
    expect(left()).toBe(titles.length + 24);
    expect(left({ ...plain, runs: [...lines, run('Age', 60, 700, { fontKey: 'label' })] })).toBe(titles.length + 24);
  });

  test('is kept if it is used as much elsewhere, in only a few labels, or mostly in long lines', () => {
    const words = Array.from({ length: 4 }, (_, i) => run('Effect of age', 60, 450 + 14 * i, { fontKey: 'label' }));
    expect(lettersLeft(...labels('10.25'), ...words)).toHaveLength(28);
    expect(lettersLeft(...labels('10.25').slice(0, 5), title('A'))).toHaveLength(6);
    const caption = run('y'.repeat(60), 150, 420, { fontKey: 'label' });
    expect(lettersLeft(...labels('10.25'), caption, title('A'))).toHaveLength(26);
  });
});
