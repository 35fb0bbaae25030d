import { infiniteQueryOptions } from '@tanstack/react-query';
import { api } from '../../api.ts';
import { listingOf, type NotesAddress } from './address.ts';

/** Loads the notes of a list, newest first. */
export const notesQuery = (address: NotesAddress) =>
  infiniteQueryOptions({
    queryKey: ['notes', 'library', address],
    queryFn: async ({ signal, pageParam }) =>
      await api.get('/api/library/notes', {
        query: { ...listingOf(address), ...(pageParam === null ? {} : { before: pageParam }) },
        signal,
      }),
    initialPageParam: null as number | null,
    getNextPageParam: ({ next_before: next }) => next,
  });

const MOST = 500;

/** Returns the papers of all notes in a list. */
export async function papersOf(address: NotesAddress): Promise<string[]> {
  const codes = new Set<string>();
  for (let before: number | null | undefined; before !== null;) {
    const page: { notes: { bibcode: string }[]; next_before: number | null } = await api.get('/api/library/notes', {
      query: { ...listingOf(address), limit: MOST, ...(before === undefined ? {} : { before }) },
    });
    for (const { bibcode } of page.notes) codes.add(bibcode);
    before = page.next_before;
  }
  return [...codes];
}
