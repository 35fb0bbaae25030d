import { LibraryQuestion } from '@almagest/contracts/literature';
import Type from 'typebox';
import { defineTool } from '../agent/tool.ts';
import { retrievePassages, type Passage, type RetrieveDeps } from '../retrieval/retrieve-passages.ts';
import { described, PaperCode, pageLimit } from './arguments.ts';
import { listed, oneLine } from './paper-lines.ts';

const USUAL_PASSAGES = 6;
const MOST_PASSAGES = 10;

/** Finds passages that are relevant to a question, in the library or in one paper. */
export function retrievePassagesTool(deps: RetrieveDeps) {
  return defineTool({
    name: 'retrieve_passages',
    description:
      'Finds the passages in the parsed papers of the library that are relevant to a question, best first, each with its paper, its headings and the numbers of its paragraphs. With a bibcode, searches only that paper.',
    parameters: Type.Object({
      question: described(LibraryQuestion.properties.question, 'A question, or the topic of the passages.'),
      bibcode: Type.Optional(PaperCode),
      limit: pageLimit(MOST_PASSAGES, USUAL_PASSAGES),
    }),
    access: 'read',
    run: async ({ question, bibcode, limit = USUAL_PASSAGES }, { viewer, signal }) => {
      const asked = { viewer, question, limit, ...(bibcode === undefined ? {} : { bibcode }) };
      const passages = await retrievePassages(deps, asked, signal);
      return listed(passages.map(passageText), 'no relevant passages in the library');
    },
  });
}

function passageText({ bibcode, title, headings, text, firstBlock, lastBlock, relevance }: Passage): string {
  const place = firstBlock === lastBlock ? `paragraph ${firstBlock}` : `paragraphs ${firstBlock} to ${lastBlock}`;
  const head = [bibcode, title, headings.join(' > '), place, `relevance ${relevance.toFixed(2)}`];
  return `## ${head.map(oneLine).join(' | ')}\n${text}\n`;
}
