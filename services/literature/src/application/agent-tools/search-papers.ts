import { SearchQuery, SearchSort, SourceChoice } from '@almagest/contracts/literature';
import Type from 'typebox';
import { cutMiddle } from '../../domain/agent/data-fence.ts';
import { defineTool } from '../agent/tool.ts';
import { searchPapers, type SearchDeps } from '../search/search-papers.ts';
import { described, PageOffset, pageLimit } from './arguments.ts';
import { failureLines, listed, oneLine, paperLine } from './paper-lines.ts';

const USUAL_ROWS = 10;
const MOST_ROWS = 50;

/** Abstracts are cut to this many characters. Ten abstracts are then well below the limit on a tool's output. */
const ABSTRACT_CHARS = 700;

export function searchPapersTool(deps: SearchDeps) {
  return defineTool({
    name: 'search_papers',
    description:
      'Searches the bibliographic catalog and the preprint server for papers. Returns one line per paper: code, year, authors, title, citations, and the state of its full text. Use the codes to download papers.',
    parameters: Type.Object({
      q: described(
        SearchQuery,
        'Words, or a query with fields such as author:"Hubeny, I" year:2010-2020 title:"model atmospheres" abs:opacity, joined by AND, OR, NOT.',
      ),
      source: Type.Optional(described(SourceChoice, 'Where to search. Default: all sources.')),
      limit: pageLimit(MOST_ROWS, USUAL_ROWS),
      offset: PageOffset,
      sort: Type.Optional(described(SearchSort, 'Default: by relevance.')),
      abstracts: Type.Optional(Type.Boolean({ description: 'Whether to show the beginning of each abstract.' })),
    }),
    access: 'network',
    run: async ({ q, source = 'all', limit = USUAL_ROWS, offset = 0, sort = 'relevance', abstracts = false }) => {
      const { papers, failures } = await searchPapers(deps, { q, source, rows: limit, start: offset, sort });
      const lines = papers.map((paper) => {
        if (!abstracts || paper.abstract_text === '') return paperLine(paper);
        return `${paperLine(paper)}\n  ${cutMiddle(oneLine(paper.abstract_text), ABSTRACT_CHARS)}`;
      });
      return listed(lines, 'nothing found', failureLines(failures));
    },
  });
}
