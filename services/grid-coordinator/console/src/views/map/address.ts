import type { Axis, GridMap, PointStatus, ProposalKind, TaskType } from '@almagest/contracts/grid';
import { fullBox, isWhole, limitsOf, type Box, type Range } from './box.ts';
import { COLOURS, type Colour } from './colours.ts';
import { AXES, shapeOf } from './shape.ts';
import type { MapView, OnlyClass } from './engine.ts';

/** The state of the map in its address. Names match the point filters. */
export type MapSearch = Readonly<Partial<Record<Axis, string>>> & {
  readonly colour?: Colour;
  readonly status?: PointStatus;
  readonly method?: TaskType;
  readonly group?: string;
  /** The selected class of the colour, such as `2..4`, or `none` for points without a number. */
  readonly only?: string;
  /** Seconds since 1970. */
  readonly until?: string;
  /** Name of the point whose card is open. */
  readonly point?: string;
  /** Which proposed points are shown. */
  readonly proposals?: ProposalKind | 'all';
  /** The axes of the open cell, such as `teff.logg`. The range of each of these axes is a single value. */
  readonly slice?: string;
  /** The axes of the enlarged heat map, such as `teff.logg`. */
  readonly pair?: string;
  /** The values of the selected cell of the enlarged heat map, such as `30000_5.5`. */
  readonly cell?: string;
};

const NUMBER = String.raw`[+-]?\d+(?:\.\d+)?`;
const RANGE = new RegExp(String.raw`^(?:(${NUMBER})|(${NUMBER})?\.\.(${NUMBER})?)$`);
const ONLY = /^(?:none|(\d{1,12})\.\.(\d{1,12}))$/;
const PROPOSALS = ['all', 'failure', 'residual'];
const WORD = /^[a-z_]+$/;

/** Drops invalid parameters, so that a mistyped address still shows the map. */
export function readMapSearch(search: Record<string, unknown>): MapSearch {
  const texts = Object.entries(search).filter((entry): entry is [string, string] => typeof entry[1] === 'string');
  const kept = texts.filter(([name, text]) => {
    if ((AXES as readonly string[]).includes(name)) return RANGE.test(text);
    if (name === 'colour') return (COLOURS as readonly string[]).includes(text);
    if (name === 'status' || name === 'method') return WORD.test(text);
    if (name === 'proposals') return PROPOSALS.includes(text);
    if (name === 'only') return ONLY.test(text);
    if (name === 'until') return /^\d{1,12}$/.test(text);
    return ['group', 'point', 'slice', 'pair', 'cell'].includes(name);
  });
  return Object.fromEntries(kept) as MapSearch;
}

/** Parses a range such as `20000..30000`. */
function limitsIn(text: string): { readonly low: number; readonly high: number } {
  const [, one, first, last] = RANGE.exec(text) ?? [];
  return { low: Number(one ?? first ?? -Infinity), high: Number(one ?? last ?? Infinity) };
}

/** Returns the ranks that a range covers. Undefined if the range has no limit or cannot be met. */
export function ranksIn(values: readonly number[], text: string): Range | undefined {
  const { low, high } = limitsIn(text);
  if (low > high || (low === -Infinity && high === Infinity)) return undefined;
  const above = values.findIndex((value) => value >= low);
  const from = above < 0 ? values.length : above;
  const to = values.findLastIndex((value) => value <= high);
  // A range over all values still has limits, unlike an unset range.
  const isAll = from === 0 && to === values.length - 1;
  return {
    from,
    to,
    ...(values[from] === low && !isAll ? {} : { low }),
    ...(values[to] === high && !isAll ? {} : { high }),
  };
}

export function rangeText(values: readonly number[], range: Range): string {
  const { low, high } = limitsOf(values, range);
  if (low === high) return `${low}`;
  return `${Number.isFinite(low) ? low : ''}..${Number.isFinite(high) ? high : ''}`;
}

/** Causes of failures are not numbers, so they have no classes. */
function classIn({ colour, only }: MapSearch): OnlyClass | undefined {
  const [whole, from, to] = ONLY.exec(only ?? '') ?? [];
  if (colour === undefined || colour === 'outcome' || whole === undefined) return undefined;
  if (whole === 'none') return whole;
  return colour === 'failures' ? undefined : { from: Number(from), to: Number(to) };
}

export function viewOf(search: MapSearch, { axes, codes }: Pick<GridMap, 'axes' | 'codes'>): MapView {
  const shape = shapeOf(AXES.map((axis) => axes[axis].length));
  const box = fullBox(shape).map((whole, index) => {
    const axis = AXES[index] ?? 'teff';
    const text = search[axis];
    return (text === undefined ? undefined : ranksIn(axes[axis], text)) ?? whole;
  });
  const outcome = codes.find(
    ({ status, method }) => status !== null && status === search.status && (method ?? undefined) === search.method,
  );
  return {
    colour: search.colour ?? 'outcome',
    box,
    outcome: outcome?.code,
    group: search.group,
    only: classIn(search),
    until: search.until === undefined ? undefined : Number(search.until),
  };
}

/** Returns the ranges of a box as address parameters. Ranges that cover a whole axis are omitted. */
export function searchOfBox(box: Box, axes: GridMap['axes']): Record<Axis, string | undefined> {
  const shape = shapeOf(AXES.map((axis) => axes[axis].length));
  const texts = AXES.map((axis, index) => {
    const range = box[index];
    return [axis, range === undefined || isWhole(box, shape, index) ? undefined : rangeText(axes[axis], range)];
  });
  return Object.fromEntries(texts) as Record<Axis, string | undefined>;
}

/** Returns the filters of the API for the selected class. Undefined if the API has no such filters. */
function classFilters({ colour, only }: MapView): Readonly<Record<string, string>> | undefined {
  if (only === undefined || colour === 'outcome') return {};
  if (only === 'none') return undefined;
  if (colour === 'attempts') return { attempts: `${only.from}..${only.to}` };
  return colour === 'wave' && only.from === only.to ? { wave: `${only.from}` } : undefined;
}

/** Returns whether the API can filter by the selection of a view. The API cannot select imports and some classes. */
export function isListable(view: MapView, { codes }: Pick<GridMap, 'codes'>): boolean {
  const code = codes.find((other) => other.code === view.outcome);
  const isImported = code?.status === 'converged' && code.method === null;
  return !isImported && classFilters(view) !== undefined;
}

/** Returns the selection of a view as filters of the API. */
export function filtersOf(view: MapView, { axes, codes }: Pick<GridMap, 'axes' | 'codes'>): Record<string, string> {
  const code = codes.find((other) => other.code === view.outcome);
  const filters = {
    ...searchOfBox(view.box, axes),
    status: code?.status ?? undefined,
    method: code?.method ?? undefined,
    group: view.group,
    ...classFilters(view),
  };
  return Object.fromEntries(
    Object.entries(filters).filter((entry): entry is [string, string] => entry[1] !== undefined),
  );
}
