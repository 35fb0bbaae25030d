import Type from 'typebox';
import { defineTool } from '../agent/tool.ts';
import { readCitations, type CitationDeps } from '../reading/citation-network.ts';
import { PageOffset, PaperCode, pageLimit } from './arguments.ts';
import { failureLines, listed, oneLine } from './paper-lines.ts';

const USUAL_ROWS = 50;

export function readCitationsTool(deps: CitationDeps) {
  return defineTool({
    name: 'read_citations',
    description: 'Lists the codes of the papers that a paper cites or that cite it, each with its citation count.',
    parameters: Type.Object({
      bibcode: PaperCode,
      list: Type.Enum(['references', 'citations'], {
        description: 'references: the papers that this paper cites. citations: the papers that cite this paper.',
      }),
      limit: pageLimit(200, USUAL_ROWS),
      offset: PageOffset,
    }),
    access: 'network',
    run: async ({ bibcode, list, limit = USUAL_ROWS, offset = 0 }) => {
      const { network, failures } = await readCitations(deps, bibcode);
      const codes = network[list];
      const head = `${network.bibcode} | ${oneLine(network.title)} | ${list}: ${codes.length}`;
      const lines = codes
        .slice(offset, offset + limit)
        .map((code) => `${code} (cited ${network.citation_counts?.[code] ?? 0} times)`);
      const left = codes.length - offset - lines.length;
      const notes = left > 0 && lines.length > 0 ? [`[${left} more]`] : [];
      return `${head}\n${listed(lines, 'none here', [...notes, ...failureLines(failures)])}`;
    },
  });
}
