import { queryOptions } from '@tanstack/react-query';
import { api } from '../../api.ts';
import { orderOf, type LibraryAddress } from '../library/address.ts';

/** The service's limit. Larger graphs cannot be read. */
const MOST_PAPERS = 2_000;

export const graphQuery = (address: LibraryAddress) => {
  const { in_trash: _, sort: __, order: ___, ...filters } = orderOf(address);
  const query = { ...filters, limit: MOST_PAPERS };
  return queryOptions({
    queryKey: ['papers', 'graph', query],
    queryFn: async ({ signal }) => await api.get('/api/library/citation-graph', { query, signal }),
  });
};
