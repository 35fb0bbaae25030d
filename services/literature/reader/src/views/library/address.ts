import type { LibraryOrder, LibrarySort } from '@almagest/contracts/literature';
import { STATES } from './reading-states.ts';

export const SORTS: readonly LibrarySort[] = [
  'added',
  'title',
  'author',
  'year',
  'journal',
  'citations',
  'reading_state',
  'star',
];

export const TEXTS = ['words', 'title', 'author', 'journal', 'tag'] as const;
export const NUMBERS = ['year_from', 'year_to', 'collection', 'directly_in'] as const;
/** Yes-or-no filters. */
export const FLAGS = [
  'is_starred',
  'has_full_text',
  'has_failed',
  'has_notes',
  'has_doi',
  'has_preprint_id',
  'has_tags',
  'has_collections',
] as const;

const FILTERS = [...TEXTS, ...NUMBERS, ...FLAGS, 'reading_state'] as const;
export type Filter = (typeof FILTERS)[number];

/** Filters as strings, as in the address. */
type Filters = { readonly [F in Filter]?: string };

/** A list as stored in the address. Defaults are left out. */
export interface LibraryAddress extends Filters {
  readonly in_trash?: 'true';
  readonly sort?: Exclude<LibrarySort, 'added'>;
  readonly order?: 'asc' | 'desc';
}

const isKnown: Readonly<Record<Filter, (value: string) => boolean>> = {
  ...ofAll(
    TEXTS,
    (value) => value.trim() !== '' && value.length <= 200 && value.isWellFormed() && !value.includes('\0'),
  ),
  ...ofAll(FLAGS, (value) => value === 'true' || value === 'false'),
  year_from: (value) => /^\d{4}$/.test(value),
  year_to: (value) => /^\d{4}$/.test(value),
  collection: (value) => /^[1-9]\d{0,8}$/.test(value),
  directly_in: (value) => /^[1-9]\d{0,8}$/.test(value),
  reading_state: (value) => STATES.some((state) => state === value),
};

function ofAll<K extends string, T>(names: readonly K[], value: T): Record<K, T> {
  return Object.fromEntries(names.map((name) => [name, value])) as Record<K, T>;
}

/** Reads a list from an address. Ignores invalid values. */
export function readLibraryAddress(values: Readonly<Record<string, unknown>>): LibraryAddress {
  const sort = SORTS.find((one) => one === values['sort'] && one !== 'added') as LibraryAddress['sort'];
  const order = (['asc', 'desc'] as const).find((one) => one === values['order']);
  return {
    ...filtersOf(values),
    ...(values['in_trash'] === 'true' ? { in_trash: 'true' } : {}),
    ...(sort === undefined ? {} : { sort }),
    ...(order === undefined ? {} : { order }),
  };
}

function filtersOf(values: object): Filters {
  const all: Readonly<Record<string, unknown>> = { ...values };
  return Object.fromEntries(
    FILTERS.flatMap((filter) => {
      const value = all[filter];
      return typeof value === 'string' && isKnown[filter](value) ? [[filter, value]] : [];
    }),
  );
}

/** Returns the default order: ascending for texts, descending for numbers. */
export function usualOrder(sort: LibrarySort): 'asc' | 'desc' {
  return sort === 'title' || sort === 'author' || sort === 'journal' || sort === 'reading_state' ? 'asc' : 'desc';
}

/** Returns the API request for a list. */
export function orderOf(address: LibraryAddress): LibraryOrder {
  const { sort = 'added', order = usualOrder(sort), in_trash, ...filters } = address;
  const values = Object.entries(filters).map(([name, value]) => {
    if (NUMBERS.some((one) => one === name)) return [name, Number(value)];
    return [name, FLAGS.some((one) => one === name) ? value === 'true' : value];
  });
  return {
    ...(Object.fromEntries(values) as Partial<LibraryOrder>),
    ...(in_trash === 'true' ? { in_trash: true } : {}),
    sort,
    order,
  };
}

/** Returns the address for an API request. */
export function addressOfOrder(list: LibraryOrder): LibraryAddress {
  const texts = Object.entries(list).map(([name, value]) => [name, String(value)]);
  return readLibraryAddress(Object.fromEntries(texts));
}

/** Returns true if both addresses have the same filters, in any order. */
export function isSameList(one: LibraryAddress, other: LibraryAddress): boolean {
  const key = (address: LibraryAddress) =>
    JSON.stringify([address.in_trash, Object.entries(filtersOf(address)).toSorted(([a], [b]) => (a < b ? -1 : 1))]);
  return key(one) === key(other);
}

/** Sorts a list by a column. Sorting by the same column again reverses the order. */
export function sortedBy(address: LibraryAddress, by: LibrarySort): LibraryAddress {
  const { sort = 'added', order = usualOrder(sort), ...filters } = address;
  const next = sort === by && order === usualOrder(by) ? (order === 'asc' ? 'desc' : 'asc') : undefined;
  return {
    ...filters,
    ...(by === 'added' ? {} : { sort: by }),
    ...(next === undefined ? {} : { order: next }),
  };
}
