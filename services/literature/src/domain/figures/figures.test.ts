import { expect, test } from '@jest/globals';
import { figuresOf, findFigure, passagesAbout, type ReadBlock } from './figures.ts';

const block = (kind: string, text: string, markdown = text, id = `${kind}-1`): ReadBlock => ({
  id,
  kind,
  text,
  markdown,
});
const link = (name: string, alt = '') => `![${alt}](/api/paper/figures/2014MNRAS1443.1201O/${name})`;
const image = (name: string, id?: string) => block('figure', 'Figure 9', `<a id="x"></a>${link(name, 'Figure 9')}`, id);
const caption = (text: string, id?: string) => block('caption', text, text, id);
const paragraph = (text: string) => block('paragraph', text);

const read = (...blocks: ReadBlock[]) =>
  figuresOf(blocks).map(({ number, caption, images }) => ({ number, caption, images }));

test('a figure is an image with the caption below it', () => {
  const blocks = [paragraph('a'), image('x1.png'), caption('Figure 1: One.'), paragraph('b')];
  expect(figuresOf(blocks)).toEqual([
    { number: '1', caption: 'Figure 1: One.', images: ['x1.png'], first: 1, last: 2 },
  ]);
});

test('panels with individual captions belong to the numbered caption below them', () => {
  expect(
    read(image('a.png'), caption('(a) left'), image('b.png'), caption('(b) right'), caption('Figure 2: Both.')),
  ).toEqual([{ number: '2', caption: 'Figure 2: Both.\n(a) left\n(b) right', images: ['a.png', 'b.png'] }]);
});

test('adjacent figures are separated, with captions below or above', () => {
  const one = { number: '1', caption: 'Figure 1: One.', images: ['a.png'] };
  const two = { number: '2', caption: 'Figure 2: Two.', images: ['b.png'] };
  const [first, second] = [caption('Figure 1: One.'), caption('Figure 2: Two.')];
  expect(read(image('a.png'), first, image('b.png'), second)).toEqual([one, two]);
  expect(read(first, image('a.png'), second, image('b.png'))).toEqual([one, two]);
});

test('a table above a figure keeps its own caption', () => {
  expect(
    read(
      caption('Table 1: A picture of a table.', 'S2.T1'),
      image('t.png', 'S2.T1-2'),
      image('f.png', 'S2.F3.g1'),
      caption('Figure 3: A figure.', 'S2.F3-2'),
    ),
  ).toEqual([
    { number: undefined, caption: 'Table 1: A picture of a table.', images: ['t.png'] },
    { number: '3', caption: 'Figure 3: A figure.', images: ['f.png'] },
  ]);
  expect(read(caption('Table 1: Only rows.'), block('table', 'x'), image('f.png'))).toEqual([
    { number: undefined, caption: '', images: ['f.png'] },
  ]);
});

test('a block of a PDF contains both image and caption', () => {
  const text = 'Fig. 4. Flux in $Γ$.';
  expect(read(block('figure', text, `${link('figure-4.png', 'Fig. 4')}\n${text}`), paragraph('b'))).toEqual([
    { number: '4', caption: text, images: ['figure-4.png'] },
  ]);
});

test('a figure is found by name, by its number in the paper, or by position if the paper has no numbers', () => {
  const blocks = [
    image('a.png'),
    image('b%20b.png'),
    caption('Figure 2: Panels.'),
    image('c.png'),
    caption('Figure A1: C'),
  ];
  const figures = figuresOf(blocks);
  const [panels, appendix] = figures;
  expect(findFigure(figures, 'b b.png')).toEqual({ figure: panels, images: ['b b.png'] });
  for (const wanted of [2, '2', 'Figure 2', 'fig. 2b'])
    expect(findFigure(figures, wanted)).toEqual({ figure: panels, images: ['a.png', 'b b.png'] });
  expect(findFigure(figures, 'a.1')?.figure).toBe(appendix);
  for (const wanted of [1, 3, 'nothing.png', 'Figure', '']) expect(findFigure(figures, wanted)).toBeUndefined();

  const uncounted = figuresOf([image('a.png'), paragraph('t'), image('b.png')]);
  expect(findFigure(uncounted, 2)?.images).toEqual(['b.png']);
  for (const wanted of [3, 'Figure', '']) expect(findFigure(uncounted, wanted)).toBeUndefined();
});

test('the passages about a figure are those that mention it, or those around a figure without a number', () => {
  const blocks = [
    block('heading', 'Figure 1 in a heading'),
    paragraph('See Figs. 1 and 2.'),
    block('list_item', 'Fig. 1: in a list'),
    image('a.png'),
    caption('Figure 1: One. Compare Figure 1.'),
    paragraph('Nothing.'),
    paragraph('Only Figure 11.'),
    image('b.png'),
    block('heading', 'Next'),
    paragraph('After.'),
  ];
  const [one, unnumbered] = figuresOf(blocks);
  if (one === undefined || unnumbered === undefined) throw new Error('figures are missing');
  expect(passagesAbout(blocks, one)).toEqual(['See Figs. 1 and 2.', 'Fig. 1: in a list']);
  expect(passagesAbout(blocks, unnumbered)).toEqual(['Only Figure 11.', 'After.']);
});

test('images from other sites are not figures of the paper', () => {
  expect(read(block('figure', '', '![x](https://example.org/x.png)'), block('figure', '', '![x](x.png)'))).toEqual([]);
});
