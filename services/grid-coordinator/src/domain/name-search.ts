import { AXES, type Axis } from '@almagest/contracts/grid';
import { waveContributions, type Difficulty } from './difficulty.ts';
import type { GridPoint } from './expansion.ts';
import type { GridPlaces } from './grid-map.ts';
import { inNameOrder, nameSegment, type Grid } from './lattice.ts';
import { isWithin, type NumberRange } from './number-range.ts';
import { extraGridPoints, type OrderedPoints } from './workflow-points.ts';

/** Points that sort alike: of one wave, or of one temperature. */
export interface NameGroup {
  readonly value: number;
  readonly n: number;
}

/** Restricts the matching points; a missing key does not restrict. */
interface Restriction {
  readonly wave?: number | undefined;
  readonly teff?: number | undefined;
}

/** One axis value as names are searched: what it contributes to a name, and how many waves it adds. */
interface Choice {
  readonly segment: string;
  readonly value: number;
  readonly wave: number;
}

/** How many names match, by the number of waves that the axes from a given one on add. */
interface Ways {
  readonly byWave: Float64Array;
  readonly total: number;
}

/**
 * The points of a grid whose names contain a text and whose values lie in ranges: counted and listed without reading any
 * name.
 *
 * A name is one segment of each axis in turn. The automaton of Knuth, Morris and Pratt (SIAM J. Comput. 6, 1977) reads a
 * name from left to right, and all it keeps is how much of the text the name so far ends with. So the names that match
 * are counted axis by axis, for each such state, and whole branches of the grid are passed over by their counts. The
 * work grows with the sum of the axes' lengths, not with their product.
 */
export class NameSearch {
  readonly #text: string;
  readonly #columns: readonly (readonly Choice[])[];
  /** Waves that the axes from each one on add at most. */
  readonly #most: readonly number[];
  /** For each length of a matched prefix, the longest proper suffix of it that is also a prefix. */
  readonly #shorter: readonly number[];
  readonly #ways: readonly Map<number, Ways>[] = [...AXES, undefined].map(() => new Map<number, Ways>());
  /** The points beside the axes whose names match, in name order: they are few, so each name is read. */
  readonly #extra: readonly GridPoint[];

  /** Every name contains the empty text. An axis without a range is not restricted. */
  constructor(points: OrderedPoints, text: string, ranges: Partial<Record<Axis, NumberRange>> = {}) {
    const { grid, difficulty } = points;
    this.#text = text;
    this.#extra = extraGridPoints(points)
      .filter(
        ({ name, params }) => name.includes(text) && AXES.every((axis) => isWithin(ranges[axis] ?? {}, params[axis])),
      )
      .toSorted((a, b) => (a.name < b.name ? -1 : 1));
    this.#shorter = shorterMatches(text);
    const contributions = waveContributions(grid, difficulty);
    this.#columns = AXES.map((axis) =>
      inNameOrder(axis, grid[axis])
        .filter(({ value }) => isWithin(ranges[axis] ?? {}, value))
        .map((value) => ({
          segment: nameSegment(axis, value.text),
          value: value.value,
          wave: contributions[axis].get(value.text) ?? 0,
        })),
    );
    this.#most = mostWaves(this.#columns);
  }

  /**
   * The number of counting steps for each state of the automaton, of which there are few: the sum of the axes' lengths
   * times the number of waves.
   */
  static effort(grid: Grid, difficulty: Difficulty): number {
    const values = AXES.reduce((sum, axis) => sum + grid[axis].length, 0);
    return values * AXES.reduce((sum, axis) => sum + difficulty.weights[axis] * (grid[axis].length - 1), 1);
  }

  /** How many points match. */
  count(wave: number | undefined): number {
    return this.#count(0, 0, wave) + this.#extraOf({ wave }).length;
  }

  /** The groups of a sort order that hold matching points, in ascending order. */
  groups(sort: 'wave' | 'teff', wave: number | undefined): NameGroup[] {
    const ofGrid =
      sort === 'wave'
        ? Array.from(this.#waysFrom(0, 0).byWave, (n, value) => ({ value, n })).filter(
            ({ value }) => wave === undefined || value === wave,
          )
        : this.#choices(0).map((choice) => ({
            value: choice.value,
            n: this.#count(1, this.#read(0, choice.segment), less(wave, choice)),
          }));
    const ofExtra = this.#extraOf({ wave }).map((point) => ({
      value: sort === 'wave' ? point.wave : point.params.teff,
      n: 1,
    }));
    return summed([...ofGrid, ...ofExtra]);
  }

  /** The temperatures of matching points of which `counts` is true, rising; it is asked by their places. */
  temperaturesAmong(places: GridPlaces, counts: (place: number) => boolean): NameGroup[] {
    const offsets = this.#columns.map((column, axis) => column.map(({ value }) => places.offsetOf(axis, value) ?? 0));
    /** Where the name so far contains the text, the other axes are free. */
    const countFree = (axis: number, place: number): number => {
      let n = 0;
      for (const offset of offsets[axis] ?? []) {
        if (axis < AXES.length - 1) n += countFree(axis + 1, place + offset);
        else if (counts(place + offset)) n += 1;
      }
      return n;
    };
    const countFrom = (axis: number, state: number, place: number): number => {
      if (this.#count(axis, state, undefined) === 0) return 0;
      if (axis === AXES.length) return counts(place) ? 1 : 0;
      if (state === this.#text.length) return countFree(axis, place);
      return this.#choices(axis).reduce((n, { segment }, index) => {
        const next = place + (offsets[axis]?.[index] ?? 0);
        return n + countFrom(axis + 1, this.#read(state, segment), next);
      }, 0);
    };
    const ofGrid = this.#choices(0).map(({ segment, value }, index): NameGroup => {
      return { value, n: countFrom(1, this.#read(0, segment), offsets[0]?.[index] ?? 0) };
    });
    const ofExtra = this.#extra.map(({ params }): NameGroup => {
      const place = places.placeOf(AXES.map((axis) => params[axis]));
      return { value: params.teff, n: place !== undefined && counts(place) ? 1 : 0 };
    });
    return summed([...ofGrid, ...ofExtra]);
  }

  /** Matching names in name order: `limit` of them after the first `skip`. */
  list(restriction: Restriction, skip: number, limit: number): string[] {
    const extra = this.#extraOf(restriction).map(({ name }) => name);
    // All extra names may come before the page, and then so many fewer names of the grid do.
    const from = Math.max(0, skip - extra.length);
    const ofGrid = this.#listGrid(restriction, from, skip + limit - from);
    return merged(ofGrid, extra).slice(skip - from, skip - from + limit);
  }

  #extraOf({ wave, teff }: Restriction): readonly GridPoint[] {
    return this.#extra.filter(
      (point) => (wave === undefined || point.wave === wave) && (teff === undefined || point.params.teff === teff),
    );
  }

  #listGrid({ wave, teff }: Restriction, skip: number, limit: number): string[] {
    const names: string[] = [];
    let left = skip;
    const descend = (axis: number, state: number, prefix: string, remaining: number | undefined): void => {
      if (axis === AXES.length) {
        names.push(prefix);
        return;
      }
      for (const choice of this.#choices(axis)) {
        if (names.length >= limit) return;
        if (axis === 0 && teff !== undefined && choice.value !== teff) continue;
        const next = this.#read(state, choice.segment);
        const rest = less(remaining, choice);
        const n = this.#count(axis + 1, next, rest);
        if (n === 0) continue;
        if (left >= n) left -= n;
        else descend(axis + 1, next, prefix + choice.segment, rest);
      }
    };
    descend(0, 0, '', wave);
    return names;
  }

  /** The names on one page, in the order of the page: by wave or temperature, and then by name. */
  page(page: {
    readonly sort: 'wave' | 'teff';
    readonly descending: boolean;
    readonly wave: number | undefined;
    readonly offset: number;
    readonly limit: number;
  }): string[] {
    const { sort, descending, wave, limit } = page;
    const groups = this.groups(sort, wave);
    const names: string[] = [];
    let skip = page.offset;
    for (const { value, n } of descending ? groups.toReversed() : groups) {
      if (names.length >= limit) break;
      if (skip >= n) {
        skip -= n;
        continue;
      }
      const group = sort === 'wave' ? { wave: value } : { wave, teff: value };
      names.push(...this.list(group, skip, limit - names.length));
      skip = 0;
    }
    return names;
  }

  #choices(axis: number): readonly Choice[] {
    return this.#columns[axis] ?? [];
  }

  #count(axis: number, state: number, remaining: number | undefined): number {
    const ways = this.#waysFrom(axis, state);
    return remaining === undefined ? ways.total : (ways.byWave[remaining] ?? 0);
  }

  /** The ways to complete names whose segments before `axis` led to `state`. */
  #waysFrom(axis: number, state: number): Ways {
    const kept = this.#ways[axis]?.get(state);
    if (kept !== undefined) return kept;
    const byWave = new Float64Array((this.#most[axis] ?? 0) + 1);
    if (axis === AXES.length) byWave[0] = state === this.#text.length ? 1 : 0;
    for (const { segment, wave } of this.#choices(axis)) {
      const behind = this.#waysFrom(axis + 1, this.#read(state, segment));
      if (behind.total === 0) continue;
      for (const [waves, n] of behind.byWave.entries()) byWave[wave + waves] = (byWave[wave + waves] ?? 0) + n;
    }
    const ways = { byWave, total: byWave.reduce((sum, n) => sum + n, 0) };
    this.#ways[axis]?.set(state, ways);
    return ways;
  }

  /** How much of the text a name ends with after another segment; all of it for good once it was there. */
  #read(state: number, segment: string): number {
    const text = this.#text;
    let matched = state;
    for (const character of segment) {
      if (matched === text.length) return matched;
      while (matched > 0 && text[matched] !== character) matched = this.#shorter[matched] ?? 0;
      if (text[matched] === character) matched += 1;
    }
    return matched;
  }
}

/** Groups of the same value as one, in ascending order, without empty ones. */
function summed(groups: readonly NameGroup[]): NameGroup[] {
  const sums = new Map<number, number>();
  for (const { value, n } of groups) sums.set(value, (sums.get(value) ?? 0) + n);
  return [...sums]
    .map(([value, n]) => ({ value, n }))
    .filter(({ n }) => n > 0)
    .toSorted((a, b) => a.value - b.value);
}

/** Two lists in name order as one. */
function merged(a: readonly string[], b: readonly string[]): string[] {
  return b.length === 0 ? [...a] : [...a, ...b].toSorted((one, other) => (one < other ? -1 : 1));
}

function less(remaining: number | undefined, { wave }: Choice): number | undefined {
  return remaining === undefined ? undefined : remaining - wave;
}

function shorterMatches(text: string): number[] {
  const shorter = [0, 0];
  for (let end = 1, matched = 0; end < text.length; end += 1) {
    while (matched > 0 && text[matched] !== text[end]) matched = shorter[matched] ?? 0;
    if (text[matched] === text[end]) matched += 1;
    shorter[end + 1] = matched;
  }
  return shorter;
}

function mostWaves(columns: readonly (readonly Choice[])[]): number[] {
  const most = [0];
  for (const column of columns.toReversed()) {
    const own = column.reduce((largest, { wave }) => Math.max(largest, wave), 0);
    most.unshift((most[0] ?? 0) + own);
  }
  return most;
}
