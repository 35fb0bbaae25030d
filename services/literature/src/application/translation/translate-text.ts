import { markUntranslated, sourcesOf, type TranslationRequest } from '../../domain/translation/translation-request.ts';
import { decideAfterAnswer, NO_ANSWERS } from '../../domain/translation/decide-after-answer.ts';
import type { FoundTerm } from '../../domain/translation/glossary.ts';
import { writePrompt } from '../../domain/translation/prompt.ts';
import { readAnswer, type ReadAnswer } from '../../domain/translation/read-answer.ts';
import type { ChatModel } from '../../sources/language-model/language-model.ts';
import { ModelError, type ModelFault } from '../../sources/language-model/model-error.ts';

export interface TextToTranslate {
  readonly ask: TranslationRequest;
  readonly terms: readonly FoundTerm[];
  readonly language: string;
}

export interface TranslatedText {
  readonly passages: readonly string[];
  /** Why no answer was accepted. `passages` then contains the original text. Undefined if the text was translated. */
  readonly fault: string | undefined;
}

/** Failures that concern only this text. */
const OF_THE_TEXT: ReadonlySet<ModelFault> = new Set(['content_filter', 'too_long']);

/** Queries the model until an answer is accepted, up to a fixed number of attempts. */
export async function translateText(
  model: ChatModel,
  text: TextToTranslate,
  signal: AbortSignal,
): Promise<TranslatedText> {
  let asked = NO_ANSWERS;
  let fault: string | undefined;
  for (;;) {
    const answer = await answerOf(model, text, fault, signal);
    if (typeof answer === 'string') return left(text, answer);
    const next = decideAfterAnswer(asked, answer, text.terms);
    if (next.kind === 'take') return { passages: next.passages, fault: undefined };
    if (next.kind === 'give_up') return left(text, `the model's answers were rejected: ${next.fault}`);
    ({ asked, fault } = next);
  }
}

function left({ ask }: TextToTranslate, fault: string): TranslatedText {
  return { passages: markUntranslated(sourcesOf(ask)), fault };
}

/** Requests one answer. If the provider refuses the text, returns the reason. */
async function answerOf(
  model: ChatModel,
  { ask, terms, language }: TextToTranslate,
  fault: string | undefined,
  signal: AbortSignal,
): Promise<ReadAnswer | string> {
  const { system, user } = writePrompt({ ask, terms, language, fault });
  const messages = [
    { role: 'system', content: system },
    { role: 'user', content: user },
  ] as const;
  try {
    const { text, finishReason } = await model.complete({ messages, signal });
    if (finishReason === 'content_filter') return 'the provider filtered its answer';
    if (finishReason === 'length') return { ok: false, fault: 'it ended early' };
    return readAnswer(ask, text, language);
  } catch (error) {
    if (error instanceof ModelError && OF_THE_TEXT.has(error.fault)) return error.message;
    throw error;
  }
}
