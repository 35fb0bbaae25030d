import type { LibrarySearch } from '@almagest/contracts/literature';
import { infiniteQueryOptions } from '@tanstack/react-query';
import { api } from '../../api.ts';
import type { FindAddress } from './address.ts';

const PAGE = 20;

/** Library search results, in pages. The first page has the counts for the filters. */
export const foundQuery = (q: string, address: FindAddress) =>
  infiniteQueryOptions({
    queryKey: ['found', q, conditionsOf(address)],
    queryFn: async ({ signal, pageParam }) => {
      const query = { q, limit: PAGE, offset: pageParam, with_counts: pageParam === 0, ...conditionsOf(address) };
      return await api.get('/api/library/search', { query, signal });
    },
    initialPageParam: 0,
    getNextPageParam: ({ total }, _, start) => (start + PAGE < total ? start + PAGE : undefined),
    staleTime: 60_000,
  });

function conditionsOf({
  kind,
  sort,
  year,
  author,
  collection,
  tag,
  has_full_text: file,
}: FindAddress): Omit<LibrarySearch, 'q'> {
  return {
    ...(kind === undefined ? {} : { kind }),
    ...(sort === undefined ? {} : { sort }),
    ...(year === undefined ? {} : { year_from: Number(year), year_to: Number(year) }),
    ...(author === undefined ? {} : { author }),
    ...(collection === undefined ? {} : { collection: Number(collection) }),
    ...(tag === undefined ? {} : { tag }),
    ...(file === undefined ? {} : { has_full_text: file === 'true' }),
  };
}
