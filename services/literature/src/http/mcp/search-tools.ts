import {
  literatureOperations,
  SearchedKind,
  SearchQuery,
  SearchSort,
  SourceChoice,
} from '@almagest/contracts/literature';
import { closedObject } from '@almagest/contracts';
import { Cursor, cursorAt, defineMcpTool, NextCursor, pageLimit, positionOf, type AnyMcpTool } from '@almagest/mcp';
import Type from 'typebox';
import { searchLibrary, type LibrarySearchDeps } from '../../application/library/search-library.ts';
import { searchPapers, type SearchDeps } from '../../application/search/search-papers.ts';
import type { Caller } from '../caller.ts';
import { PaperSummary, PaperWithAbstract, summaryOf, summaryWithAbstract } from './paper-summary.ts';

const ABSTRACT_CHARS = 1_000;

/** The largest offset that the search of the library accepts. */
const MAX_OFFSET = 10_000;

export type SearchToolDeps = SearchDeps & LibrarySearchDeps;

export function searchTools(deps: SearchToolDeps): AnyMcpTool<Caller>[] {
  return [searchSources(deps), searchOwnLibrary(deps)];
}

function searchSources(deps: SearchDeps) {
  return defineMcpTool<Caller, typeof SourcesInput, typeof SourcesOutput>({
    name: 'search_sources',
    title: 'Search catalog and preprints',
    description:
      'Searches the bibliographic catalog and the preprint server for papers, including papers that are not in the library. q has words, or fields such as author:"Hubeny, I" year:2010-2020 title:"model atmospheres", joined by AND, OR, NOT.',
    operation: literatureOperations.searchPapers,
    input: SourcesInput,
    output: SourcesOutput,
    isOpenWorld: true,
    run: async ({ q, source, sort, limit = 10, cursor }) => {
      const start = positionOf(cursor);
      const { papers, failures } = await searchPapers(deps, {
        q,
        rows: limit,
        start,
        ...(source === undefined ? {} : { source }),
        ...(sort === undefined ? {} : { sort }),
      });
      return {
        result: {
          papers: papers.map((paper) => summaryWithAbstract(paper, ABSTRACT_CHARS)),
          failed_sources: failures.map(({ source, message }) => `${source}: ${message}`),
          next_cursor: papers.length < limit ? null : cursorAt(start + limit),
        },
      };
    },
  });
}

const SourcesInput = closedObject({
  q: SearchQuery,
  source: Type.Optional(SourceChoice),
  sort: Type.Optional(SearchSort),
  limit: pageLimit(25, 10),
  cursor: Cursor,
});

const SourcesOutput = Type.Object({
  papers: Type.Array(PaperWithAbstract),
  failed_sources: Type.Array(Type.String()),
  next_cursor: NextCursor,
});

function searchOwnLibrary(deps: LibrarySearchDeps) {
  return defineMcpTool<Caller, typeof LibraryInput, typeof LibraryOutput>({
    name: 'search_library',
    title: 'Search the library',
    description:
      'Searches the records, full texts, translations and notes of the library. All words of q must occur in one passage. "Phrases", prefix* and -excluded words are supported. Each hit names its paragraph, for read_section and add_note.',
    operation: literatureOperations.searchLibrary,
    input: LibraryInput,
    output: LibraryOutput,
    run: async ({ q, kind, limit = 10, cursor }, { caller: { viewer } }) => {
      const offset = positionOf(cursor, MAX_OFFSET);
      const asked = { q, limit, offset, ...(kind === undefined ? {} : { kind }) };
      const { papers, total, suggestions } = await searchLibrary(deps, viewer, asked);
      const end = offset + limit;
      return {
        result: {
          papers: papers.map(({ paper, hits, hit_count }) => ({
            paper: summaryOf(paper),
            hits: hits.map(({ kind, paragraph_index, note_id, section, snippet }) => ({
              kind,
              paragraph: paragraph_index,
              note_id,
              section,
              text: snippet.text,
            })),
            hit_count,
          })),
          total,
          did_you_mean: suggestions?.did_you_mean ?? null,
          next_cursor: papers.length > 0 && end < Math.min(total, MAX_OFFSET) ? cursorAt(end) : null,
        },
      };
    },
  });
}

const LibraryInput = closedObject({
  q: literatureOperations.searchLibrary.query.properties.q,
  kind: Type.Optional(SearchedKind),
  limit: pageLimit(30, 10),
  cursor: Cursor,
});

const LibraryOutput = Type.Object({
  papers: Type.Array(
    Type.Object({
      paper: PaperSummary,
      hits: Type.Array(
        Type.Object({
          kind: SearchedKind,
          paragraph: Type.Union([Type.Integer(), Type.Null()]),
          note_id: Type.Union([Type.Integer(), Type.Null()]),
          section: Type.Union([Type.String(), Type.Null()]),
          text: Type.String(),
        }),
      ),
      hit_count: Type.Integer(),
    }),
  ),
  total: Type.Integer(),
  did_you_mean: Type.Union([Type.String(), Type.Null()]),
  next_cursor: NextCursor,
});
