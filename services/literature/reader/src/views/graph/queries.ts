import { queryOptions } from '@tanstack/react-query';
import { api } from '../../api.ts';
import { orderOf, type LibraryAddress } from '../library/address.ts';

export const graphQuery = (address: LibraryAddress) => {
  const { in_trash: _, sort: __, order: ___, ...query } = orderOf(address);
  return queryOptions({
    queryKey: ['papers', 'graph', query],
    queryFn: async ({ signal }) => await api.get('/api/library/citation-graph', { query, signal }),
  });
};
