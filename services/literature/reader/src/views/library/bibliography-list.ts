import type { NewBibliography, SavedSearch } from '@almagest/contracts/literature';
import { addressOfOrder, isSameList, type LibraryAddress } from './address.ts';

export interface BibliographyText {
  readonly format: 'bib' | 'ris' | 'json';
  readonly journals: 'names' | 'macros';
  readonly letters: 'unicode' | 'tex';
}

/** Returns the list for a bibliography of this address. Returns undefined for filters that are not saved. */
export function listOf(address: LibraryAddress, searches: readonly SavedSearch[]): NewBibliography | undefined {
  const { sort: _sort, order: _order, ...filters } = address;
  const names = Object.keys(filters);
  if (names.length === 0) return {};
  if (names.length === 1 && filters.collection !== undefined) return { collection: Number(filters.collection) };
  if (names.length === 1 && filters.tag !== undefined) return { tag: filters.tag };
  const saved = searches.find(({ search }) => isSameList(address, addressOfOrder(search)));
  return saved === undefined ? undefined : { search: saved.id };
}

/** Returns the address of a bibliography in a format. `path` is the address of its BibTeX file, with the key. */
export function textAddress(path: string, { format, journals, letters }: BibliographyText, base: string): string {
  const address = new URL(path, base);
  address.pathname = address.pathname.replace(/\.bib$/, `.${format}`);
  if (format === 'bib' && journals === 'macros') address.searchParams.set('journals', journals);
  if (format === 'bib' && letters === 'tex') address.searchParams.set('letters', letters);
  return address.href;
}
