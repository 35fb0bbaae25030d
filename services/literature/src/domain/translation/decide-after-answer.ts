import { missingTerms, type FoundTerm } from './glossary.ts';
import type { ReadAnswer } from './read-answer.ts';

/**
 * Maximum number of answers to request for a text. After this many damaged answers, another attempt is unlikely to
 * succeed.
 */
const MAX_ANSWERS = 3;

/** The result of the answers so far. */
export interface AnswerHistory {
  readonly answers: number;
  /** The valid answer that lacks the fewest glossary terms. */
  readonly best: { readonly passages: readonly string[]; readonly missing: readonly FoundTerm[] } | undefined;
}

export const NO_ANSWERS: AnswerHistory = { answers: 0, best: undefined };

/** The next step: accept the translation, request another answer and state the fault of the last answer, or give up. */
export type Next =
  | { readonly kind: 'take'; readonly passages: readonly string[] }
  | { readonly kind: 'ask'; readonly fault: string; readonly asked: AnswerHistory }
  | { readonly kind: 'give_up'; readonly fault: string };

/**
 * Decides what happens after an answer. Never accepts a damaged answer. If a valid answer lacks a term of the glossary,
 * requests one more answer and accepts the better one. A missing term is acceptable, because a pronoun or another
 * wording may be correct.
 */
export function decideAfterAnswer(asked: AnswerHistory, read: ReadAnswer, terms: readonly FoundTerm[]): Next {
  const answers = asked.answers + 1;
  if (!read.ok) {
    if (answers < MAX_ANSWERS) return { kind: 'ask', fault: read.fault, asked: { answers, best: asked.best } };
    return asked.best === undefined
      ? { kind: 'give_up', fault: read.fault }
      : { kind: 'take', passages: asked.best.passages };
  }
  const missing = missingTerms(terms, read.passages.join('\n'));
  const now = { passages: read.passages, missing };
  const best = asked.best !== undefined && asked.best.missing.length < missing.length ? asked.best : now;
  if (missing.length === 0 || asked.best !== undefined || answers >= MAX_ANSWERS)
    return { kind: 'take', passages: best.passages };
  const wanted = missing.map(({ form, translation }) => `'${form}' as '${translation}'`).join(', ');
  return { kind: 'ask', fault: `it does not contain ${wanted}`, asked: { answers, best } };
}
