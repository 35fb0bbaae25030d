import type { CitationDirection, CitedPaper } from '@almagest/contracts/literature';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { api, SLOW } from '../../../api.ts';

const ROWS = 50;
const MOST_ROWS = 200;

/** Loads the papers that a paper cites, or that cite it, in pages. */
export const citedQuery = (bibcode: string, direction: CitationDirection) =>
  infiniteQueryOptions({
    queryKey: ['papers', 'citations', bibcode, direction],
    queryFn: async ({ signal, pageParam: start }) =>
      await api.get('/api/papers/citations', { query: { bibcode, direction, start, rows: ROWS }, signal, ...SLOW }),
    initialPageParam: 0,
    getNextPageParam: ({ total }, pages) => {
      const shown = pages.reduce((sum, { papers }) => sum + papers.length, 0);
      return shown < total ? shown : undefined;
    },
    staleTime: 600_000,
  });

/** Finds the paper for an entry of the reference list. Returns null if it is not found. */
export const referenceQuery = (bibcode: string, block: number, text: string) =>
  queryOptions({
    queryKey: ['papers', 'reference', bibcode, block],
    queryFn: async ({ signal }): Promise<CitedPaper | null> => {
      const asked = { bibcode, direction: 'references', rows: MOST_ROWS } as const;
      const [{ contexts }, { papers }] = await Promise.all([
        api.get('/api/papers/citations/contexts', { query: asked, signal, ...SLOW }),
        api.get('/api/papers/citations', { query: asked, signal, ...SLOW }),
      ]);
      const code = contexts.find(({ reference_index: index }) => index === block)?.cited;
      const named = papers.find((paper) => paper.bibcode === code);
      return named ?? onlyOne(papers.filter((paper) => isMeant(paper, text))) ?? null;
    },
    staleTime: 600_000,
    retry: false,
  });

const onlyOne = <T>(list: readonly T[]): T | undefined => (list.length === 1 ? list[0] : undefined);

const folded = (text: string) => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();

/** Returns true if the printed entry contains the year and the first author of a paper. */
function isMeant({ year, authors }: CitedPaper, text: string): boolean {
  const surname = folded(authors[0]?.split(',')[0] ?? '');
  return surname !== '' && text.includes(year) && folded(text).includes(surname);
}
