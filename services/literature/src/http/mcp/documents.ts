import { literatureOperations } from '@almagest/contracts/literature';
import type { McpPrompt, McpResources } from '@almagest/mcp';
import { readPapers } from '../../application/library/list-papers.ts';
import type { LibrarySearchDeps } from '../../application/library/search-library.ts';
import { readNotes } from '../../application/notes/manage-notes.ts';
import { readPaper } from '../../application/reading/read-paper.ts';
import type { Caller } from '../caller.ts';

const PAPERS = 'almagest://papers/';
const PAGE_ROWS = 50;

/** Offers papers and their notes as documents that people can attach in their MCP client. */
export function paperResources(deps: LibrarySearchDeps): McpResources<Caller> {
  return {
    operation: literatureOperations.listPapers,
    list: async (cursor, { caller: { viewer } }) => {
      const query = { limit: PAGE_ROWS, ...(cursor === undefined ? {} : { cursor }) };
      const { papers, next_cursor } = await readPapers(deps, viewer, query);
      const resources = papers.map(({ bibcode, title, authors, year }) => ({
        uri: PAPERS + encodeURIComponent(bibcode),
        name: bibcode,
        title,
        description: [authors[0], year].filter(Boolean).join(' '),
      }));
      return { resources, nextCursor: next_cursor ?? undefined };
    },
    kinds: [
      {
        uriTemplate: `${PAPERS}{name}`,
        name: 'paper',
        title: 'Paper',
        description: 'The text of a parsed paper, shortened if it is long, or its abstract.',
        mimeType: 'text/markdown',
        operation: literatureOperations.readPaper,
        read: async (name) => {
          const { paper, english_content: text } = await readPaper(deps, name);
          const head = `# ${paper.title}\n\n${paper.authors.slice(0, 20).join('; ')} (${paper.year}), ${paper.bibcode}`;
          return `${head}\n\n${text ?? paper.abstract_text}`;
        },
      },
      {
        uriTemplate: 'almagest://notes/{name}',
        name: 'notes',
        title: 'Notes on a paper',
        description: 'The notes on a paper that the caller may see, as JSON.',
        mimeType: 'application/json',
        operation: literatureOperations.listNotes,
        read: async (name, { caller: { viewer } }) => JSON.stringify(await readNotes(deps, viewer, name)),
      },
    ],
  };
}

const Paper = { name: 'paper', description: 'A bibcode, DOI or preprint identifier.', required: true };

export const PAPER_PROMPTS: readonly McpPrompt[] = [
  {
    name: 'summarise_paper',
    title: 'Summarise a paper with citations',
    description: 'Summarises a paper and says in which paragraph each statement is.',
    arguments: [Paper],
    write: ({ paper = '' }) =>
      `Summarise the paper ${paper}. Read its outline with read_outline, then the sections that matter with read_section. Give the question, the data, the method, the results with numbers and units, and the limits that the authors name. After each statement, give its paragraph as [${paper} ¶n]. Do not state anything that the text does not say.`,
  },
  {
    name: 'find_and_cite',
    title: 'Find papers and cite them',
    description: 'Finds papers about a topic, reads the relevant passages and returns references.',
    arguments: [{ name: 'topic', description: 'The topic or the question.', required: true }],
    write: ({ topic = '' }) =>
      `Find papers about: ${topic}. Search the library first with search_library, then search_sources. Read the passages that matter with read_section. Answer with citations, and end with the references from bibliography. Offer to save papers and notes, and ask me before each change.`,
  },
  {
    name: 'review_notes',
    title: 'Review my notes on a paper',
    description: 'Compares the notes on a paper with its text.',
    arguments: [Paper],
    write: ({ paper = '' }) =>
      `List my notes on ${paper} with list_notes, and read the paragraphs they are on with read_section. Say for each note whether the text supports it, and what is missing.`,
  },
];
