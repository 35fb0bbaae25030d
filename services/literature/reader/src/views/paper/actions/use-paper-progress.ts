import type { WorkProgress } from '@almagest/contracts/literature';
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { api } from '../../../api.ts';
import { useOpenPaper } from '../open-paper.ts';

const EVERY_MS = 2_000;

type Ask = (bibcode: string, signal: AbortSignal) => Promise<WorkProgress>;

/** Long-running work on a paper, and the requests that report its progress. */
const WORKS = {
  translating: async (bibcode, signal) => {
    const query = { bibcode };
    const { active, translated: done, total } = await api.get('/api/translate/progress', { query, signal });
    return { active, done, total };
  },
  recognising: async (bibcode, signal) => await api.get('/api/paper/ocr/progress', { query: { bibcode }, signal }),
} satisfies Readonly<Record<string, Ask>>;

const progressQuery = (work: keyof typeof WORKS, bibcode: string) =>
  queryOptions({
    queryKey: [work, bibcode],
    queryFn: async ({ signal }) => await WORKS[work](bibcode, signal),
    staleTime: 0,
  });

export interface WaitedFor {
  /** True if this page is waiting for the work. */
  readonly isAsked: boolean;
  /** True if another page, or this page before a reload, may have started the work. */
  readonly isPossible: boolean;
}

/**
 * Returns the progress of work on the paper, even if another page started it. Returns undefined if no work is running.
 */
export function usePaperProgress(
  work: keyof typeof WORKS,
  { isAsked, isPossible }: WaitedFor,
): WorkProgress | undefined {
  const { paper } = useOpenPaper().outline;
  const client = useQueryClient();
  const { data } = useQuery({
    ...progressQuery(work, paper.bibcode),
    enabled: isAsked || isPossible,
    refetchInterval: ({ state }) => (isAsked || state.data?.active === true ? EVERY_MS : false),
  });
  // Ignore the last response after the queries have stopped. It can be out of date.
  const isActive = (isAsked || isPossible) && data?.active === true;
  const wasActive = useRef(false);
  useEffect(() => {
    // A page that waits for the work reloads the paper when the work's own response arrives.
    if (wasActive.current && !isActive && !isAsked) void client.invalidateQueries({ queryKey: ['papers'] });
    wasActive.current = isActive;
  }, [isActive, isAsked, client]);
  return isActive ? data : undefined;
}
