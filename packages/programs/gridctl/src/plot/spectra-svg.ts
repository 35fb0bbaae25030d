import type { Spectrum, SpectrumColumn } from '@almagest/engine-text';
import { scaleLinear, scaleLog, type ScaleLinear, type ScaleLogarithmic } from 'd3-scale';
import { line } from 'd3-shape';
import { printable } from '../output/text-width.ts';
import { drawnRows } from './drawn-rows.ts';

export interface NamedSpectrum {
  readonly name: string;
  readonly spectrum: Spectrum;
}

export interface PlotOptions {
  readonly title: string;
  /** The limits of the wavelengths, in the unit of the spectra. */
  readonly from: number;
  readonly to: number;
  readonly log: boolean;
}

/**
 * Distinguishable for colour-blind people (Okabe & Ito 2008, https://jfly.uni-koeln.de/color/). Yellow is left out
 * because it is too light for a line.
 */
export const COLOURS = ['#0072b2', '#d55e00', '#009e73', '#cc79a7', '#000000', '#56b4e9', '#e69f00'] as const;

const PLOT = { left: 96, top: 44, width: 800, height: 420 } as const;
const [RIGHT, BOTTOM] = [PLOT.left + PLOT.width, PLOT.top + PLOT.height];
const WIDTH = RIGHT + 24;
/** `top`: from the lower edge of the plot to the first row of the legend. `row`: from row to row. */
const LEGEND = { top: 72, row: 20 } as const;
const TICKS = { wavelength: 8, flux: 6 } as const;

type FluxScale = ScaleLinear<number, number> | ScaleLogarithmic<number, number>;

/**
 * Draws spectra over each other: flux against wavelength, with a legend. The same spectra and options give the same
 * text. Returns undefined if the range contains no flux, or no positive flux on a logarithmic axis.
 */
export function drawSpectra(spectra: readonly NamedSpectrum[], options: PlotOptions): string | undefined {
  const { from, to, log } = options;
  const x = scaleLinear([from, to], [PLOT.left, RIGHT]);
  const drawn = spectra.map(({ name, spectrum }) => {
    const rows = drawnRows(spectrum, { from, to, columns: PLOT.width });
    const points = rows.map((row) => [spectrum.wavelengths[row] ?? NaN, spectrum.fluxes[row] ?? NaN] as const);
    return { name, points };
  });
  const fluxes = drawn.flatMap(({ points }) =>
    points.filter(([at, flux]) => at >= from && at <= to && (!log || flux > 0)).map(([, flux]) => flux),
  );
  if (fluxes.length === 0) return undefined;
  const extent = fluxes.reduce(([least, most], flux) => [Math.min(least, flux), Math.max(most, flux)] as const, [
    Infinity,
    -Infinity,
  ] as const);
  const y = (log ? scaleLog(extent, [BOTTOM, PLOT.top]) : scaleLinear(extent, [BOTTOM, PLOT.top])).nice();
  const path = line<readonly [number, number]>()
    .defined(([, flux]) => !log || flux > 0)
    .x(([wavelength]) => x(wavelength))
    .y(([, flux]) => y(flux))
    .digits(2);
  const columns = spectra[0]?.spectrum.columns;
  return [
    ...head(options.title, spectra.length),
    ...wavelengthAxis(x, labelOf(columns?.[0])),
    ...fluxAxis(y, labelOf(columns?.[1])),
    ...drawn.map(
      ({ points }, index) =>
        `<path d="${path(points) ?? ''}" fill="none" stroke="${colourOf(index)}" stroke-linejoin="round" clip-path="url(#plot)"/>`,
    ),
    `<rect x="${PLOT.left}" y="${PLOT.top}" width="${PLOT.width}" height="${PLOT.height}" fill="none" stroke="#333"/>`,
    ...drawn.flatMap(({ name }, index) => legendRow(name, index)),
    '</svg>\n',
  ].join('\n');
}

function colourOf(index: number): string {
  return COLOURS[index % COLOURS.length] ?? COLOURS[0];
}

function head(title: string, rows: number): string[] {
  const height = BOTTOM + LEGEND.top + rows * LEGEND.row;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" width="${WIDTH}" height="${height}" role="img" font-family="sans-serif" font-size="13">`,
    `<title>${escaped(title)}</title>`,
    `<rect width="100%" height="100%" fill="#fff"/>`,
    `<clipPath id="plot"><rect x="${PLOT.left}" y="${PLOT.top}" width="${PLOT.width}" height="${PLOT.height}"/></clipPath>`,
    text({ x: PLOT.left, y: PLOT.top - 16, content: title, more: ' font-size="15"' }),
  ];
}

function wavelengthAxis(x: ScaleLinear<number, number>, label: string): string[] {
  const format = x.tickFormat(TICKS.wavelength, 'f');
  return [
    ...x.ticks(TICKS.wavelength).flatMap((tick) => {
      const at = rounded(x(tick));
      return [
        `<path d="M${at},${PLOT.top}V${BOTTOM + 5}" stroke="#ddd"/>`,
        text({ x: at, y: BOTTOM + 22, content: format(tick), more: ' text-anchor="middle"' }),
      ];
    }),
    text({ x: PLOT.left + PLOT.width / 2, y: BOTTOM + 46, content: label, more: ' text-anchor="middle"' }),
  ];
}

function fluxAxis(y: FluxScale, label: string): string[] {
  const format = y.tickFormat(TICKS.flux, '~g');
  const middle = PLOT.top + PLOT.height / 2;
  return [
    ...y.ticks(TICKS.flux).flatMap((tick) => {
      const words = format(tick);
      // A logarithmic axis labels only some of its ticks.
      if (words === '') return [];
      const at = rounded(y(tick));
      return [
        `<path d="M${PLOT.left - 5},${at}H${RIGHT}" stroke="#ddd"/>`,
        text({ x: PLOT.left - 10, y: rounded(at + 4), content: words, more: ' text-anchor="end"' }),
      ];
    }),
    text({ x: 20, y: middle, content: label, more: ` text-anchor="middle" transform="rotate(-90 20 ${middle})"` }),
  ];
}

function legendRow(name: string, index: number): string[] {
  const y = BOTTOM + LEGEND.top + index * LEGEND.row;
  return [
    `<path d="M${PLOT.left},${y}h28" stroke="${colourOf(index)}" stroke-width="3"/>`,
    text({ x: PLOT.left + 36, y: y + 4, content: name }),
  ];
}

interface Label {
  readonly x: number;
  readonly y: number;
  readonly content: string;
  readonly more?: string;
}

function text({ x, y, content, more = '' }: Label): string {
  return `<text x="${x}" y="${y}"${more}>${escaped(content)}</text>`;
}

function labelOf(column: SpectrumColumn | undefined): string {
  if (column === undefined) return '';
  return column.unit === null ? column.quantity : `${column.quantity} (${column.unit})`;
}

/** Escapes text for SVG. The headers of spectra come from nodes. */
function escaped(content: string): string {
  return printable(content).replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

function rounded(value: number): number {
  return Math.round(value * 100) / 100;
}
