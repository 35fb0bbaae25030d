import type { LibraryAnswer, LibraryQuestion } from '@almagest/contracts/literature';
import type { Viewer } from '../../domain/people/access.ts';
import { ANSWER_RULES, questionPrompt, NOTHING_FOUND } from '../../domain/retrieval/answer-prompt.ts';
import { renumberCitations } from '../../domain/retrieval/renumber-citations.ts';
import { Refusal } from '@almagest/service-kit/refusal';
import { INCOMPLETE_ANSWER } from '../../sources/language-model/language-model.ts';
import { ModelError } from '../../sources/language-model/model-error.ts';
import { retrievePassages, type Passage, type RetrieveDeps } from './retrieve-passages.ts';

const DEFAULT_LIMIT = 5;

const NO_ANSWER: LibraryAnswer = { answer: NOTHING_FOUND, sources: [] };

/**
 * Answers a question from passages of the library. An answer without citations is discarded, because it does not come
 * from the library.
 */
export async function askLibrary(
  deps: RetrieveDeps,
  viewer: Viewer,
  { question, limit = DEFAULT_LIMIT }: LibraryQuestion,
  signal?: AbortSignal,
): Promise<LibraryAnswer> {
  // Checked before the search, because every answer needs a model.
  const model = deps.models.chat();
  const passages = await retrievePassages(deps, { viewer, question, limit }, signal);
  if (passages.length === 0) return NO_ANSWER;
  const papers = [...Map.groupBy(passages, ({ bibcode }) => bibcode).values()];
  const { text, finishReason } = await model.complete({
    messages: [
      { role: 'system', content: ANSWER_RULES },
      { role: 'user', content: questionPrompt(question, numbered(papers)) },
    ],
    temperature: 0,
    ...(signal === undefined ? {} : { signal }),
  });
  const incomplete = INCOMPLETE_ANSWER[finishReason];
  if (incomplete !== undefined) throw new Refusal('upstream_failed', incomplete);
  if (text.trim() === '')
    throw new ModelError('malformed_answer', `the language model ${model.name} gave an empty answer`);
  const { text: answer, cited } = renumberCitations(text, papers.length);
  const sources = cited.flatMap((number) => sourceOf(papers[number - 1] ?? []));
  return sources.length === 0 ? NO_ANSWER : { answer, sources };
}

/** Numbers the sources. All passages of a paper have the same number. */
function numbered(papers: readonly (readonly Passage[])[]) {
  return papers.flatMap((passages, index) => passages.map((passage) => ({ ...passage, source: index + 1 })));
}

function sourceOf([best]: readonly Passage[]): LibraryAnswer['sources'] {
  return best === undefined ? [] : [{ bibcode: best.bibcode, title: best.title, relevance: best.relevance }];
}
