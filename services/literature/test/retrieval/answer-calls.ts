import {
  answerEvents,
  type AnswerEvent,
  type AnswerEventKind,
  type AnswerRecord,
} from '@almagest/contracts/literature';
import { compile } from '@almagest/contracts/validate';
import { until } from '@almagest/test-kit/until';
import type { World } from '../world.ts';

export interface AnswerStream {
  /** All events received so far. */
  readonly events: AnswerEvent[];
  readonly ended: Promise<AnswerEvent[]>;
  received(kind: AnswerEventKind): Promise<void>;
  leave(): void;
}

const checks = new Map(Object.entries(answerEvents).map(([kind, schema]) => [kind, compile(schema)]));

/** Parses a frame. Throws on anything other than an event of the contract. */
function readEvent(frame: string): AnswerEvent {
  const [, kind = '', json = 'null'] = /^event: (\w+)\ndata: (.*)$/.exec(frame) ?? [];
  const data = JSON.parse(json) as unknown;
  if (checks.get(kind)?.(data).ok !== true) throw new Error(`not an event of the contract: ${frame}`);
  return { kind, data } as AnswerEvent;
}

export async function openAnswer(url: string, body: object): Promise<AnswerStream> {
  const leaving = new AbortController();
  const answer = await fetch(`${url}/api/answers`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
    signal: leaving.signal,
  });
  if (answer.status !== 200) throw new Error(`${answer.status}: ${await answer.text()}`);
  const events: AnswerEvent[] = [];
  const read = async () => {
    let text = '';
    for await (const chunk of answer.body?.pipeThrough(new TextDecoderStream()) ?? []) {
      const frames = `${text}${chunk}`.split('\n\n');
      text = frames.pop() ?? '';
      for (const frame of frames) if (!/^(?:retry: \d+|: .*)$/.test(frame)) events.push(readEvent(frame));
    }
    return events;
  };
  const ended = read();
  // A client that disconnects does not wait for the end.
  ended.catch(() => undefined);
  return {
    events,
    ended,
    received: async (kind) => void (await until(() => events.find((event) => event.kind === kind), `a ${kind}`)),
    leave: () => leaving.abort(),
  };
}

export async function askPapers(
  world: World,
  question: string,
  more: object = {},
): Promise<{ readonly events: AnswerEvent[]; readonly record: AnswerRecord; readonly text: string }> {
  const events = await (await openAnswer(world.url, { question, ...more })).ended;
  const last = events.at(-1);
  if (last?.kind !== 'done') throw new Error(`the answer ended with ${last?.kind}`);
  const text = events.map((event) => (event.kind === 'text_delta' ? event.data.text : '')).join('');
  return { events, record: last.data, text };
}

export async function listAnswers(world: World, query: object = {}): Promise<AnswerRecord[]> {
  const { body } = await world.call('get', '/api/answers').query(query).expect(200);
  return (body as { answers: AnswerRecord[] }).answers;
}
