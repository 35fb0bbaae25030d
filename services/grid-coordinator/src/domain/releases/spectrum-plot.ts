import { escapeMarkup } from '@almagest/service-kit/markup';

const WIDTH = 900;
const HEIGHT = 320;
const LEFT = 100;
const RIGHT = 15;
const TOP = 15;
const BOTTOM = 50;
const COLUMNS = WIDTH - LEFT - RIGHT;

/**
 * Draws a spectrum of any length. Keeps the lowest and highest flux of each column of pixels, so that no line
 * disappears.
 */
export class SpectrumPlot {
  readonly #min: number;
  readonly #max: number;
  readonly #low = new Float64Array(COLUMNS).fill(Infinity);
  readonly #high = new Float64Array(COLUMNS).fill(-Infinity);

  /** `min` and `max` are the first and last wavelength. */
  constructor(min: number, max: number) {
    this.#min = min;
    this.#max = max;
  }

  add(wavelength: number, flux: number): void {
    const column = Math.min(
      COLUMNS - 1,
      Math.floor(((wavelength - this.#min) / (this.#max - this.#min || 1)) * COLUMNS),
    );
    this.#low[column] = Math.min(this.#low[column] ?? Infinity, flux);
    this.#high[column] = Math.max(this.#high[column] ?? -Infinity, flux);
  }

  /** Returns the plot as SVG. */
  finish(labels: { readonly title: string; readonly wavelength: string; readonly flux: string }): string {
    const bottom = Math.min(0, ...this.#low.filter(Number.isFinite));
    const top = Math.max(...this.#high.filter(Number.isFinite), bottom);
    const y = (flux: number) =>
      (HEIGHT - BOTTOM - ((flux - bottom) / (top - bottom || 1)) * (HEIGHT - TOP - BOTTOM)).toFixed(1);
    let path = '';
    for (let column = 0; column < COLUMNS; column += 1) {
      const [low = 0, high = 0] = [this.#low[column], this.#high[column]];
      if (!Number.isFinite(low)) continue;
      path += `${path === '' ? 'M' : 'L'}${LEFT + column} ${y(low)}${high > low ? `V${y(high)}` : ''}`;
    }
    const text = (x: number, at: number, anchor: string, words: string) =>
      `<text x="${x}" y="${at}" text-anchor="${anchor}">${escapeMarkup(words)}</text>`;
    const floor = HEIGHT - BOTTOM;
    return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" font-family="sans-serif" font-size="13" role="img">
<title>${escapeMarkup(labels.title)}</title>
<rect width="${WIDTH}" height="${HEIGHT}" fill="#fff"/>
<path d="M${LEFT} ${TOP}V${floor}H${WIDTH - RIGHT}" fill="none" stroke="#888"/>
<path d="${path}" fill="none" stroke="#1f5fa8"/>
${text(LEFT, floor + 18, 'start', String(this.#min))}${text(WIDTH - RIGHT, floor + 18, 'end', String(this.#max))}
${text(LEFT - 6, TOP + 10, 'end', top.toPrecision(3))}${text(LEFT - 6, floor, 'end', bottom.toPrecision(3))}
${text(LEFT + COLUMNS / 2, HEIGHT - 12, 'middle', labels.wavelength)}
<text transform="translate(14 ${HEIGHT / 2 - 15}) rotate(-90)" text-anchor="middle">${escapeMarkup(labels.flux)}</text>
</svg>
`;
  }
}
