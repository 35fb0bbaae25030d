import type { WorkProgress } from '@almagest/contracts/literature';
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { api } from '../../../api.ts';
import { useOpenPaper } from '../open-paper.ts';

const EVERY_MS = 2_000;

type Ask = (bibcode: string, signal: AbortSignal) => Promise<WorkProgress>;

/** Works on a paper that take minutes, and who tells how far they are. */
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
  /** Whether this page waits for the work. */
  readonly isAsked: boolean;
  /** Whether another page may, or this one may have before a reload. */
  readonly isPossible: boolean;
}

/** How far a work on the paper is, whoever has asked for it. Undefined while none is under way. */
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
  const isActive = data?.active === true;
  const wasActive = useRef(false);
  useEffect(() => {
    // Who waits for it here is told by the answer.
    if (wasActive.current && !isActive && !isAsked) void client.invalidateQueries({ queryKey: ['papers'] });
    wasActive.current = isActive;
  }, [isActive, isAsked, client]);
  return isActive ? data : undefined;
}
