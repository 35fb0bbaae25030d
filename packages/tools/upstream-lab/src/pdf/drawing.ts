import type { Plot } from '../article/article.ts';
import { COLOURS, fractionsOf } from '../article/plot-geometry.ts';
import type { Drawing, Path, Text } from './page-content.ts';
import { widthOfText } from './standard-fonts.ts';

/** Height of a drawing as a share of its width. */
const DRAWING_SHAPE = 0.62;

const FONT = 'Helvetica';
const LABEL_PT = 7;

/** Draws the curves of a figure in a frame, with their names and the axes. */
export function drawPlot(plot: Plot, width: number): Drawing {
  const height = width * DRAWING_SHAPE;
  const box = { left: 34, right: width - 10, top: 6, bottom: height - 26 };
  const texts: Text[] = [];
  const paths: Path[] = [frame(box)];
  const write = (text: string, x: number, y: number, more: Partial<Text> = {}) =>
    texts.push({ text, x, y, size: LABEL_PT, font: FONT, ...more });
  const [wide, tall] = [box.right - box.left, box.bottom - box.top];
  plot.curves.forEach(({ name, points }, index) => {
    const [red, green, blue] = COLOURS[index % COLOURS.length] ?? [0, 0, 0];
    const colour = [red / 255, green / 255, blue / 255] as const;
    const line = fractionsOf(points, plot).map(([x, y]) => [box.left + x * wide, box.bottom - y * tall] as const);
    paths.push({ points: line, width: 0.8, colour });
    write(name, box.right - 4 - widthOf(name), box.top + 10 + 9 * index, { colour });
  });
  const [from, to] = [String(plot.y.from), String(plot.y.to)];
  write(String(plot.x.from), box.left - 2, box.bottom + 9);
  write(String(plot.x.to), box.right - 6, box.bottom + 9);
  write(from, box.left - 3 - widthOf(from), box.bottom);
  write(to, box.left - 3 - widthOf(to), box.top + 6);
  write(plot.x.label, box.left + (wide - widthOf(plot.x.label)) / 2, box.bottom + 19);
  write(plot.y.label, 9, box.bottom - (tall - widthOf(plot.y.label)) / 2, { turns: 3 });
  return { width, height, texts, paths };
}

function frame({ left, right, top, bottom }: Readonly<Record<'left' | 'right' | 'top' | 'bottom', number>>): Path {
  const corners = [
    [left, top],
    [right, top],
    [right, bottom],
    [left, bottom],
    [left, top],
  ] as const;
  return { points: corners, width: 0.6, colour: [0, 0, 0] };
}

function widthOf(text: string): number {
  return widthOfText(text, FONT, LABEL_PT);
}
