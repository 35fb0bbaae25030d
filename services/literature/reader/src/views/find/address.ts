import type { LibrarySearch, SearchedKind } from '@almagest/contracts/literature';

export const KINDS: readonly SearchedKind[] = ['record', 'text', 'translation', 'note'];

export const SORTS = ['year_desc', 'year_asc'] as const satisfies readonly LibrarySearch['sort'][];

/** The filters that are chosen from counted values. */
export const FILTERS = ['year', 'author', 'collection', 'tag', 'has_full_text'] as const;
export type FindFilter = (typeof FILTERS)[number];

export interface FindAddress extends Readonly<Partial<Record<FindFilter, string>>> {
  readonly q?: string;
  readonly kind?: SearchedKind;
  readonly sort?: (typeof SORTS)[number];
}

const PATTERNS: Readonly<Record<FindFilter, RegExp>> = {
  year: /^\d{4}$/,
  author: /^[^\0]{1,200}$/,
  collection: /^[1-9]\d{0,8}$/,
  tag: /^[^\0]{1,100}$/,
  has_full_text: /^(?:true|false)$/,
};

/** Reads an address and ignores invalid values. */
export function readFindAddress(values: Readonly<Record<string, unknown>>): FindAddress {
  const { q } = values;
  const kind = KINDS.find((one) => one === values['kind']);
  const sort = SORTS.find((one) => one === values['sort']);
  const filters = FILTERS.flatMap((name) => {
    const value = values[name];
    return typeof value === 'string' && PATTERNS[name].test(value) ? [[name, value] as const] : [];
  });
  return {
    ...(typeof q === 'string' && q.trim() !== '' ? { q: q.slice(0, 500) } : {}),
    ...(kind === undefined ? {} : { kind }),
    ...(sort === undefined ? {} : { sort }),
    ...Object.fromEntries(filters),
  };
}
