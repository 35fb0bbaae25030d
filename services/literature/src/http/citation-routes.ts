import type { citationOperations } from '@almagest/contracts/literature';
import type { Handlers } from '@almagest/service-kit/http-edge';
import { readCitationGraph } from '../application/citations/citation-graph.ts';
import { listCitationContexts } from '../application/citations/list-contexts.ts';
import { listCitedPapers, type CitedPapersDeps } from '../application/citations/list-cited-papers.ts';
import { listRelatedPapers } from '../application/citations/related-papers.ts';
import { setSourceErrors } from './source-errors-header.ts';

export function citationRoutes(deps: CitedPapersDeps): Handlers<typeof citationOperations, undefined> {
  return {
    listCitedPapers: async ({ query, res }) => {
      const { page, failures } = await listCitedPapers(deps, query);
      setSourceErrors(res, failures);
      return page;
    },
    listCitationContexts: ({ query }) => listCitationContexts(deps, query),
    listRelatedPapers: ({ query }) => listRelatedPapers(deps, query),
    readCitationGraph: ({ query }) => readCitationGraph(deps, query),
  };
}
