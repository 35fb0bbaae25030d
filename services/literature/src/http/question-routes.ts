import type { answerOperations, questionOperations } from '@almagest/contracts/literature';
import type { Handlers } from '@almagest/service-kit/http-edge';
import { answerQuestion, openQuestion, type AnswerDeps } from '../application/answers/ask-papers.ts';
import { readAnswers, removeAnswer } from '../application/answers/read-answers.ts';
import { askLibrary } from '../application/retrieval/ask-library.ts';
import type { AnswerStreams } from './answer-stream.ts';
import { callerSignal } from './caller-signal.ts';

export interface QuestionRoutesDeps extends AnswerDeps {
  readonly answerStreams: AnswerStreams;
}

export function questionRoutes(
  deps: QuestionRoutesDeps,
): Handlers<typeof questionOperations & typeof answerOperations, undefined> {
  return {
    askLibrary: ({ body, res }) => askLibrary(deps, body, callerSignal(res)),
    askPapers: async ({ body, res }) => {
      const question = await openQuestion(deps, body);
      await deps.answerStreams.send(res, (signal) => answerQuestion(deps, question, signal));
    },
    listAnswers: ({ query }) => readAnswers(deps, query),
    deleteAnswer: ({ params }) => removeAnswer(deps, Number(params.id)),
  };
}
