import Type, { type Static } from 'typebox';
import { defineOperations } from '../operation.ts';
import { closedObject, Nullable, Timestamp, WordedText } from '../schema.ts';
import { PaperReference } from './vocabulary.ts';

/** The range of PostgreSQL's integers. */
const RowId = Type.Integer({ minimum: 1, maximum: 2_147_483_647 });

export const PaperQuestion = closedObject({
  question: WordedText(4_000),
  bibcode: Type.Optional({ ...PaperReference, description: 'Asks one paper instead of the library.' }),
  collection_id: Type.Optional({
    ...RowId,
    description: 'Asks the papers of a collection and its subcollections instead of the library.',
  }),
  follows: Type.Optional({
    ...RowId,
    description: 'The id of an earlier answer. The question, such as "And for giants?", follows up on it.',
  }),
  limit: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 20,
      default: 8,
      description: 'The number of passages from which the answer is written.',
    }),
  ),
});
export type PaperQuestion = Static<typeof PaperQuestion>;

export const Citation = Type.Object({
  number: Type.Integer({ description: 'The answer cites the passage as `[1]`, `[2]`, …, in the order of the text.' }),
  bibcode: Type.String(),
  title: Type.String(),
  headings: Type.Array(Type.String(), { description: 'The headings above the paragraph, outermost first.' }),
  /** Position in the paper's list of blocks, as in notes. */
  paragraph_index: Type.Integer(),
  quote: Type.String({ description: 'The sentence of the passage that is closest to the citing statement.' }),
});
export type Citation = Static<typeof Citation>;

/**
 * `unanswered`: no passage answers the question, or the model cited none. `stopped`: the caller disconnected early, and
 * the answer has the text written until then.
 */
export const AnswerStatus = Type.Enum(['answered', 'unanswered', 'stopped', 'failed']);
export type AnswerStatus = Static<typeof AnswerStatus>;

export const AnswerRecord = Type.Object({
  id: Type.Integer(),
  question: Type.String(),
  /** The paper that was asked. Null for a question to the library or a collection. */
  bibcode: Nullable(Type.String()),
  collection_id: Nullable(Type.Integer()),
  status: AnswerStatus,
  /** Markdown with formulas as TeX. It contains only citations that are in `citations`. */
  answer: Type.String(),
  citations: Type.Array(Citation),
  /** Why it failed. */
  failure: Nullable(Type.String()),
  /** The model's own count. Null if it reported none. */
  total_tokens: Nullable(Type.Integer()),
  duration_ms: Type.Integer(),
  asked_at: Timestamp,
});
export type AnswerRecord = Static<typeof AnswerRecord>;

/** The data of each kind of event of an answer's stream. `done` is the last event, however the answer ends. */
export const answerEvents = {
  /** The number of passages from which the answer is written, and of their papers. */
  passages: Type.Object({ id: Type.Integer(), passages: Type.Integer(), papers: Type.Integer() }),
  /** Sent before the text that cites it. */
  citation: Citation,
  text_delta: Type.Object({ text: Type.String() }),
  done: AnswerRecord,
};
export type AnswerEventKind = keyof typeof answerEvents;
export type AnswerEvent = {
  readonly [K in AnswerEventKind]: { readonly kind: K; readonly data: Static<(typeof answerEvents)[K]> };
}[AnswerEventKind];

export const AnswerPage = Type.Object({
  bibcode: Type.Optional({ ...PaperReference, description: 'Only questions about this paper.' }),
  before: Type.Optional({ ...RowId, description: 'Only questions older than this question.' }),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, default: 20 })),
});
export type AnswerPage = Static<typeof AnswerPage>;

const call = { tag: 'questions', role: 'api-token-if-configured', failures: 'text' } as const;

export const answerOperations = defineOperations({
  askPapers: {
    ...call,
    least: 'member',
    method: 'post',
    path: '/api/answers',
    summary:
      'Answers a question from passages of one paper, a collection or the library, as a stream of Server-Sent Events. Each citation names the paper, the paragraph and the sentence. The model stops when the caller disconnects.',
    body: PaperQuestion,
    reply: 'text/event-stream',
    statuses: [400, 401, 403, 404, 413, 500],
  },
  listAnswers: {
    ...call,
    least: 'reader',
    method: 'get',
    path: '/api/answers',
    summary: 'Lists the questions and their answers, newest first.',
    query: AnswerPage,
    reply: Type.Object({ answers: Type.Array(AnswerRecord), has_more: Type.Boolean() }),
    statuses: [400, 401, 403, 404, 500],
  },
  deleteAnswer: {
    ...call,
    least: 'member',
    method: 'delete',
    path: '/api/answers/{id}',
    summary: 'Deletes a question with its answer.',
    params: Type.Object({ id: Type.String({ pattern: '^[1-9][0-9]{0,8}$' }) }),
    reply: Type.Object({ status: Type.Literal('success') }),
    statuses: [400, 401, 403, 404, 500],
  },
});
