import { useEffect, useRef } from 'react';
import uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import { localTime } from '../format.ts';
import { useStoredValue } from '../stored-value.ts';
import { theme } from '../theme.ts';
import { chartValue, tickTexts } from '../tick-text.ts';
import './line-chart.css';

export interface ChartLine {
  readonly name: string;
  /** Name of a colour in the style sheet, such as `--converged`. */
  readonly color: string;
  /** One value for each `x`, null if missing. */
  readonly values: readonly (number | null)[];
  readonly isDashed?: boolean;
}

export interface LineChartProps {
  readonly title: string;
  /** A sentence for screen readers that describes the chart. */
  readonly label: string;
  /** Ascending. Seconds since 1970 if `isTime`. */
  readonly x: readonly number[];
  readonly xName?: string;
  readonly yName?: string;
  readonly isTime?: boolean;
  readonly isLogarithmic?: boolean;
  /** Starts the vertical axis at 0, for counts. */
  readonly fromZero?: boolean;
  /** Draws steps: each value is valid until the next one. */
  readonly stepped?: boolean;
  readonly lines: readonly ChartLine[];
  /** Charts with the same key share their cursor and zoom. */
  readonly syncKey?: string;
  readonly height?: number;
}

const HEIGHT = 170;
const SECOND_MS = 1_000;
// The enumeration does not exist at run time.
// oxlint-disable-next-line typescript/no-unsafe-enum-assignment
const LOGARITHMIC: uPlot.Scale.Distr = 3;
const DASH = [6, 4];
/** From 0 to a tenth above the largest value, and at least to 1. */
const FROM_ZERO: uPlot.Range.Config = { min: { hard: 0, soft: 0, mode: 1 }, max: { pad: 0.1, soft: 1, mode: 1 } };

const [HOUR_SEC, DAY_SEC, YEAR_SEC] = [3_600, 86_400, 31_536_000];
/** Shown under the first tick of each day. */
const DAY_BELOW = '\n{YYYY}-{MM}-{DD}';
/**
 * For each distance between ticks in seconds: the text of the ticks, and its second line at the first tick and at a new
 * year, month or day.
 */
const TIME_TICKS: uPlot.Axis.Values = [
  [YEAR_SEC, '{YYYY}', null, null, null, null, null, null, 1],
  [28 * DAY_SEC, '{YYYY}-{MM}', null, null, null, null, null, null, 1],
  [DAY_SEC, '{MM}-{DD}', '\n{YYYY}', null, null, null, null, null, 1],
  [HOUR_SEC / 60, '{HH}:{mm}', DAY_BELOW, null, DAY_BELOW, null, null, null, 1],
  [1, '{HH}:{mm}:{ss}', DAY_BELOW, null, DAY_BELOW, null, null, null, 1],
];
/** Distances between ticks in seconds. Each distance leaves enough room for the texts. */
const TIME_STEPS = [
  1,
  5,
  10,
  15,
  30,
  ...[1, 5, 10, 15, 30].map((minutes) => (minutes * HOUR_SEC) / 60),
  ...[1, 2, 3, 4, 6, 8, 12].map((hours) => hours * HOUR_SEC),
  ...[1, 2, 3, 4, 5, 7, 10, 15, 30, 60, 90, 180].map((days) => days * DAY_SEC),
  ...[1, 2, 5, 10].map((years) => years * YEAR_SEC),
];
/** Space for half of the text of a tick at the right edge, in CSS pixels. */
const DATE_PX = 40;
/** Space for a tick's text, in CSS pixels. */
const TICK_PX = 72;
/** Distances between ticks for whole numbers. */
const WHOLE_STEPS = Array.from({ length: 13 }, (_, power) => [1, 2, 5].map((digit) => digit * 10 ** power)).flat();

/**
 * Plots lines over a common axis. Shows the values under the cursor below the chart. Dragging zooms in, and a double
 * click resets the zoom. New lines redraw the chart, but new values keep the zoom.
 */
export function LineChart(props: LineChartProps) {
  const { title, label, x, lines } = props;
  const box = useRef<HTMLDivElement>(null);
  const plot = useRef<uPlot>(undefined);
  const latest = useRef(props);
  latest.current = props;
  const chosenTheme = useStoredValue(theme);
  const shape = JSON.stringify([
    chosenTheme,
    title,
    props.isLogarithmic,
    props.yName,
    lines.map(({ name, color }) => [name, color]),
  ]);
  useEffect(() => {
    const element = box.current;
    if (element === null) return;
    const drawn = new uPlot(optionsOf(latest.current, element), dataOf(latest.current), element);
    plot.current = drawn;
    const redraw = () => drawn.redraw(false);
    const dark = matchMedia('(prefers-color-scheme: dark)');
    dark.addEventListener('change', redraw);
    const resizes = new ResizeObserver(() =>
      drawn.setSize({ width: element.clientWidth, height: latest.current.height ?? HEIGHT }),
    );
    resizes.observe(element);
    return () => {
      dark.removeEventListener('change', redraw);
      resizes.disconnect();
      drawn.destroy();
    };
  }, [shape]);
  useEffect(() => {
    const drawn = plot.current;
    if (drawn === undefined) return;
    const { min, max } = drawn.scales['x'] ?? {};
    const all = drawn.data[0];
    // The scale of a new plot is not set yet.
    const isZoomed = typeof min === 'number' && (min !== all[0] || max !== all.at(-1));
    drawn.setData(dataOf(latest.current), !isZoomed);
    if (isZoomed) drawn.redraw();
  }, [x, lines]);
  return (
    <figure className="line-chart">
      <figcaption>
        <span>{title}</span>
        {props.yName === undefined ? null : <span className="y-name">{props.yName}</span>}
      </figcaption>
      <div ref={box} role="img" aria-label={label} />
    </figure>
  );
}

function dataOf({ x, lines }: LineChartProps): uPlot.AlignedData {
  return [[...x], ...lines.map(({ values }) => [...values])];
}

function optionsOf(props: LineChartProps, element: HTMLElement): uPlot.Options {
  const { isTime = false, isLogarithmic = false, fromZero = false, syncKey, xName, height = HEIGHT } = props;
  const isWhole = props.lines.every(({ values }) => areWhole(values));
  const axis = {
    stroke: () => colorOf('--text-muted', element),
    grid: { stroke: () => colorOf('--border', element), width: 1 },
    ticks: { stroke: () => colorOf('--border', element), width: 1 },
    font: `12px ${getComputedStyle(element).fontFamily}`,
  };
  return {
    width: element.clientWidth,
    height,
    ...(isTime ? { padding: [null, DATE_PX, null, null] } : {}),
    scales: { x: { time: isTime }, y: isLogarithmic ? { distr: LOGARITHMIC } : fromZero ? { range: FROM_ZERO } : {} },
    axes: [
      {
        ...axis,
        space: TICK_PX,
        ...(isTime ? { values: TIME_TICKS, incrs: TIME_STEPS } : areWhole(props.x) ? { incrs: WHOLE_STEPS } : {}),
        ...(xName === undefined ? {} : { label: xName }),
      },
      {
        ...axis,
        ...(isWhole ? { incrs: WHOLE_STEPS } : {}),
        size: axisWidth,
        values: (_, ticks) => tickTexts(ticks),
      },
    ],
    cursor: { drag: { x: true, y: false }, ...(syncKey === undefined ? {} : { sync: { key: syncKey } }) },
    series: [xSeries(props), ...props.lines.map((line) => lineSeries(line, props, element))],
  };
}

function areWhole(values: readonly (number | null)[]): boolean {
  return values.every((value) => value === null || Number.isInteger(value));
}

/** A single value cannot form a line, so it is drawn as a point. */
function isAlone(values: readonly (number | null)[]): boolean {
  return values.filter((value) => value !== null).length === 1;
}

function xSeries({ isTime = false, xName = '' }: LineChartProps): uPlot.Series {
  if (!isTime)
    return { label: xName === '' ? 'x' : xName, value: (_, value) => (value === null ? '' : chartValue(value)) };
  return { label: '', value: (_, seconds) => (seconds === null ? '' : localTime(SECOND_MS * seconds)) };
}

function lineSeries(
  { name, color, values, isDashed = false }: ChartLine,
  { stepped = false }: LineChartProps,
  element: HTMLElement,
) {
  const steps = uPlot.paths.stepped?.({ align: 1 });
  return {
    label: name,
    stroke: () => colorOf(color, element),
    width: 1.5,
    points: isAlone(values) ? {} : { show: false },
    value: (_: uPlot, value: number | null) => (value === null ? '' : chartValue(value)),
    ...(isDashed ? { dash: DASH } : {}),
    ...(stepped && steps !== undefined ? { paths: steps } : {}),
  };
}

/** The width of a digit, and the space around the numbers of an axis, in CSS pixels. */
const DIGIT_PX = 7;
const BESIDE_PX = 18;

function axisWidth(_: uPlot, texts: readonly string[] | null): number {
  return BESIDE_PX + DIGIT_PX * Math.max(4, ...(texts ?? []).map((text) => text.length));
}

/**
 * Resolves a colour of the style sheet for the canvas. A custom property can have different values in light and dark
 * mode.
 */
function colorOf(name: string, element: HTMLElement): string {
  const probe = document.createElement('span');
  probe.style.color = `var(${name})`;
  element.append(probe);
  const { color } = getComputedStyle(probe);
  probe.remove();
  return color;
}
