import type { AnswerEvent, AnswerRecord, Citation, PaperQuestion } from '@almagest/contracts/literature';
import { sendWithToken } from '@almagest/ui/api-client';
import { messageOf } from '@almagest/ui/api-error';
import { readEvents } from '@almagest/ui/event-stream';
import { useSyncExternalStore } from 'react';
import { queryClient } from '../query-client.ts';
import { token } from '../token.ts';

/** An answer that is still being written. */
export interface RunningAnswer {
  readonly question: string;
  /** Undefined until passages are found. */
  readonly passages: { readonly id: number; readonly passages: number; readonly papers: number } | undefined;
  readonly text: string;
  readonly citations: readonly Citation[];
  /** The error that stopped the answer. Undefined if no error occurred. */
  readonly failure: string | undefined;
}

/** The bibcode of the paper that was asked, or null for the library and its collections. */
export type Asked = string | null;

const running = new Map<Asked, { answer: RunningAnswer; readonly stop: AbortController }>();
const listeners = new Set<() => void>();

function become(asked: Asked, change: Partial<RunningAnswer> | undefined): void {
  const known = running.get(asked);
  if (known === undefined) return;
  if (change === undefined) running.delete(asked);
  else known.answer = { ...known.answer, ...change };
  for (const listener of listeners) listener();
}

/** Returns the running answer for a paper or the library. The answer continues while other views are open. */
export function useRunningAnswer(asked: Asked): RunningAnswer | undefined {
  return useSyncExternalStore(
    (onChange) => {
      listeners.add(onChange);
      return () => listeners.delete(onChange);
    },
    () => running.get(asked)?.answer,
  );
}

export function stopAnswer(asked: Asked): void {
  running.get(asked)?.stop.abort();
}

/**
 * Asks a question, streams the answer and returns its record. A new question about the same paper stops the previous
 * one. Returns undefined if the answer stops or fails.
 *
 * @param onAccepted called when the service has stored the question
 */
export async function askPapers(
  asked: Asked,
  body: PaperQuestion,
  onAccepted: () => void,
): Promise<AnswerRecord | undefined> {
  stopAnswer(asked);
  const stop = new AbortController();
  const begun = { question: body.question, passages: undefined, text: '', citations: [], failure: undefined };
  running.set(asked, { answer: begun, stop });
  become(asked, {});
  const isCurrent = () => running.get(asked)?.stop === stop;
  try {
    const options = { body, signal: stop.signal, timeoutMs: null };
    const { body: stream } = await sendWithToken('post', '/api/answers', options, token);
    onAccepted();
    if (stream !== null)
      for await (const { kind, data } of readEvents(stream))
        if (isCurrent()) {
          const record = take(asked, { kind, data: JSON.parse(data) as unknown } as AnswerEvent);
          if (record !== undefined) return record;
        }
    if (isCurrent()) become(asked, { failure: 'the stream ended before the answer did' });
  } catch (error) {
    if (!isCurrent()) return undefined;
    if (stop.signal.aborted) keepStopped(asked, body.bibcode ?? null);
    else become(asked, { failure: messageOf(error) });
  }
  return undefined;
}

/** Shows an event of the stream. Returns the record if the event ends the answer. */
function take(asked: Asked, event: AnswerEvent): AnswerRecord | undefined {
  const now = running.get(asked)?.answer;
  if (now === undefined) return undefined;
  if (event.kind === 'passages') become(asked, { passages: event.data });
  else if (event.kind === 'citation') become(asked, { citations: [...now.citations, event.data] });
  else if (event.kind === 'text_delta') become(asked, { text: now.text + event.data.text });
  else {
    finish(asked, event.data);
    void queryClient.invalidateQueries({ queryKey: ['answers'] });
    return event.data;
  }
  return undefined;
}

/** Replaces the streamed text with the stored record. */
function finish(asked: Asked, record: AnswerRecord): void {
  queryClient.setQueryData<AnswerPages>(answersKey(asked), (known) => {
    const [first, ...others] = known?.pages ?? [];
    if (known === undefined || first === undefined) return known;
    return { ...known, pages: [{ ...first, answers: [record, ...first.answers] }, ...others] };
  });
  become(asked, undefined);
}

/** Delay before the answers are reloaded. By then, the service has stored the stopped answer. */
const STORED_MS = 1_500;

function keepStopped(asked: Asked, bibcode: string | null): void {
  const now = running.get(asked)?.answer;
  if (now?.passages === undefined) become(asked, undefined);
  else
    finish(asked, {
      id: now.passages.id,
      question: now.question,
      bibcode,
      collection_id: null,
      status: 'stopped',
      answer: now.text,
      citations: [...now.citations],
      failure: null,
      total_tokens: null,
      duration_ms: 0,
      asked_at: new Date().toISOString(),
    });
  setTimeout(() => void queryClient.invalidateQueries({ queryKey: ['answers'] }), STORED_MS);
}

interface AnswerPages {
  readonly pages: readonly { readonly answers: readonly AnswerRecord[]; readonly has_more: boolean }[];
  readonly pageParams: readonly unknown[];
}

export const answersKey = (asked: Asked) => ['answers', asked] as const;
