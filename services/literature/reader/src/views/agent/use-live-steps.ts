import type { SessionSteps } from '@almagest/contracts/literature';
import { sendWithToken } from '@almagest/ui/api-client';
import { ApiError } from '@almagest/ui/api-error';
import { readEvents } from '@almagest/ui/event-stream';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { token } from '../../token.ts';
import { FIRST_SESSIONS, sessionsQuery, stepsQuery } from './queries.ts';

interface Piece {
  readonly id: number;
  readonly kind: string;
  readonly text: string;
}

const RETRY_MS = 1_000;
/** Delay before steps are reloaded, so that a burst of events causes one request. */
const REST_MS = 250;

/**
 * Returns the steps of a session and the text being written. While the session runs, it follows the stream from the
 * last stored event. Text is appended as it arrives. Other events reload the steps.
 */
export function useLiveSteps(id: string) {
  const query = useQuery(stepsQuery(id));
  const client = useQueryClient();
  const [pieces, setPieces] = useState<readonly Piece[]>([]);
  const { data } = query;
  const isRunning = data?.session.status === 'running';
  useOtherTabs(id, data);
  const place = useRef(0);
  useEffect(() => {
    if (data === undefined) return;
    place.current = Math.max(place.current, data.last_event);
    setPieces((known) => known.filter((piece) => piece.id > data.last_event));
  }, [data]);
  useEffect(() => {
    if (!isRunning) return undefined;
    const leaving = new AbortController();
    const refresh = async () => await client.invalidateQueries({ queryKey: ['agent'] });
    let timer: ReturnType<typeof setTimeout> | undefined;
    const refreshSoon = () => {
      timer ??= setTimeout(() => {
        timer = undefined;
        void refresh();
      }, REST_MS);
    };
    const onPiece = (piece: Piece) => {
      place.current = piece.id;
      if (piece.text === '') refreshSoon();
      else setPieces((known) => [...known, piece]);
    };
    void follow(id, place, { onPiece, onBreak: refreshSoon }, leaving.signal);
    return () => {
      leaving.abort();
      clearTimeout(timer);
    };
  }, [id, isRunning, client]);
  return { query, streamed: withPieces(data, pieces) };
}

/** Reloads an ended session if another tab has continued it, as the polled list of sessions shows. */
function useOtherTabs(id: string, data: SessionSteps | undefined): void {
  const client = useQueryClient();
  const { data: list } = useQuery(sessionsQuery(FIRST_SESSIONS));
  const listed = list?.sessions.find((session) => session.id === id)?.updated_at ?? '';
  const shown = data?.session.updated_at;
  useEffect(() => {
    if (shown !== undefined && listed > shown) void client.invalidateQueries(stepsQuery(id));
  }, [id, listed, shown, client]);
}

function withPieces(data: SessionSteps | undefined, pieces: readonly Piece[]) {
  const { thought = '', text = '' } = data?.streamed ?? {};
  const of = (kind: string) =>
    pieces.map((piece) => (piece.kind === kind && piece.id > (data?.last_event ?? 0) ? piece.text : '')).join('');
  return { thought: thought + of('thought'), text: text + of('text_delta') };
}

interface Follower {
  readonly onPiece: (piece: Piece) => void;
  /** Called when the stream ends or fails. */
  readonly onBreak: () => void;
}

/**
 * Follows the stream until the run ends, and resumes after the last event if interrupted. A stopping service also ends
 * its streams cleanly, so the end of a stream doesn't mean the end of the run.
 */
async function follow(
  id: string,
  place: { current: number },
  { onPiece, onBreak }: Follower,
  signal: AbortSignal,
): Promise<void> {
  for (let isRefused = false; !signal.aborted && !isRefused;) {
    try {
      const headers = { 'Last-Event-ID': String(place.current) };
      // With the `Last-Event-ID` header, the service ignores the question, but the body must contain one.
      const body = { question: '-', session_id: id };
      const options = { body, headers, signal, timeoutMs: null };
      const { body: stream } = await sendWithToken('post', '/api/chat/agent', options, token);
      if (stream !== null)
        for await (const { id: number, kind, data } of readEvents(stream)) {
          const { text = '' } = JSON.parse(data) as { readonly text?: string };
          onPiece({ id: Number(number), kind, text });
          if (kind === 'done') return onBreak();
        }
    } catch (error) {
      // The session no longer exists, for example because it was deleted. Other errors mean a lost connection or a
      // restart.
      isRefused = error instanceof ApiError && !error.mayPass;
    }
    if (signal.aborted) return;
    onBreak();
    await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
  }
}
