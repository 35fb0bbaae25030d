import { until } from '@almagest/test-kit/until';
import { afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import {
  ask,
  kinds,
  ofKind,
  openAgentStream,
  readAudit,
  readSession,
  textOf,
  untilStatus,
  type AgentStream,
} from './agent-calls.ts';
import { changeRows, lockTable, type TableLock } from './table-lock.ts';
import { givenFound } from './papers.ts';
import { startReplica } from './replica.ts';
import { openWorld, useWorld } from './world.ts';

const world = useWorld({ worker: false });
let worker: Awaited<ReturnType<typeof world.startWorker>>;
let bibcode: string;
let lock: Pick<TableLock, 'release'> | undefined;
beforeAll(async () => {
  worker = await world.startWorker();
  ({ bibcode } = await givenFound(world, 'okonkwo2014'));
});
beforeEach(() => {
  world.lab.clearRequests();
  world.lab.setScript([]);
});
afterEach(async () => {
  await lock?.release();
  lock = undefined;
});

const writing = { name: 'add_note', arguments: { bibcode: '', paragraph_index: 0, note_text: 'slow' } };
const stop = (id: string) => world.call('post', `/api/chat/sessions/${id}/stop`);

/** Starts a session whose model sends some text and then hangs. */
async function givenSpeaking(): Promise<AgentStream> {
  world.lab.setScript([{ text: 'Let me see. '.repeat(40) }]);
  world.lab.setFault('provider.chat', { kind: 'slow_drip', bytes: 400, every_ms: 150 });
  const stream = await openAgentStream(world.url, { question: 'Speak slowly' });
  await stream.received('text_delta');
  return stream;
}

/** Starts a session that hangs in a call that writes a note, because the table is locked. */
async function givenWriting(tool_calls: object[] = []): Promise<AgentStream> {
  const notes = await lockTable(world, 'note');
  lock = notes;
  const first = { ...writing, arguments: { ...writing.arguments, bibcode } };
  world.lab.setScript([{ when: 'Write', tool_calls: [first, ...tool_calls] as (typeof writing)[] }]);
  const stream = await openAgentStream(world.url, { question: 'Write', permission_mode: 'auto' });
  await notes.untilWaiting();
  return stream;
}

describe('a stop', () => {
  test('ends a run during an answer, and stores the streamed part', async () => {
    const stream = await givenSpeaking();
    const { body } = await stop(stream.sessionId).expect(200);
    expect(body).toEqual({ status: 'stopped' });
    const events = await stream.ended;
    expect(kinds(events).filter((kind) => kind !== 'text_delta')).toEqual(['done']);
    expect(ofKind(events, 'done')).toEqual([{ session_id: stream.sessionId, status: 'stopped' }]);
    const { status, messages } = await readSession(world, stream.sessionId);
    expect(status).toBe('stopped');
    expect(messages.map(({ content }) => content)).toEqual(['Speak slowly', textOf(events)]);
    await stop(stream.sessionId).expect(409, /not running \(stopped\)/);
    // The connection to the model is closed.
    await until(() => world.lab.traffic('provider').count > 0 && world.lab.requests().length > 0, 'the request');
  });

  test('ends a run during a tool call, from another replica, and the audit has the call once', async () => {
    const stream = await givenWriting([{ name: 'list_notes', arguments: { bibcode } }]);
    const replica = await startReplica(world);
    const answer = await fetch(`${replica.url}/api/chat/sessions/${stream.sessionId}/stop`, { method: 'POST' });
    expect(answer.status).toBe(200);
    const events = await stream.ended;
    expect(
      ofKind(events, 'tool_result').map(({ name, status, output }) => [name, status, output.split(':')[0]]),
    ).toEqual([
      ['add_note', 'error', 'interrupted'],
      ['list_notes', 'error', 'not started'],
    ]);
    expect(kinds(events).filter((kind) => kind === 'done')).toHaveLength(1);
    await lock?.release();
    lock = undefined;
    expect((await readAudit(world, stream.sessionId)).map(({ status }) => status)).toEqual(['error', 'error']);
    await replica.stop();
  });

  test('of an idle session is refused', async () => {
    world.lab.setScript([{ text: 'x' }]);
    const { sessionId } = await ask(world, 'q');
    await stop(sessionId).expect(409, /not running \(completed\)/);
  });

  test('happens when a running session is deleted', async () => {
    const stream = await givenSpeaking();
    await world.call('delete', `/api/chat/sessions/${stream.sessionId}`).expect(200);
    expect(ofKind(await stream.ended, 'done')).toEqual([{ session_id: stream.sessionId, status: 'stopped' }]);
    await world.call('get', `/api/chat/sessions/${stream.sessionId}`).expect(404);
  });
});

test('a worker whose session was taken over writes nothing more to it', async () => {
  const stream = await givenWriting();
  world.lab.setScript([{ text: 'Written by the next worker.' }]);
  const takenOver = await changeRows(
    world,
    `update agent_session set lease_holder = gen_random_uuid(), lease_renewed_at = now() - interval '1 minute' where id = $1`,
    [stream.sessionId],
  );
  await lock?.release();
  lock = undefined;
  // Two statements are blocked: the renewal of the lease and the result of the call.
  await takenOver.untilBlocked(2);
  await takenOver.commit();
  const events = await stream.ended;
  expect(ofKind(events, 'tool_result').map(({ status, output }) => [status, output.split(':')[0]])).toEqual([
    ['error', 'interrupted'],
  ]);
  expect((await readAudit(world, stream.sessionId)).map(({ status }) => status)).toEqual(['error']);
});

test('a worker that shuts down leaves its session to the next worker, and keeps a session that was taken over', async () => {
  world.lab.setFault('provider.chat', { kind: 'hold', only: 'Wait for me' });
  const { sessionId: id } = await openAgentStream(world.url, { question: 'Wait for me' });
  await until(() => world.lab.requests({ route: 'provider.chat' }).length > 0, 'the request to the model');
  const stream = await givenWriting();
  const takenOver = await changeRows(
    world,
    'update agent_session set lease_holder = gen_random_uuid(), lease_renewed_at = now() where id = $1',
    [id],
  );
  const stopped = worker.stop();
  const releasing = `select from pg_stat_activity where wait_event_type = 'Lock' and query like '%takes - 1%'`;
  await until(async () => (await world.sql(releasing)).length > 0, 'the worker to release its sessions');
  await takenOver.commit();
  await lock?.release();
  lock = undefined;
  await stopped;
  const held = await world.sql('select lease_holder is not null as is_held, takes from agent_session where id = $1', [
    id,
  ]);
  expect(held).toEqual([{ is_held: true, takes: 1 }]);
  await stop(id).expect(200);
  world.lab.clearFaults();
  world.lab.setScript([{ when: 'interrupted', text: 'Written by the next worker.' }]);
  worker = await world.startWorker();
  expect(textOf(await stream.ended)).toBe('Written by the next worker.');
});

test('a worker skips a session that another worker is taking', async () => {
  await worker.stop();
  world.lab.setScript([
    { when: 'First', text: 'One.' },
    { when: 'Second', text: 'Two.' },
  ]);
  const first = await openAgentStream(world.url, { question: 'First' });
  lock = await changeRows(world, 'update agent_session set takes = takes where id = $1', [first.sessionId]);
  const second = await openAgentStream(world.url, { question: 'Second' });
  worker = await world.startWorker();
  await untilStatus(world, second.sessionId, 'completed');
  expect(textOf(await second.ended)).toBe('Two.');
  await lock.release();
  lock = undefined;
  expect(textOf(await first.ended)).toBe('One.');
});

test('a running session refuses other questions', async () => {
  const stream = await givenSpeaking();
  const body = { question: 'other', session_id: stream.sessionId };
  await world
    .call('post', '/api/chat/agent')
    .send(body)
    .expect(409, /is running/);
  await stop(stream.sessionId).expect(200);
});

test('a run continues after its client disconnects', async () => {
  const notes = await lockTable(world, 'note');
  lock = notes;
  const call = { ...writing, arguments: { ...writing.arguments, bibcode } };
  world.lab.setScript([
    { when: 'Write', tool_calls: [call] },
    { when: 'is written', text: 'Nobody heard me.' },
  ]);
  const stream = await openAgentStream(world.url, { question: 'Write', permission_mode: 'auto' });
  await notes.untilWaiting();
  stream.leave();
  await stream.ended.catch(() => undefined);
  await notes.release();
  lock = undefined;
  const { messages } = await untilStatus(world, stream.sessionId, 'completed');
  expect(messages.at(-1)?.content).toBe('Nobody heard me.');
});

describe('the time limit', () => {
  test('of a tool gives the model an error, and the run continues without the tool', async () => {
    await using hasty = await openWorld({ env: { AGENT_TOOL_TIMEOUT_MS: '300' } });
    ({ bibcode } = await givenFound(hasty, 'okonkwo2014'));
    const notes = await lockTable(hasty, 'note');
    const call = { ...writing, arguments: { ...writing.arguments, bibcode } };
    hasty.lab.setScript([
      { when: 'Write', tool_calls: [call] },
      { when: 'took longer', text: 'It took too long.' },
    ]);
    const { sessionId, events } = await ask(hasty, 'Write', { permission_mode: 'auto' });
    expect(ofKind(events, 'tool_result')).toMatchObject([{ name: 'add_note', status: 'timeout' }]);
    expect(ofKind(events, 'tool_result')[0]?.duration_ms).toBeGreaterThanOrEqual(300);
    expect(textOf(events)).toBe('It took too long.');
    expect(await readAudit(hasty, sessionId)).toMatchObject([{ status: 'timeout' }]);
    await notes.release();
  });

  test('of a run is checked at every step', async () => {
    await using hasty = await openWorld({ env: { AGENT_RUN_TIMEOUT_MS: '700' } });
    hasty.lab.setFault('provider.chat', { kind: 'timeout' });
    const { sessionId, events } = await ask(hasty, 'Go');
    expect(kinds(events)).toEqual(['error', 'done']);
    expect(ofKind(events, 'error')[0]?.message).toMatch(/the run took longer than/);
    expect((await readSession(hasty, sessionId)).status).toBe('failed');
  });
});
