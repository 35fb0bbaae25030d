import { escapeMarkup } from '../server/exchange.ts';
import { COLOURS, fractionsOf, type Rgb } from './plot-geometry.ts';
import type { Plot } from './article.ts';

const WIDTH = 480;
const HEIGHT = 320;
const BOX = { left: 60, right: 464, top: 16, bottom: 270 };

const css = ([red, green, blue]: Rgb) => `rgb(${red},${green},${blue})`;

export function plotSvg(plot: Plot): string {
  const x = (fraction: number) => BOX.left + fraction * (BOX.right - BOX.left);
  const y = (fraction: number) => BOX.bottom - fraction * (BOX.bottom - BOX.top);
  const curves = plot.curves.map(({ name, points }, index) => {
    const path = fractionsOf(points, plot)
      .map(([px, py]) => `${x(px).toFixed(1)},${y(py).toFixed(1)}`)
      .join(' ');
    const colour = css(COLOURS[index % COLOURS.length] ?? [0, 0, 0]);
    const label = `<text x="${BOX.right - 8}" y="${BOX.top + 18 + 16 * index}" text-anchor="end" fill="${colour}">${escapeMarkup(name)}</text>`;
    return `<polyline points="${path}" fill="none" stroke="${colour}" stroke-width="1.5"/>${label}`;
  });
  const tick = (text: number, at: string) => `<text ${at}>${text}</text>`;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}" viewBox="0 0 ${WIDTH} ${HEIGHT}" font-family="sans-serif" font-size="12">`,
    '<rect width="100%" height="100%" fill="white"/>',
    `<rect x="${BOX.left}" y="${BOX.top}" width="${BOX.right - BOX.left}" height="${BOX.bottom - BOX.top}" fill="none" stroke="black"/>`,
    ...curves,
    tick(plot.x.from, `x="${BOX.left}" y="${BOX.bottom + 16}" text-anchor="middle"`),
    tick(plot.x.to, `x="${BOX.right}" y="${BOX.bottom + 16}" text-anchor="middle"`),
    tick(plot.y.from, `x="${BOX.left - 6}" y="${BOX.bottom}" text-anchor="end"`),
    tick(plot.y.to, `x="${BOX.left - 6}" y="${BOX.top + 10}" text-anchor="end"`),
    `<text x="${(BOX.left + BOX.right) / 2}" y="${HEIGHT - 12}" text-anchor="middle">${escapeMarkup(plot.x.label)}</text>`,
    `<text transform="translate(16 ${(BOX.top + BOX.bottom) / 2}) rotate(-90)" text-anchor="middle">${escapeMarkup(plot.y.label)}</text>`,
    '</svg>\n',
  ].join('\n');
}
