import { recordAudit } from '@almagest/accounts';
import type { AnswerEvent, AnswerRecord, PaperQuestion } from '@almagest/contracts/literature';
import { inTransaction } from '@almagest/service-kit/database';
import { Refusal } from '@almagest/service-kit/refusal';
import { storable } from '../../domain/agent/data-fence.ts';
import type { Viewer } from '../../domain/people/access.ts';
import { ANSWER_RULES, questionPrompt } from '../../domain/retrieval/answer-prompt.ts';
import { CitingAnswer, type AnswerNews, type CitablePassage } from '../../domain/retrieval/cite-passages.ts';
import { endAnswer, findAnswer, insertAnswer, type AnswerEnd } from '../../persistence/answers/answer-repository.ts';
import { INCOMPLETE_ANSWER, type Message } from '../../sources/language-model/language-model.ts';
import type { Db } from '../../persistence/database.ts';
import type { ViewedCollection } from '../../persistence/library/library-filter.ts';
import { listBlocksBetween } from '../../persistence/reading/block-repository.ts';
import { requireCollection } from '../library/require-collection.ts';
import { requirePaper } from '../papers/require-paper.ts';
import { retrievePassages, type Passage, type RetrieveDeps } from '../retrieval/retrieve-passages.ts';

export interface AnswerDeps extends RetrieveDeps {
  readonly onFault: (error: unknown) => void;
}

const DEFAULT_LIMIT = 8;

/** A question that was accepted and stored. */
export interface OpenQuestion {
  readonly id: number;
  readonly question: string;
  readonly limit: number;
  readonly bibcode: string | undefined;
  readonly viewer: Viewer;
  readonly collection: ViewedCollection | undefined;
  /** The earlier question that this question continues, with its answer. */
  readonly earlier: Earlier | undefined;
}

type Earlier = Pick<AnswerRecord, 'question' | 'answer'>;

/** Stores a question. Refuses the question if no model is configured, or if the paper or collection is unknown. */
export async function openQuestion(
  { db, models }: AnswerDeps,
  viewer: Viewer,
  { question, bibcode, collection_id: collectionId, follows, limit = DEFAULT_LIMIT }: PaperQuestion,
): Promise<OpenQuestion> {
  // Checked first, because every answer needs a model.
  models.chat();
  if (bibcode !== undefined && collectionId !== undefined)
    throw new Refusal(
      'malformed',
      'body: bibcode and collection_id exclude each other. Ask about either a paper or a collection',
    );
  if (collectionId !== undefined) await requireCollection(db, viewer, collectionId);
  const paper = bibcode === undefined ? undefined : await requirePaper(db, bibcode);
  const earlier = follows === undefined ? undefined : await requireAnswer(db, viewer, follows);
  const collection = collectionId === undefined ? undefined : { viewer, id: collectionId };
  const scope = { paper_id: paper?.id ?? null, collection_id: collectionId ?? null };
  const id = await inTransaction(db, async (trx) => {
    const asked = await insertAnswer(trx, { question, ...scope, owner_id: viewer.ownerId });
    await recordAudit(trx, { object: `answer ${asked}` });
    return asked;
  });
  return { id, viewer, question, limit, bibcode: paper?.bibcode, collection, earlier };
}

/**
 * Answers a question. Yields the answer as the model generates it, and stores the outcome. Always ends with `done`,
 * even if the answer fails or is stopped. Aborting the signal cancels the request to the model.
 */
export async function* answerQuestion(
  deps: AnswerDeps,
  question: OpenQuestion,
  signal: AbortSignal,
): AsyncGenerator<AnswerEvent, void> {
  const began = performance.now();
  const progress: Progress = { answer: new CitingAnswer([]), tokens: undefined };
  let failure: string | null = null;
  try {
    yield* write(deps, question, progress, signal);
  } catch (error) {
    if (!signal.aborted) {
      failure = error instanceof Refusal ? error.message : 'the question failed because of an internal error';
      if (!(error instanceof Refusal)) deps.onFault(error);
    }
  }
  const { text, citations } = progress.answer;
  const end: AnswerEnd = {
    status: statusOf({ failure, isStopped: signal.aborted, text }),
    answer: storable(text),
    citations: citations.map((citation) => ({ ...citation, quote: storable(citation.quote) })),
    failure: failure === null ? null : storable(failure),
    total_tokens: progress.tokens ?? null,
    duration_ms: Math.round(performance.now() - began),
  };
  await endAnswer(deps.db, question.id, end);
  const record = await findAnswer(deps.db, question.viewer, question.id);
  // Undefined if the answer was deleted in the meantime.
  if (record !== undefined) yield { kind: 'done', data: record };
}

interface Progress {
  answer: CitingAnswer;
  tokens: number | undefined;
}

function statusOf({ failure, isStopped, text }: { failure: string | null; isStopped: boolean; text: string }) {
  if (failure !== null) return 'failed';
  if (isStopped) return 'stopped';
  return text === '' ? 'unanswered' : 'answered';
}

async function* write(
  deps: AnswerDeps,
  { id, question, limit, bibcode, collection, viewer, earlier }: OpenQuestion,
  progress: Progress,
  signal: AbortSignal,
): AsyncGenerator<AnswerEvent, void> {
  // A follow-up such as "And for giants?" would find nothing on its own.
  const sought = earlier === undefined ? question : `${earlier.question}\n${question}`;
  const passages = await retrievePassages(deps, { viewer, question: sought, limit, bibcode, collection }, signal);
  const papers = new Set(passages.map(({ paperId }) => paperId)).size;
  yield { kind: 'passages', data: { id, passages: passages.length, papers } };
  if (passages.length === 0) return;
  const sources = await citable(deps, passages);
  progress.answer = new CitingAnswer(sources);
  let incomplete: string | undefined;
  const stream = deps.models.chat().stream({
    messages: [
      { role: 'system', content: ANSWER_RULES },
      ...conversation(earlier),
      { role: 'user', content: questionPrompt(question, numbered(passages)) },
    ],
    temperature: 0,
    signal,
  });
  for await (const piece of stream) {
    if (piece.kind === 'text') yield* eventsOf(progress.answer.add(piece.text));
    else if (piece.kind === 'retract') progress.answer = new CitingAnswer(sources);
    else if (piece.kind === 'end') {
      progress.tokens = piece.usage?.totalTokens;
      incomplete = INCOMPLETE_ANSWER[piece.finishReason];
    }
  }
  yield* eventsOf(progress.answer.end());
  // The caller stores the text so far with the failure.
  if (incomplete !== undefined) throw new Refusal('upstream_failed', incomplete);
}

async function requireAnswer(db: Db, viewer: Viewer, id: number): Promise<AnswerRecord> {
  const answer = await findAnswer(db, viewer, id);
  if (answer === undefined) throw new Refusal('unknown', `there is no answer ${id} to follow up on`);
  return answer;
}

/**
 * Returns the earlier turn as messages. Removes the citation numbers, because the prompt does not contain the cited
 * passages.
 */
function conversation(earlier: Earlier | undefined): Message[] {
  if (earlier === undefined) return [];
  return [
    { role: 'user', content: earlier.question },
    { role: 'assistant', content: earlier.answer.replaceAll(/\s?\[\d+\]/g, '') },
  ];
}

function numbered(passages: readonly Passage[]) {
  return passages.map((passage, index) => ({ ...passage, source: index + 1 }));
}

function* eventsOf(news: readonly AnswerNews[]): Generator<AnswerEvent, void> {
  for (const one of news)
    if (one.kind === 'citation') yield { kind: 'citation', data: one.citation };
    else yield { kind: 'text_delta', data: { text: one.text } };
}

/**
 * Adds the blocks of each passage. If a new parse has removed the blocks, uses the passage's text as a single block.
 */
async function citable({ db }: AnswerDeps, passages: readonly Passage[]): Promise<CitablePassage[]> {
  return await Promise.all(
    passages.map(async ({ paperId, bibcode, title, headings, text, firstBlock, lastBlock }) => {
      const blocks = await listBlocksBetween(db, paperId, firstBlock, lastBlock);
      const known = blocks.filter((block) => block.text.trim() !== '');
      return { bibcode, title, headings, blocks: known.length > 0 ? known : [{ position: firstBlock, text }] };
    }),
  );
}
