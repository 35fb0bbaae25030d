/** Points that sort together because they have the same wave or the same temperature. */
export interface NameGroup {
  readonly value: number;
  readonly n: number;
}

/** Restricts the matching points. A missing key restricts nothing. */
export interface Restriction {
  readonly wave?: number | undefined;
  readonly teff?: number | undefined;
}

/** A page of names, ordered by wave or temperature and then by name. */
export interface NamePage {
  readonly sort: 'wave' | 'teff';
  readonly descending: boolean;
  readonly wave?: number | undefined;
  readonly offset: number;
  readonly limit: number;
}

export interface FoundPage {
  readonly total: number;
  readonly names: string[];
}

/** The points of a group that are on a page: from `first` up to but excluding `last`, counted from 0 in name order. */
export interface GroupSlice extends NameGroup {
  /** The index of the group, from 0. */
  readonly place: number;
  readonly first: number;
  readonly last: number;
}

/** Returns the parts of groups that are on a page. The groups are given in page order. */
export function slicesOnPage(
  groups: readonly NameGroup[],
  { offset, limit }: { readonly offset: number; readonly limit: number },
): GroupSlice[] {
  let passed = 0;
  return groups.flatMap(({ value, n }, place) => {
    const first = Math.max(0, offset - passed);
    const last = Math.min(n, offset + limit - passed);
    passed += n;
    return first < last ? [{ value, n, place, first, last }] : [];
  });
}

/** Merges a range of names on the axes and of extra points in name order. */
export class MergedNames {
  /** The index of the first needed name on the axes. */
  readonly from: number;
  /** The number of needed names on the axes. */
  readonly count: number;
  readonly #extra: readonly string[];
  readonly #length: number;
  readonly #skip: number;

  /**
   * @param extra the names of all extra points, in name order
   */
  constructor(extra: readonly string[], { first, last }: Pick<GroupSlice, 'first' | 'last'>) {
    // Extra points may come before the first needed name, so fewer names on the axes may precede that name.
    this.from = Math.max(0, first - extra.length);
    this.count = last - this.from;
    this.#extra = extra;
    this.#length = last - first;
    this.#skip = first - this.from;
  }

  /**
   * @param ofAxes the needed names on the axes, in name order
   */
  merge(ofAxes: readonly string[]): readonly string[] {
    const names = this.#extra.length === 0 ? ofAxes : [...ofAxes, ...this.#extra].toSorted((a, b) => (a < b ? -1 : 1));
    return names.slice(this.#skip, this.#skip + this.#length);
  }
}

export function sumGroups(groups: readonly NameGroup[]): number {
  return groups.reduce((sum, { n }) => sum + n, 0);
}

/** Merges groups with the same value, in ascending order, and drops empty groups. */
export function summed(groups: readonly NameGroup[]): NameGroup[] {
  const sums = new Map<number, number>();
  for (const { value, n } of groups) sums.set(value, (sums.get(value) ?? 0) + n);
  return [...sums]
    .map(([value, n]) => ({ value, n }))
    .filter(({ n }) => n > 0)
    .toSorted((a, b) => a.value - b.value);
}
