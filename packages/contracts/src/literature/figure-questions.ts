import Type, { type Static } from 'typebox';
import { closedObject } from '../schema.ts';
import { defineOperations } from '../operation.ts';
import { PaperReference } from './vocabulary.ts';

export const FigureQuestion = closedObject({
  bibcode: PaperReference,
  /** The file name in the Markdown, or the figure's number: `3`, `"A1"`, `"Figure 3"`. */
  figure: Type.Union([Type.Integer({ minimum: 1, maximum: 10_000 }), Type.String({ minLength: 1, maxLength: 200 })]),
  question: Type.String({ minLength: 1, maxLength: 4_000, pattern: String.raw`\S` }),
});
export type FigureQuestion = Static<typeof FigureQuestion>;

export const FigureAnswer = Type.Object({
  answer: Type.String(),
  figure: Type.Object({ name: Type.String(), caption: Type.String(), url: Type.String() }),
});
export type FigureAnswer = Static<typeof FigureAnswer>;

export const figureOperations = defineOperations({
  askFigure: {
    role: 'api-token-if-configured',
    failures: 'text',
    least: 'member',
    tag: 'questions',
    method: 'post',
    path: '/api/chat/figure',
    summary: 'Answers a question about a figure from its image, its caption and the passages that refer to it.',
    body: FigureQuestion,
    reply: FigureAnswer,
    statuses: [400, 401, 403, 404, 413, 500, 503],
  },
});
