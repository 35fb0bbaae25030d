/** Points that sort alike: of one wave, or of one temperature. */
export interface NameGroup {
  readonly value: number;
  readonly n: number;
}

/** Restricts the matching points; a missing key does not restrict. */
export interface Restriction {
  readonly wave?: number | undefined;
  readonly teff?: number | undefined;
}

/** A page of names by wave or temperature, and then by name. */
export interface NamePage {
  readonly sort: 'wave' | 'teff';
  readonly descending: boolean;
  readonly wave?: number | undefined;
  readonly offset: number;
  readonly limit: number;
}

/** How many points there are, and the names on one page of them. */
export interface FoundPage {
  readonly total: number;
  readonly names: string[];
}

/** Which points of a group are on a page: from the `first` on, before the `last`, counted from 0 in name order. */
export interface GroupSlice extends NameGroup {
  /** The place of the group among all, from 0. */
  readonly place: number;
  readonly first: number;
  readonly last: number;
}

/** What is on a page of points that sort by groups, which are given in the order of the page. */
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

/** Names in name order, from the `first` on, before the `last`: some of the axes, others of points beside them. */
export class MergedNames {
  /** Which names of the axes are needed: from this one on, */
  readonly from: number;
  /** and so many. */
  readonly count: number;
  readonly #extra: readonly string[];
  readonly #length: number;
  readonly #skip: number;

  /** @param extra the names of all points beside the axes, in name order */
  constructor(extra: readonly string[], { first, last }: Pick<GroupSlice, 'first' | 'last'>) {
    // All of them may come before the first name, and then so many fewer names of the axes do.
    this.from = Math.max(0, first - extra.length);
    this.count = last - this.from;
    this.#extra = extra;
    this.#length = last - first;
    this.#skip = first - this.from;
  }

  /** @param ofAxes those that are needed, in name order */
  merge(ofAxes: readonly string[]): readonly string[] {
    const names = this.#extra.length === 0 ? ofAxes : [...ofAxes, ...this.#extra].toSorted((a, b) => (a < b ? -1 : 1));
    return names.slice(this.#skip, this.#skip + this.#length);
  }
}

export function sumGroups(groups: readonly NameGroup[]): number {
  return groups.reduce((sum, { n }) => sum + n, 0);
}

/** Groups of the same value as one, in ascending order, without empty ones. */
export function summed(groups: readonly NameGroup[]): NameGroup[] {
  const sums = new Map<number, number>();
  for (const { value, n } of groups) sums.set(value, (sums.get(value) ?? 0) + n);
  return [...sums]
    .map(([value, n]) => ({ value, n }))
    .filter(({ n }) => n > 0)
    .toSorted((a, b) => a.value - b.value);
}
