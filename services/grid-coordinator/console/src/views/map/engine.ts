import type { GridMap, MapPlane, MapPlaneName } from '@almagest/contracts/grid';
import { isWhole, withRange, type Box } from './box.ts';
import { colourCauses, colourNumbers, colourStates, type Colour, type Colouring, type LegendEntry } from './colours.ts';
import { decodeStates, NONE, placesOf, Plane, wholeText } from './decode.ts';
import { ExtraPoints } from './extra-points.ts';
import { AXES, PAIRS, shapeOf, type Shape } from './shape.ts';
import { categoriesIn, countAlong, countNumbers, PairTally, UNCOUNTED } from './tally.ts';

export interface MapView {
  readonly colour: Colour;
  readonly box: Box;
  /** Shows only points in this state, given as its character. */
  readonly outcome?: string | undefined;
  /** Shows only points that failed in this group since they last converged. */
  readonly group?: string | undefined;
  /** Shows only points of this class of the colour. */
  readonly only?: OnlyClass | undefined;
  /** Hides points whose last attempt ended after this time (seconds since 1970). */
  readonly until?: number | undefined;
}

/** Points with numbers between two limits, or points without a number. */
export type OnlyClass = 'none' | { readonly from: number; readonly to: number };

/** The counts of a view. Counts of a rank or cell are by category, in the order of the legend. */
export interface MapCounts {
  readonly legend: readonly LegendEntry[];
  /** Counts by pair of axes, in the layout of `PairTally`. */
  readonly pairs: Int32Array;
  /** Counts of each axis by rank and category, within the ranges of all other axes. */
  readonly along: readonly Int32Array[];
  readonly selected: number;
  /** Selected points by category. */
  readonly byCategory: Int32Array;
  /** Selected points by state, ordered like the map's codes. */
  readonly byState: Int32Array;
  /** Selected points by failure group. A point can be in several groups. Absent until the plane is loaded. */
  readonly byGroup?: readonly { readonly group: string; readonly points: number }[];
  /** The category of each extra point, ignoring the box. */
  readonly extra: Uint8Array;
  /** The first and last end of an attempt, in seconds since 1970. Absent until the plane is loaded. */
  readonly times?: { readonly from: number; readonly to: number };
}

/** Returns the planes that a view needs in addition to the states. */
export function planesOf({ colour, group, until }: MapView): MapPlaneName[] {
  return [
    ...(colour === 'outcome' ? [] : [colour]),
    ...(group === undefined || colour === 'failures' ? [] : ['failures' as const]),
    ...(until === undefined || colour === 'ended' ? [] : ['ended' as const]),
  ];
}

/** The last colouring and its counts. */
interface Shown {
  readonly key: string;
  readonly colouring: Colouring;
  readonly categoryOf: (place: number) => number;
  readonly tally: PairTally;
  readonly usesPlanes: boolean;
}

/** Holds a map in memory and counts what a view shows. */
export class MapEngine {
  readonly axes: GridMap['axes'];
  readonly codes: GridMap['codes'];
  readonly shape: Shape;
  readonly extra: ExtraPoints;
  /** The states of the grid points, then of the extra points. */
  readonly states: Uint8Array;
  readonly planes = new Map<MapPlaneName, Plane>();
  revision: string;
  #shown: Shown | undefined;
  readonly #categories: Uint8Array;
  #along = new Map<string, Int32Array>();

  constructor(map: GridMap) {
    this.axes = map.axes;
    this.codes = map.codes;
    this.revision = map.revision;
    this.shape = shapeOf(AXES.map((axis) => map.axes[axis].length));
    this.extra = new ExtraPoints(map.extra_points ?? [], map.axes);
    this.states = decodeStates(wholeText(map), map.codes);
    this.#categories = new Uint8Array(this.states.length);
  }

  setPlane(name: MapPlaneName, answer: MapPlane): void {
    this.planes.set(name, new Plane(answer));
    this.#shown = undefined;
  }

  /** Applies changes of the states and planes. States and planes have separate revisions. */
  change(map: GridMap, planes: ReadonlyMap<MapPlaneName, MapPlane>): void {
    this.revision = map.revision;
    const inPlanes = this.#changePlanes(planes);
    const places = new Set([...this.#changeStates(map), ...inPlanes]);
    // New values or causes may not have a colour yet.
    if (inPlanes.length > 0 && this.#shown?.usesPlanes === true) this.#shown = undefined;
    if (places.size > 0) this.#along.clear();
    const shown = this.#shown;
    if (shown === undefined) return;
    for (const place of places) {
      const category = shown.categoryOf(place);
      if (place < this.shape.size) shown.tally.move(place, this.#categories[place] ?? UNCOUNTED, category);
      this.#categories[place] = category;
    }
  }

  #changeStates({ changes }: GridMap): readonly number[] {
    if (changes === undefined) return [];
    const { places, codes } = placesOf(changes, this.shape.size);
    const states = decodeStates(codes, this.codes);
    for (const [index, place] of places.entries()) this.states[place] = states[index] ?? 0;
    return places;
  }

  #changePlanes(planes: ReadonlyMap<MapPlaneName, MapPlane>): number[] {
    return [...planes].flatMap(([name, answer]) => this.planes.get(name)?.change(answer, this.shape.size) ?? []);
  }

  count(view: MapView): MapCounts {
    const { colouring, tally } = this.#colour(view);
    const { box } = view;
    tally.count(this.#categories, box);
    const along = AXES.map((_, axis) => this.#countAlong(axis, box, tally, colouring.entries.length));
    const beside = this.extra.within(box).map((index) => this.shape.size + index);
    const byCategory = this.#countCategories(box, colouring, along[0], beside);
    const byState = this.#countStates(view, colouring, { byCategory, beside });
    const failures = this.planes.get('failures');
    const ended = this.planes.get('ended');
    return {
      legend: colouring.entries,
      pairs: tally.counts.slice(),
      along,
      selected: byCategory.reduce((total, n) => total + n, 0),
      byCategory,
      byState,
      extra: this.#categories.slice(this.shape.size),
      ...(failures === undefined ? {} : { byGroup: this.#countGroups(failures, box, beside) }),
      ...(ended === undefined ? {} : { times: timesOf(ended) }),
    };
  }

  /** Returns the categories of the points of a box, with the last axis varying fastest. */
  slice(box: Box): Uint8Array {
    return categoriesIn(this.shape, this.#categories, box);
  }

  /** Assigns the categories, unless only the box of the view has changed. */
  #colour(view: MapView): Shown {
    const { colour, outcome, group, only, until } = view;
    const key = JSON.stringify([colour, outcome, group, only, until]);
    if (this.#shown?.key === key) return this.#shown;
    const colouring = this.#colouringOf(view);
    const categoryOf = this.#categoryOf(view, colouring);
    for (let place = 0; place < this.#categories.length; place += 1) this.#categories[place] = categoryOf(place);
    this.#along.clear();
    this.#shown = {
      key,
      colouring,
      categoryOf,
      tally: new PairTally(this.shape, colouring.entries.length),
      usesPlanes: planesOf(view).length > 0,
    };
    return this.#shown;
  }

  #colouringOf({ colour, until }: MapView): Colouring {
    const plane = colour === 'outcome' ? undefined : this.planes.get(colour);
    const colouring =
      plane === undefined
        ? colourStates(this.codes)
        : colour === 'failures'
          ? colourCauses(plane)
          : colourNumbers(plane, colour as MapPlaneName);
    return until === undefined ? colouring : { ...colouring, entries: [...colouring.entries, { kind: 'later' }] };
  }

  #categoryOf({ colour, outcome, group, only, until }: MapView, { categories, none, entries }: Colouring) {
    const { states } = this;
    const plane = colour === 'outcome' ? undefined : this.planes.get(colour);
    const numbers: ArrayLike<number> = plane?.numbers ?? states;
    const isKept = this.codes.map(({ code, status }) => status !== null && (outcome === undefined || code === outcome));
    const isInGroup = group === undefined ? undefined : this.#membership(group);
    const isInClass = only === undefined || plane === undefined ? undefined : membershipOf(plane, only);
    const isLater = until === undefined ? undefined : this.#endedAfter(until);
    return (place: number): number => {
      if (isKept[states[place] ?? 0] !== true || isInGroup?.(place) === false) return UNCOUNTED;
      if (isInClass?.(place) === false) return UNCOUNTED;
      if (isLater?.(place) === true) return entries.length - 1;
      return categories[numbers[place] ?? NONE] ?? none;
    };
  }

  #membership(group: string): (place: number) => boolean {
    const failures = this.planes.get('failures');
    const isIn = failures?.sets.map((set) => set.includes(group)) ?? [];
    return (place) => isIn[failures?.numbers[place] ?? NONE] === true;
  }

  #endedAfter(until: number): (place: number) => boolean {
    const ended = this.planes.get('ended');
    const last = ended === undefined ? NONE : (until - ended.from) / ended.step;
    return (place) => {
      const end = ended?.numbers[place] ?? NONE;
      return end === NONE || end > last;
    };
  }

  #countAlong(axis: number, box: Box, tally: PairTally, categoryCount: number): Int32Array {
    if (isWhole(box, this.shape, axis)) return this.#sumOfPairs(axis, tally, categoryCount);
    const open = withRange(box, axis, { from: 0, to: (this.shape.sizes[axis] ?? 1) - 1 });
    const key = JSON.stringify([axis, open]);
    const known = this.#along.get(key);
    if (known !== undefined) return known;
    const counts = countAlong(this.shape, this.#categories, open, { axis, categoryCount });
    if (this.#along.size > 2 * AXES.length) this.#along.clear();
    this.#along.set(key, counts);
    return counts;
  }

  /** Sums the counts of an axis from a pair table. Valid only while the whole range of that axis is selected. */
  #sumOfPairs(axis: number, { counts, layout }: PairTally, categoryCount: number): Int32Array {
    const table = PAIRS.findIndex(([a, b]) => a === axis || b === axis);
    const [a = 0, b = 0] = PAIRS[table] ?? [];
    const [rows = 0, columns = 0] = [this.shape.sizes[a], this.shape.sizes[b]];
    const sums = new Int32Array((this.shape.sizes[axis] ?? 0) * categoryCount);
    let at = layout.offsets[table] ?? 0;
    for (let row = 0; row < rows; row += 1)
      for (let column = 0; column < columns; column += 1)
        for (let category = 0; category < categoryCount; category += 1, at += 1)
          sums[(a === axis ? row : column) * categoryCount + category]! += counts[at] ?? 0;
    return sums;
  }

  /**
   * Counts the selected points by category. `beside` lists the places of selected extra points, which have no table.
   */
  #countCategories(
    box: Box,
    { entries }: Colouring,
    along: Int32Array | undefined,
    beside: readonly number[],
  ): Int32Array {
    const counts = new Int32Array(entries.length);
    const { from = 0, to = -1 } = box[0] ?? {};
    for (let at = from * entries.length; at < (to + 1) * entries.length; at += 1)
      counts[at % entries.length]! += along?.[at] ?? 0;
    for (const place of beside) {
      const category = this.#categories[place] ?? UNCOUNTED;
      if (category !== UNCOUNTED) counts[category]! += 1;
    }
    return counts;
  }

  #countStates(
    { colour, until, box }: MapView,
    { entries }: Colouring,
    { byCategory, beside }: { readonly byCategory: Int32Array; readonly beside: readonly number[] },
  ): Int32Array {
    const length = this.codes.length;
    if (colour !== 'outcome' || until !== undefined) return this.#countNumbers(this.states, length, box, beside);
    const counts = new Int32Array(length);
    for (const [category, entry] of entries.entries()) {
      if (entry.kind !== 'outcome') continue;
      const state = this.codes.findIndex(({ code }) => code === entry.code.code);
      counts[state]! += byCategory[category] ?? 0;
    }
    return counts;
  }

  #countNumbers(numbers: ArrayLike<number>, length: number, box: Box, beside: readonly number[]): Int32Array {
    const counts = countNumbers(this.shape, this.#categories, box, { numbers, length });
    for (const place of beside) {
      const number = numbers[place] ?? NONE;
      if (this.#categories[place] !== UNCOUNTED && number >= 0) counts[number]! += 1;
    }
    return counts;
  }

  #countGroups({ numbers, sets }: Plane, box: Box, beside: readonly number[]): { group: string; points: number }[] {
    const bySet = this.#countNumbers(numbers, sets.length, box, beside);
    const groups = new Map<string, number>();
    for (const [index, set] of sets.entries())
      for (const group of set) groups.set(group, (groups.get(group) ?? 0) + (bySet[index] ?? 0));
    return [...groups]
      .filter(([, points]) => points > 0)
      .toSorted((a, b) => b[1] - a[1])
      .map(([group, points]) => ({ group, points }));
  }
}

function membershipOf({ numbers, from, step }: Plane, only: OnlyClass): (place: number) => boolean {
  return (place) => {
    const number = numbers[place] ?? NONE;
    if (only === 'none' || number === NONE) return only === 'none' && number === NONE;
    const value = from + number * step;
    return value >= only.from && value <= only.to;
  };
}

function timesOf({ numbers, from, step }: Plane): { from: number; to: number } {
  let low = Infinity;
  let high = 0;
  for (const number of numbers) {
    if (number === NONE) continue;
    if (number < low) low = number;
    if (number > high) high = number;
  }
  return low === Infinity ? { from, to: from } : { from: from + low * step, to: from + high * step };
}
