import { until } from '@almagest/test-kit/until';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import {
  ask,
  resumeStream,
  kinds,
  ofKind,
  openAgentStream,
  readSession,
  textOf,
  type ReceivedEvent,
} from './agent-calls.ts';
import { lockTable } from './table-lock.ts';
import { startReplica } from './replica.ts';
import { openWorld, type World } from './world.ts';

let world: World;
let replica: Awaited<ReturnType<typeof startReplica>>;
beforeAll(async () => {
  world = await openWorld();
  replica = await startReplica(world);
});
afterAll(async () => {
  await replica.stop();
  await world.close();
});
beforeEach(() => {
  world.lab.clearFaults();
  world.lab.setScript([]);
});

const LONG = Array.from({ length: 60 }, (_, index) => `Sentence ${index} about 🌟 and 𝛼.`).join(' ');

function speakSlowly(): void {
  world.lab.setScript([{ reasoning: 'I think about it. '.repeat(8), text: LONG }]);
  world.lab.setFault('provider.chat', { kind: 'slow_drip', bytes: 900, every_ms: 20 });
}

/** Joins the events that a client received in several streams. */
const joined = (...parts: readonly (readonly ReceivedEvent[])[]) => ({
  text: parts.map(textOf).join(''),
  thoughts: parts
    .map((part) =>
      ofKind(part, 'thought')
        .map(({ text }) => text)
        .join(''),
    )
    .join(''),
});

describe('a stream', () => {
  test('is an event stream with its session id and headers against caching and transformation', async () => {
    world.lab.setScript([{ text: 'x' }]);
    const { answer, sessionId, ended, comments } = await openAgentStream(world.url, { question: 'q' });
    await ended;
    expect(answer.headers.get('content-type')).toBe('text/event-stream');
    expect(answer.headers.get('cache-control')).toBe('no-cache, no-transform');
    expect(answer.headers.get('x-accel-buffering')).toBe('no');
    expect((await readSession(world, sessionId)).title).toBe('q');
    expect(comments[0]).toBe('retry: 2000');
  });

  test('sends text in small pieces as it arrives', async () => {
    speakSlowly();
    const { events } = await ask(world, 'q');
    expect(joined(events)).toEqual({ text: LONG, thoughts: 'I think about it. '.repeat(8) });
    expect(ofKind(events, 'text_delta').length).toBeGreaterThan(3);
  });

  test('resumes at another replica after the last received event, while the run continues', async () => {
    speakSlowly();
    const first = await openAgentStream(world.url, { question: 'q' });
    await first.received('text_delta', 2);
    first.leave();
    await first.ended.catch(() => undefined);
    const received = [...first.events];
    const rest = await resumeStream(replica.url, first.sessionId, received.at(-1)?.id ?? 0);
    expect(joined(received, rest).text).toBe(LONG);
    expect(rest.map(({ id }) => id)).toEqual(rest.map(({ id }) => id).toSorted((a, b) => a - b));
    expect(kinds([...received, ...rest]).filter((kind) => kind === 'done')).toHaveLength(1);
  });

  test('can be replayed from any event after the run, with its text pieces merged', async () => {
    speakSlowly();
    const { sessionId, events } = await ask(world, 'q');
    const [stored] = await world.sql<{ count: number }>(
      'select count(*)::int as count from agent_event where session_id = $1',
      [sessionId],
    );
    expect(stored?.count).toBe(4);
    for (const after of [0, ...events.map(({ id }) => id)]) {
      const rest = await resumeStream(replica.url, sessionId, after);
      const received = events.filter(({ id }) => id <= after);
      expect(joined(received, rest)).toEqual(joined(events));
      expect(kinds([...received, ...rest]).filter((kind) => kind === 'done')).toHaveLength(1);
      for (const { id } of rest) expect(id).toBeGreaterThan(after);
    }
    // A stream after a future event ends at once instead of waiting for that event.
    expect(await resumeStream(world.url, sessionId, 999_999)).toEqual([]);
  });

  test('of an earlier run ends at the end of that run', async () => {
    world.lab.setScript([{ text: 'one' }, { text: 'two' }]);
    const { sessionId, events } = await ask(world, 'first');
    await ask(world, 'second', { session_id: sessionId });
    const again = await resumeStream(world.url, sessionId, 0);
    expect(again).toEqual(events);
    expect(textOf(await resumeStream(world.url, sessionId, events.at(-1)?.id ?? 0))).toBe('two');
  });

  test('supports any number of listeners', async () => {
    speakSlowly();
    const first = await openAgentStream(world.url, { question: 'q' });
    const others = await Promise.all(
      [world.url, replica.url, replica.url].map((url) =>
        openAgentStream(url, { question: 'q', session_id: first.sessionId }, { 'last-event-id': '0' }),
      ),
    );
    for (const { ended } of [first, ...others]) expect(joined(await ended).text).toBe(LONG);
  });

  test('ends when its API stops, and resumes at another API', async () => {
    speakSlowly();
    const leaving = await startReplica(world);
    const first = await openAgentStream(leaving.url, { question: 'q' });
    await first.received('text_delta');
    await leaving.stop();
    const received = await first.ended;
    expect(kinds(received)).not.toContain('done');
    const rest = await resumeStream(world.url, first.sessionId, received.at(-1)?.id ?? 0);
    expect(joined(received, rest).text).toBe(LONG);
  });
});

test('a question accepted by an API that is shutting down resumes at another API', async () => {
  const leaving = await startReplica(world);
  world.lab.setScript([{ text: 'Here all the same.' }]);
  const lock = await lockTable(world, 'agent_session');
  const opening = openAgentStream(leaving.url, { question: 'q' });
  await lock.untilWaiting();
  const stopped = leaving.stop();
  await lock.release();
  const stream = await opening;
  expect(await stream.ended).toEqual([]);
  await stopped;
  expect(textOf(await resumeStream(world.url, stream.sessionId, 0))).toBe('Here all the same.');
});

test('a comment every 15 s keeps proxies from closing the stream', async () => {
  world.lab.setFault('provider.chat', { kind: 'timeout' });
  const stream = await openAgentStream(world.url, { question: 'q' });
  await until(() => stream.comments.includes(': still here'), 'a comment');
  await world.call('post', `/api/chat/sessions/${stream.sessionId}/stop`).expect(200);
  await stream.ended;
});
