import { AXES } from '@almagest/contracts/grid';
import type { GridPoint } from './expansion.ts';
import type { GridPlaces } from './grid-map.ts';
import {
  MergedNames,
  slicesOnPage,
  summed,
  sumGroups,
  type FoundPage,
  type GroupSlice,
  type NameGroup,
  type NamePage,
  type Restriction,
} from './name-pages.ts';
import type { DescribedPoint, NameSearch } from './name-search.ts';

/** The names of one wave or temperature that are being collected. */
interface WantedNames {
  readonly merged: MergedNames;
  /** The number of names on the axes that come before the collected names. */
  left: number;
  readonly ofAxes: string[];
}

/** Up to this many points, describing and sorting the points is faster than a walk over all names. */
const FEW = 50_000;

/** Finds the points of a search that meet a condition on their place in the map. Looks at each point of the grid. */
export class MappedSearch {
  readonly #search: NameSearch;
  readonly #places: GridPlaces;
  readonly #meets: (place: number) => boolean;
  readonly #few: number;

  /**
   * @param meets never true for a place without a point
   */
  constructor(search: NameSearch, places: GridPlaces, meets: (place: number) => boolean, few = FEW) {
    this.#search = search;
    this.#places = places;
    this.#meets = meets;
    this.#few = few;
  }

  /** Returns the number of points of each wave or temperature, in ascending order. */
  groups(sort: 'wave' | 'teff', wave: number | undefined): NameGroup[] {
    const ofExtra = this.#extraOf({ wave }).map((point) => ({
      value: sort === 'wave' ? point.wave : point.params.teff,
      n: 1,
    }));
    const ofGrid = sort === 'wave' ? this.#countWaves(wave) : this.#countTemperatures(wave);
    return summed([...ofGrid, ...ofExtra]);
  }

  count(wave: number | undefined): number {
    if (this.#search.isWhole && wave === undefined) return this.#countAll();
    return sumGroups(this.groups('wave', wave));
  }

  /** Returns the number of points and the names on one page, ordered by wave or temperature and then by name. */
  page(page: NamePage): FoundPage {
    const { sort, descending, wave } = page;
    if (this.#search.isWhole && this.#countAll() <= this.#few) return this.#pageOfFew(page);
    const groups = this.groups(sort, wave);
    const slices = slicesOnPage(descending ? groups.toReversed() : groups, page);
    const names =
      sort === 'wave'
        ? this.#listWaves(slices)
        : slices.flatMap((slice) => this.#listTemperature({ wave, teff: slice.value }, slice));
    return { total: sumGroups(groups), names };
  }

  /** Describes all matching points. This is fast, because a grid's places are faster to read than its names. */
  #pageOfFew({ sort, descending, wave, offset, limit }: NamePage): FoundPage {
    const describe = this.#search.describer(this.#places);
    const points: DescribedPoint[] = this.#extraOf({ wave }).map(({ name, wave: of, params }) => {
      return { name, wave: of, teff: params.teff };
    });
    for (let place = 0; place < this.#places.gridSize; place += 1) {
      if (!this.#meets(place)) continue;
      const point = describe(place);
      if (wave === undefined || point.wave === wave) points.push(point);
    }
    const sign = descending ? -1 : 1;
    points.sort((a, b) => sign * (a[sort] - b[sort]) || (a.name < b.name ? -1 : 1));
    return { total: points.length, names: points.slice(offset, offset + limit).map(({ name }) => name) };
  }

  #countAll(): number {
    let n = 0;
    for (let place = 0; place < this.#places.size; place += 1) if (this.#meets(place)) n += 1;
    return n;
  }

  #countWaves(wave: number | undefined): NameGroup[] {
    const counts: number[] = [];
    this.#search.visit(this.#places, { wave }, (place, of) => {
      while (counts.length <= of) counts.push(0);
      if (this.#meets(place)) counts[of] = (counts[of] ?? 0) + 1;
      return true;
    });
    return counts.map((n, value) => ({ value, n }));
  }

  #countTemperatures(wave: number | undefined): NameGroup[] {
    return this.#search.groups('teff', wave).map(({ value }) => {
      let n = 0;
      this.#search.visit(this.#places, { wave, teff: value }, (place) => {
        if (this.#meets(place)) n += 1;
        return true;
      });
      return { value, n };
    });
  }

  /** Lists all waves in one walk over the points. */
  #listWaves(slices: readonly GroupSlice[]): string[] {
    const wanted = new Map(slices.map((slice) => [slice.value, this.#want({ wave: slice.value }, slice)]));
    const wave = slices.length === 1 ? slices[0]?.value : undefined;
    this.#collect({ wave }, slices.length, (of) => wanted.get(of));
    return [...wanted.values()].flatMap(({ merged, ofAxes }) => merged.merge(ofAxes));
  }

  #listTemperature(restriction: Restriction, slice: GroupSlice): readonly string[] {
    const wanted = this.#want(restriction, slice);
    this.#collect(restriction, 1, () => wanted);
    return wanted.merged.merge(wanted.ofAxes);
  }

  #want(restriction: Restriction, slice: GroupSlice): WantedNames {
    const merged = new MergedNames(
      this.#extraOf(restriction).map(({ name }) => name),
      slice,
    );
    return { merged, left: merged.from, ofAxes: [] };
  }

  /**
   * Collects the names of points that a restriction allows. `wantedOf`: the names wanted from a wave. `incomplete`: the
   * number of waves from which names are still missing.
   */
  #collect(restriction: Restriction, incomplete: number, wantedOf: (wave: number) => WantedNames | undefined): void {
    let open = incomplete;
    this.#search.visit(this.#places, restriction, (place, wave, name) => {
      const wanted = wantedOf(wave);
      if (wanted === undefined || wanted.ofAxes.length === wanted.merged.count || !this.#meets(place)) return true;
      if (wanted.left > 0) wanted.left -= 1;
      else if (wanted.ofAxes.push(name()) === wanted.merged.count) open -= 1;
      return open > 0;
    });
  }

  #extraOf(restriction: Restriction): GridPoint[] {
    return this.#search.extraOf(restriction).filter(({ params }) => {
      const place = this.#places.placeOf(AXES.map((axis) => params[axis]));
      return place !== undefined && this.#meets(place);
    });
  }
}
