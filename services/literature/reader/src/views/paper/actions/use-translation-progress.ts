import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { api } from '../../../api.ts';
import { useOpenPaper } from '../open-paper.ts';

const EVERY_MS = 2_000;

const progressQuery = (bibcode: string) =>
  queryOptions({
    queryKey: ['translating', bibcode],
    queryFn: async ({ signal }) => await api.get('/api/translate/progress', { query: { bibcode }, signal }),
    staleTime: 0,
  });

/**
 * How far the translation of the paper is, whoever has asked for it: it goes on after a reload. Undefined while none is made.
 *
 * @param isAsked whether this page waits for one
 */
export function useTranslationProgress(isAsked: boolean) {
  const { paper } = useOpenPaper().outline;
  const client = useQueryClient();
  const { data } = useQuery({
    ...progressQuery(paper.bibcode),
    enabled: isAsked || (paper.has_markdown && !paper.has_translation),
    refetchInterval: ({ state }) => (isAsked || state.data?.active === true ? EVERY_MS : false),
  });
  const isActive = data?.active === true;
  const wasActive = useRef(false);
  useEffect(() => {
    // Who waits for it here is told by the answer.
    if (wasActive.current && !isActive && !isAsked) void client.invalidateQueries({ queryKey: ['papers'] });
    wasActive.current = isActive;
  }, [isActive, isAsked, client]);
  return isActive ? data : undefined;
}
