import { closedObject } from '@almagest/contracts';
import {
  CitationDirection,
  FigureQuestion,
  literatureOperations,
  PaperReference,
} from '@almagest/contracts/literature';
import { Cursor, cursorAt, defineMcpTool, NextCursor, pageLimit, positionOf, type AnyMcpTool } from '@almagest/mcp';
import Type from 'typebox';
import { readSection } from '../../application/agent-tools/read-section.ts';
import { listCitedPapers, type CitedPapersDeps } from '../../application/citations/list-cited-papers.ts';
import { listCitationContexts } from '../../application/citations/list-contexts.ts';
import { showFigure, type FigureQuestionDeps } from '../../application/figures/ask-figure.ts';
import { readOutline } from '../../application/reading/paper-outline.ts';
import type { RenderDeps } from '../../application/reading/render-paper.ts';
import type { Caller } from '../caller.ts';
import { PaperSummary, summaryOf } from './paper-summary.ts';

export type ReadingToolDeps = RenderDeps & FigureQuestionDeps & CitedPapersDeps;

export function readingTools(deps: ReadingToolDeps): AnyMcpTool<Caller>[] {
  return [outline(deps), section(deps), figure(deps), citations(deps), citationContexts(deps)];
}

const OUTLINE_ROWS = 200;

function outline(deps: RenderDeps) {
  return defineMcpTool<Caller, typeof OutlineInput, typeof OutlineOutput>({
    name: 'read_outline',
    title: 'Outline of a paper',
    description: 'Lists the headings, figures and tables of a paper with their paragraphs.',
    operation: literatureOperations.readOutline,
    input: OutlineInput,
    output: OutlineOutput,
    run: async ({ bibcode, cursor }) => {
      const { paper, blocks } = await readOutline(deps, bibcode);
      const titled = blocks.flatMap(({ kind, title, level }, paragraph) =>
        title === undefined || kind === 'reference' ? [] : [{ paragraph, kind, title, level: level ?? null }],
      );
      const from = positionOf(cursor);
      const until = from + OUTLINE_ROWS;
      return {
        result: {
          paper: summaryOf(paper),
          paragraph_count: blocks.length,
          parts: titled.slice(from, until),
          next_cursor: until < titled.length ? cursorAt(until) : null,
        },
      };
    },
  });
}

const OutlineInput = closedObject({ bibcode: PaperReference, cursor: Cursor });

const OutlineOutput = Type.Object({
  paper: PaperSummary,
  paragraph_count: Type.Integer({ description: '0 if the paper is not parsed.' }),
  parts: Type.Array(
    Type.Object({
      paragraph: Type.Integer(),
      kind: Type.String(),
      title: Type.String(),
      level: Type.Union([Type.Integer(), Type.Null()]),
    }),
  ),
  next_cursor: NextCursor,
});

function section(deps: Pick<RenderDeps, 'db'>) {
  return defineMcpTool<Caller, typeof SectionInput, typeof SectionOutput>({
    name: 'read_section',
    title: 'Read a section',
    description:
      'Reads a section of a parsed paper as Markdown, each paragraph with its number. If the section is long, next_paragraph says where to continue. Without a section and a paragraph, returns the headings.',
    operation: literatureOperations.readPaper,
    input: SectionInput,
    output: SectionOutput,
    run: async (asked) => {
      const { bibcode, text, next } = await readSection(deps, asked);
      const end = next === undefined ? '' : `\n\n[continues at paragraph ${next}]`;
      return {
        result: { bibcode, markdown: text, next_paragraph: next ?? null },
        text: `${text}${end}`,
        isWhole: true,
      };
    },
  });
}

const SectionInput = closedObject({
  bibcode: PaperReference,
  section: Type.Optional(
    Type.String({ minLength: 1, maxLength: 500, description: 'The heading, words of it, or its number, such as 3.2.' }),
  ),
  paragraph: Type.Optional(Type.Integer({ minimum: 0, maximum: 1_000_000, description: 'Starts at this paragraph.' })),
});

const SectionOutput = Type.Object({
  bibcode: Type.String(),
  markdown: Type.String(),
  next_paragraph: Type.Union([Type.Integer(), Type.Null()]),
});

/** Clients keep images as text in memory, and most refuse larger images. */
const MAX_IMAGE_BYTES = 1024 * 1024;

function figure(deps: FigureQuestionDeps) {
  return defineMcpTool<Caller, typeof FigureInput, typeof FigureOutput>({
    name: 'read_figure',
    title: 'Read a figure',
    description:
      'Returns a figure of a parsed paper: its caption, the passages that mention it, and its images up to 1 MB together.',
    operation: literatureOperations.readFigure,
    input: FigureInput,
    output: FigureOutput,
    run: async (asked, { signal }) => {
      const { bibcode, figure, passages, images } = await showFigure(deps, asked, signal);
      let room = MAX_IMAGE_BYTES;
      const shown = images.filter(({ bytes }) => (room -= bytes.byteLength) >= 0);
      const { number = null, caption } = figure;
      return {
        result: { bibcode, number, caption, passages: [...passages], images_left_out: images.length - shown.length },
        images: shown,
      };
    },
  });
}

const FigureInput = closedObject({ bibcode: PaperReference, figure: FigureQuestion.properties.figure });

const FigureOutput = Type.Object({
  bibcode: Type.String(),
  number: Type.Union([Type.String(), Type.Null()]),
  caption: Type.String(),
  passages: Type.Array(Type.String()),
  images_left_out: Type.Integer(),
});

function citations(deps: CitedPapersDeps) {
  return defineMcpTool<Caller, typeof CitationsInput, typeof CitationsOutput>({
    name: 'list_citations',
    title: 'References and citations',
    description: 'Lists the papers that a paper cites (references), or that cite it (citations).',
    operation: literatureOperations.listCitedPapers,
    input: CitationsInput,
    output: CitationsOutput,
    isOpenWorld: true,
    run: async ({ bibcode, direction, limit = 25, cursor }) => {
      const start = positionOf(cursor);
      const { page } = await listCitedPapers(deps, { bibcode, direction, start, rows: limit });
      const end = start + page.papers.length;
      return {
        result: {
          bibcode: page.bibcode,
          papers: page.papers.map(summaryOf),
          total: page.total,
          next_cursor: end < page.total && end > start ? cursorAt(end) : null,
        },
      };
    },
  });
}

const CitationsInput = closedObject({
  bibcode: PaperReference,
  direction: CitationDirection,
  limit: pageLimit(50, 25),
  cursor: Cursor,
});

const CitationsOutput = Type.Object({
  bibcode: Type.String(),
  papers: Type.Array(PaperSummary),
  total: Type.Integer(),
  next_cursor: NextCursor,
});

function citationContexts(deps: Pick<CitedPapersDeps, 'db'>) {
  return defineMcpTool<Caller, typeof CitationsInput, typeof ContextsOutput>({
    name: 'list_citation_contexts',
    title: 'Sentences that cite',
    description:
      'Lists the sentences in which a parsed paper cites others (references), or in which papers of the library cite it (citations).',
    operation: literatureOperations.listCitationContexts,
    input: CitationsInput,
    output: ContextsOutput,
    run: async ({ bibcode, direction, limit = 25, cursor }) => {
      const start = positionOf(cursor);
      const { total, contexts } = await listCitationContexts(deps, { bibcode, direction, start, rows: limit });
      const end = start + contexts.length;
      return {
        result: {
          contexts: contexts.map(({ citing, cited, sentence, paragraph_index: paragraph }) => ({
            citing,
            cited,
            sentence,
            paragraph,
          })),
          total,
          next_cursor: end < total && end > start ? cursorAt(end) : null,
        },
      };
    },
  });
}

const ContextsOutput = Type.Object({
  contexts: Type.Array(
    Type.Object({
      citing: Type.String(),
      cited: Type.Union([Type.String(), Type.Null()]),
      sentence: Type.String(),
      paragraph: Type.Integer(),
    }),
  ),
  total: Type.Integer(),
  next_cursor: NextCursor,
});
