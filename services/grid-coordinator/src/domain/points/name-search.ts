import { AXES, type Axis } from '@almagest/contracts/grid';
import { waveContributions, type Difficulty } from './difficulty.ts';
import type { GridPoint } from './expansion.ts';
import type { GridPlaces } from './grid-map.ts';
import { inNameOrder, nameSegment, type Grid } from './lattice.ts';
import { isWithin, type NumberRange } from './number-range.ts';
import {
  MergedNames,
  slicesOnPage,
  summed,
  sumGroups,
  type FoundPage,
  type NameGroup,
  type NamePage,
  type Restriction,
} from './name-pages.ts';
import { extraGridPoints, type OrderedPoints } from './workflow-points.ts';

/** One axis value in a search: its part of the name, and the number of waves that it adds. */
interface Choice {
  readonly segment: string;
  readonly value: number;
  readonly wave: number;
}

/** The fields by which lists are sorted. */
export interface DescribedPoint {
  readonly name: string;
  readonly wave: number;
  readonly teff: number;
}

/** The number of matching names, by the number of waves that a given axis and all later axes add. */
interface Ways {
  readonly byWave: Float64Array;
  readonly total: number;
}

/**
 * The points of a grid whose names contain a text and whose values are in ranges. Counts and lists these points without
 * reading any name.
 *
 * A name is a sequence of one segment per axis. The automaton of Knuth, Morris and Pratt (SIAM J. Comput. 6, 1977)
 * reads a name from left to right. Its state is the length of the longest prefix of the text that is a suffix of the
 * characters read so far. Matching names are counted axis by axis for each state. The counts show which branches of the
 * grid can be skipped. The work grows with the sum of the axes' lengths, not with their product.
 */
export class NameSearch {
  readonly #text: string;
  readonly #isWhole: boolean;
  readonly #columns: readonly (readonly Choice[])[];
  /** For each axis, the maximum number of waves that this axis and all later axes can add. */
  readonly #most: readonly number[];
  /** For each length of a matched prefix, the length of its longest proper suffix that is also a prefix. */
  readonly #shorter: readonly number[];
  readonly #ways: readonly Map<number, Ways>[] = [...AXES, undefined].map(() => new Map<number, Ways>());
  /** The extra points whose names match, in name order. There are few extra points, so each name is read. */
  readonly #extra: readonly GridPoint[];

  /** An empty text matches every name. An axis without a range is not restricted. */
  constructor(points: OrderedPoints, text: string, ranges: Partial<Record<Axis, NumberRange>> = {}) {
    const { grid, difficulty } = points;
    this.#text = text;
    this.#isWhole = text === '' && Object.keys(ranges).length === 0;
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
   * Returns the sum of the axes' lengths times the number of waves. This is the number of counting steps for each state
   * of the automaton, which has few states.
   */
  static effort(grid: Grid, difficulty: Difficulty): number {
    const values = AXES.reduce((sum, axis) => sum + grid[axis].length, 0);
    return values * AXES.reduce((sum, axis) => sum + difficulty.weights[axis] * (grid[axis].length - 1), 1);
  }

  /** Whether every point matches. */
  get isWhole(): boolean {
    return this.#isWhole;
  }

  count(wave: number | undefined): number {
    return this.#count(0, 0, wave) + this.extraOf({ wave }).length;
  }

  /** Returns the groups of a sort order that contain matching points, in ascending order. */
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
    const ofExtra = this.extraOf({ wave }).map((point) => ({
      value: sort === 'wave' ? point.wave : point.params.teff,
      n: 1,
    }));
    return summed([...ofGrid, ...ofExtra]);
  }

  /** Returns the matching extra points in name order. */
  extraOf({ wave, teff }: Restriction): readonly GridPoint[] {
    return this.#extra.filter(
      (point) => (wave === undefined || point.wave === wave) && (teff === undefined || point.params.teff === teff),
    );
  }

  /**
   * Calls `visit` for each matching point on the axes in name order, until `visit` returns false. Passes the point's
   * place, its wave and a function that returns its name. Takes time proportional to the number of points.
   */
  visit(
    places: GridPlaces,
    { wave, teff }: Restriction,
    visit: (place: number, wave: number, name: () => string) => boolean,
  ): void {
    const columns = this.#columns.map((column, axis) => {
      const chosen = axis > 0 || teff === undefined ? column : column.filter(({ value }) => value === teff);
      return chosen.map((choice) => ({ ...choice, offset: places.offsetOf(axis, choice.value) ?? 0 }));
    });
    const whole = this.#text.length;
    const path: string[] = [];
    const name = () => path.join('');
    const descend = (axis: number, state: number, place: number, passed: number): boolean => {
      const column = columns[axis];
      if (column === undefined) return visit(place, passed, name);
      // Uses an index instead of an iterator, because this loop runs over millions of points.
      for (let index = 0; index < column.length; index += 1) {
        const choice = column[index];
        if (choice === undefined) continue;
        // Once the name contains the text, the remaining axes may have any values.
        const next = state === whole ? whole : this.#read(state, choice.segment);
        const rest = wave === undefined ? undefined : wave - passed - choice.wave;
        const isFree = next === whole && rest === undefined;
        if (!isFree && this.#count(axis + 1, next, rest) === 0) continue;
        path[axis] = choice.segment;
        if (!descend(axis + 1, next, place + choice.offset, passed + choice.wave)) return false;
      }
      return true;
    };
    descend(0, 0, 0, 0);
  }

  /** Returns a function that finds the point at a place of the grid. The search must match all points. */
  describer(places: GridPlaces): (place: number) => DescribedPoint {
    const byRank = this.#columns.map((column, axis) => {
      const choices = new Map(column.map((choice) => [choice.value, choice]));
      return (places.axes[axis] ?? []).map((value) => choices.get(value));
    });
    return (place) => {
      let [rest, name, wave, teff] = [place, '', 0, 0];
      for (const choices of byRank.toReversed()) {
        const choice = choices[rest % choices.length];
        rest = Math.floor(rest / choices.length);
        name = `${choice?.segment}${name}`;
        wave += choice?.wave ?? 0;
        teff = choice?.value ?? 0;
      }
      return { name, wave, teff };
    };
  }

  /** Returns matching names in name order, from `first` up to but excluding `last`, counted from 0. */
  list(restriction: Restriction, first: number, last: number): readonly string[] {
    const extra = this.extraOf(restriction).map(({ name }) => name);
    const merged = new MergedNames(extra, { first, last });
    return merged.merge(this.#listGrid(restriction, merged.from, merged.count));
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

  /**
   * Returns the number of matching points and the names on one page, ordered by wave or temperature and then by name.
   */
  page(page: NamePage): FoundPage {
    const { sort, descending, wave } = page;
    const groups = this.groups(sort, wave);
    const names = slicesOnPage(descending ? groups.toReversed() : groups, page).flatMap(({ value, first, last }) =>
      this.list(sort === 'wave' ? { wave: value } : { wave, teff: value }, first, last),
    );
    return { total: sumGroups(groups), names };
  }

  #choices(axis: number): readonly Choice[] {
    return this.#columns[axis] ?? [];
  }

  #count(axis: number, state: number, remaining: number | undefined): number {
    const ways = this.#waysFrom(axis, state);
    return remaining === undefined ? ways.total : (ways.byWave[remaining] ?? 0);
  }

  /** Returns the ways to complete names whose segments before `axis` led to `state`. */
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

  /**
   * Returns the state of the automaton after another segment of a name. If the name already contains the text, returns
   * the full length of the text.
   */
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
