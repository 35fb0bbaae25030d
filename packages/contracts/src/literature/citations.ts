import Type, { type Static } from 'typebox';
import { defineOperations } from '../operation.ts';
import { closedObject, Nullable } from '../schema.ts';
import { LibraryConditions } from './library-conditions.ts';
import { PaperQuery, StandardPaper } from './papers.ts';
import { PaperReference } from './vocabulary.ts';

/** references: the papers that this paper cites. citations: the papers that cite this paper. */
export const CitationDirection = Type.Enum(['references', 'citations']);
export type CitationDirection = Static<typeof CitationDirection>;

const Page = {
  start: Type.Optional(Type.Integer({ minimum: 0, maximum: 1_000_000, default: 0 })),
  rows: Type.Optional(Type.Integer({ minimum: 1, maximum: 200, default: 25 })),
};

export const CitedPaper = Type.Object({
  ...StandardPaper.properties,
  is_described: Type.Boolean({
    description:
      'False: only the code is known, and title and authors are empty. The catalog has nothing more or could not be queried.',
  }),
});
export type CitedPaper = Static<typeof CitedPaper>;

export const CitationListing = closedObject({ ...PaperQuery.properties, direction: CitationDirection, ...Page });
export type CitationListing = Static<typeof CitationListing>;

export const CitedPapers = Type.Object({
  bibcode: Type.String(),
  title: Type.String(),
  direction: CitationDirection,
  /** The total number of papers. */
  total: Type.Integer(),
  papers: Type.Array(CitedPaper),
});
export type CitedPapers = Static<typeof CitedPapers>;

/** A sentence in which one paper cites another. */
export const CitationContext = Type.Object({
  /** The paper that contains the sentence. */
  citing: Type.String(),
  citing_title: Type.String(),
  /** The code of the cited paper. Null if the reference matches no known paper. */
  cited: Nullable(Type.String()),
  cited_title: Type.String(),
  /** The printed entry in the reference list, and its position in the paper's list of blocks. */
  reference: Type.String(),
  reference_index: Type.Integer(),
  /** Position of the paragraph in the list of blocks of the citing paper. */
  paragraph_index: Type.Integer(),
  sentence: Type.String(),
  ranges: Type.Array(Type.Object({ start: Type.Integer(), end: Type.Integer() }), {
    description: 'The ranges of the citation within the sentence, in UTF-16 code units, in order.',
  }),
});
export type CitationContext = Static<typeof CitationContext>;

export const ContextListing = closedObject({
  ...PaperQuery.properties,
  direction: CitationDirection,
  other: Type.Optional(PaperReference),
  ...Page,
});
export type ContextListing = Static<typeof ContextListing>;

export const CitationContexts = Type.Object({ total: Type.Integer(), contexts: Type.Array(CitationContext) });
export type CitationContexts = Static<typeof CitationContexts>;

export const CitationGraphQuery = closedObject({
  ...LibraryConditions,
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 2_000, default: 500 })),
});
export type CitationGraphQuery = Static<typeof CitationGraphQuery>;

export const CitationGraph = Type.Object({
  papers: Type.Array(
    Type.Object({
      bibcode: Type.String(),
      title: Type.String(),
      /** The first author. */
      author: Type.String(),
      year: Type.String(),
      citation_count: Type.Integer(),
      has_references: Type.Boolean({
        description: 'Whether its references are known, because its text is parsed or its citations were opened.',
      }),
    }),
  ),
  /** `citing` and `cited` are positions in the list of papers, from 0. */
  links: Type.Array(Type.Object({ citing: Type.Integer(), cited: Type.Integer() })),
  /** How many papers match the conditions. The graph contains the most cited of them. */
  total: Type.Integer(),
});
export type CitationGraph = Static<typeof CitationGraph>;

/** A paper that is related to another one, and why. */
export const RelatedPaper = Type.Object({
  paper: StandardPaper,
  /** How many papers both cite. */
  shared_references: Type.Integer(),
  /** How many known papers cite both. */
  shared_citations: Type.Integer(),
  /** Indexed words that both records have, and few other records of the library. */
  shared_words: Type.Array(Type.String()),
});
export type RelatedPaper = Static<typeof RelatedPaper>;

export const RelatedQuery = closedObject({
  ...PaperQuery.properties,
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 50, default: 10 })),
});
export type RelatedQuery = Static<typeof RelatedQuery>;

export const RelatedPapers = Type.Object({
  bibcode: Type.String(),
  /** Most related first. */
  papers: Type.Array(RelatedPaper),
});
export type RelatedPapers = Static<typeof RelatedPapers>;

const call = { tag: 'citations', role: 'api-token-if-configured', failures: 'text' } as const;

export const citationOperations = defineOperations({
  listCitedPapers: {
    ...call,
    least: 'reader',
    method: 'get',
    path: '/api/papers/citations',
    summary:
      'Lists the papers that a paper cites, or that cite it, with titles, authors and library state, one page per call. X-Source-Errors says why some have only a code.',
    query: CitationListing,
    reply: CitedPapers,
    statuses: [400, 401, 403, 404, 500],
  },
  listCitationContexts: {
    ...call,
    least: 'reader',
    method: 'get',
    path: '/api/papers/citations/contexts',
    summary:
      'Lists the sentences in which a parsed paper cites others, or in which the newest 200 parsed papers of the library cite it. With `other`, lists only citations between the two papers. The sources are not queried.',
    query: ContextListing,
    reply: CitationContexts,
    statuses: [400, 401, 403, 404, 500],
  },
  listRelatedPapers: {
    ...call,
    least: 'reader',
    method: 'get',
    path: '/api/papers/related',
    summary:
      'Lists papers that cite the same papers, are cited by the same papers, or have the same rare words in their records. Papers outside the library are listed if the stored citations of the catalog name them. The sources are not queried.',
    query: RelatedQuery,
    reply: RelatedPapers,
    statuses: [400, 401, 403, 404, 500],
  },
  readCitationGraph: {
    ...call,
    least: 'reader',
    method: 'get',
    path: '/api/library/citation-graph',
    summary:
      'Returns which papers of the library cite each other, based on references in their texts or fetched from the catalog. The sources are not queried.',
    query: CitationGraphQuery,
    reply: CitationGraph,
    statuses: [400, 401, 403, 404, 500],
  },
});
