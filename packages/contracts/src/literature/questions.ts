import Type, { type Static } from 'typebox';
import { closedObject } from '../schema.ts';
import { defineOperations } from '../operation.ts';
import { WordedText } from '../schema.ts';

export const LibraryQuestion = closedObject({
  /** PostgreSQL cannot store NUL or unpaired surrogates. */
  question: WordedText(4_000),
  limit: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 20,
      default: 5,
      description: 'The number of passages from which the answer is written.',
    }),
  ),
});
export type LibraryQuestion = Static<typeof LibraryQuestion>;

export const LibraryAnswer = Type.Object({
  /** Text that cites `sources`, in order, as `[1]`, `[2]`, …. */
  answer: Type.String(),
  /** The papers that the answer cites. Empty if nothing in the library supports an answer. */
  sources: Type.Array(
    Type.Object({
      bibcode: Type.String(),
      title: Type.String(),
      relevance: Type.Number({ description: "From 0 to 1, by the ranks of the paper's best passage in each search." }),
    }),
  ),
});
export type LibraryAnswer = Static<typeof LibraryAnswer>;

export const questionOperations = defineOperations({
  askLibrary: {
    role: 'api-token-if-configured',
    failures: 'text',
    least: 'member',
    tag: 'questions',
    method: 'post',
    path: '/api/chat/rag',
    summary: 'Answers a question from passages of the library, and cites the papers.',
    body: LibraryQuestion,
    reply: LibraryAnswer,
    statuses: [400, 401, 403, 413, 500, 503],
  },
});
