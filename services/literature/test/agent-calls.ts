import {
  agentEvents,
  type AgentEvent,
  type AgentEventKind,
  type AuditEntry,
  type PendingQuestion,
  type SessionDetail,
} from '@almagest/contracts/literature';
import { compile } from '@almagest/contracts/validate';
import { until } from '@almagest/test-kit/until';
import type { World } from './world.ts';

/** An event received over a stream. */
export type ReceivedEvent = AgentEvent & { readonly id: number };

export interface AgentStream {
  readonly sessionId: string;
  readonly answer: Response;
  /** All events received so far. */
  readonly events: ReceivedEvent[];
  /** Comments, in order. */
  readonly comments: string[];
  /** Waits for the end of the stream. */
  readonly ended: Promise<ReceivedEvent[]>;
  /** Waits until `count` events of a kind have arrived. */
  received<K extends AgentEventKind>(kind: K, count?: number): Promise<Extract<ReceivedEvent, { kind: K }>>;
  leave(): void;
}

const checks = new Map(Object.entries(agentEvents).map(([kind, schema]) => [kind, compile(schema)]));

/** Parses a frame. Throws on anything other than an event of the contract. */
function readEvent(frame: string): ReceivedEvent {
  const [, id, kind = '', json = ''] = /^id: (\d+)\nevent: (\w+)\ndata: (.*)$/.exec(frame) ?? [];
  const data = JSON.parse(json === '' ? 'null' : json) as unknown;
  const checked = checks.get(kind)?.(data);
  if (checked?.ok !== true) throw new Error(`not an event of the contract: ${frame}`);
  const known = Object.keys(agentEvents[kind as AgentEventKind].properties);
  const strange = Object.keys(data as object).filter((key) => !known.includes(key));
  if (strange.length > 0) throw new Error(`${kind} has fields outside the contract: ${strange.join(', ')}`);
  return { id: Number(id), kind, data } as ReceivedEvent;
}

/** Asks the agent, or continues the stream of a session with the header `Last-Event-ID`. */
export async function openAgentStream(
  url: string,
  body: object,
  headers: Readonly<Record<string, string>> = {},
): Promise<AgentStream> {
  const leaving = new AbortController();
  const answer = await fetch(`${url}/api/chat/agent`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
    signal: leaving.signal,
  });
  if (answer.status !== 200) throw new Error(`${answer.status}: ${await answer.text()}`);
  const events: ReceivedEvent[] = [];
  const comments: string[] = [];
  const read = async () => {
    let text = '';
    for await (const chunk of answer.body?.pipeThrough(new TextDecoderStream()) ?? []) {
      text += chunk;
      const frames = text.split('\n\n');
      text = frames.pop() ?? '';
      for (const frame of frames)
        if (/^(?:retry: \d+|: .*)$/.test(frame)) comments.push(frame);
        else events.push(readEvent(frame));
    }
    if (text !== '') throw new Error(`the stream ended within an event: ${text}`);
    return events;
  };
  const ended = read();
  // A client that disconnects does not wait for the end.
  ended.catch(() => undefined);
  return {
    sessionId: answer.headers.get('x-session-id') ?? '',
    answer,
    events,
    comments,
    ended,
    received: async (kind, count = 1) =>
      (await until(
        () => events.filter((event) => event.kind === kind)[count - 1],
        `event ${count} of kind ${kind}`,
      )) as never,
    leave: () => leaving.abort(),
  };
}

export async function ask(
  world: World,
  question: string,
  more: object = {},
): Promise<{ sessionId: string; events: ReceivedEvent[] }> {
  const stream = await openAgentStream(world.url, { question, session_id: null, ...more });
  return { sessionId: stream.sessionId, events: await stream.ended };
}

/** Returns the events after a given event, up to the end of the run. */
export async function resumeStream(url: string, sessionId: string, after: number): Promise<ReceivedEvent[]> {
  const again = await openAgentStream(
    url,
    { question: 'again', session_id: sessionId },
    { 'last-event-id': String(after) },
  );
  return await again.ended;
}

export const kinds = (events: readonly ReceivedEvent[]): AgentEventKind[] => events.map(({ kind }) => kind);

type DataOf<K extends AgentEventKind> = Extract<AgentEvent, { kind: K }>['data'];

export function ofKind<K extends AgentEventKind>(events: readonly ReceivedEvent[], kind: K): DataOf<K>[] {
  return events.filter((event) => event.kind === kind).map(({ data }) => data as DataOf<K>);
}

export const textOf = (events: readonly ReceivedEvent[]): string =>
  ofKind(events, 'text_delta')
    .map(({ text }) => text)
    .join('');

export async function readSession(world: World, id: string): Promise<SessionDetail> {
  return (await world.call('get', `/api/chat/sessions/${id}`).expect(200)).body as SessionDetail;
}

export async function readAudit(world: World, id: string): Promise<AuditEntry[]> {
  return (await world.call('get', `/api/chat/sessions/${id}/audit`).expect(200)).body as AuditEntry[];
}

export async function readQuestions(world: World, sessionId: string): Promise<PendingQuestion[]> {
  const { body } = await world.call('get', '/api/chat/questions').expect(200);
  return (body as PendingQuestion[]).filter(({ session_id }) => session_id === sessionId);
}

export async function untilStatus(world: World, id: string, status: SessionDetail['status']): Promise<SessionDetail> {
  return await until(async () => {
    const session = await readSession(world, id);
    return session.status === status && session;
  }, `session ${id} to be ${status}`);
}
