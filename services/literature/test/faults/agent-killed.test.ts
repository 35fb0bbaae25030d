import type { AuditEntry, SessionDetail } from '@almagest/contracts/literature';
import { until } from '@almagest/test-kit/until';
import { beforeEach, expect, test } from '@jest/globals';
import {
  resumeStream,
  kinds,
  ofKind,
  openAgentStream,
  readAudit,
  readQuestions,
  readSession,
  textOf,
  untilStatus,
  type AgentStream,
  type ReceivedEvent,
} from '../agent-calls.ts';
import { lockTable } from '../table-lock.ts';
import { givenFound } from '../papers.ts';
import { openWorld } from '../world.ts';
import { useKillableWorld } from './killable.ts';

const { world, startApi, startWorker } = useKillableWorld(async () => await openWorld({ worker: false }));
let bibcode: string;
beforeEach(async () => {
  ({ bibcode } = await givenFound(world, 'okonkwo2014'));
});

const SESSIONS = 20;
const numbers = Array.from({ length: SESSIONS }, (_, index) => index);

/** Expects that the streamed events of a session have ascending ids and contain one `done` event. */
function expectWhole(session: SessionDetail, events: readonly ReceivedEvent[]): void {
  const ids = events.map(({ id }) => id);
  expect(ids).toEqual([...new Set(ids)].toSorted((a, b) => a - b));
  expect(kinds(events).filter((kind) => kind === 'done')).toHaveLength(1);
  expect(events.at(-1)).toMatchObject({ kind: 'done', data: { session_id: session.id, status: session.status } });
  const answers = session.messages.filter(({ role, agent }) => role === 'assistant' && agent === 'main');
  expect(textOf(events)).toBe(answers.map(({ content }) => content).join(''));
}

/** Expects that every call is announced once, has one result, and is in the audit once with the same outcome. */
function expectAudited(audit: readonly AuditEntry[], events: readonly ReceivedEvent[]): void {
  const calls = ofKind(events, 'tool_call');
  const results = ofKind(events, 'tool_result');
  expect(calls.map(({ id }) => id)).toEqual(audit.map(({ id }) => id));
  expect(results.map(({ tool_call_id }) => tool_call_id).toSorted()).toEqual(
    calls.map(({ tool_call_id }) => tool_call_id).toSorted(),
  );
  const outcome = new Map(results.map(({ tool_call_id, status }) => [tool_call_id, status]));
  expect(calls.map(({ tool_call_id }) => outcome.get(tool_call_id))).toEqual(audit.map(({ status }) => status));
}

test('twenty sessions at once on two APIs and two workers: each stream is complete and in order', async () => {
  const apis = [await startApi(), await startApi()];
  await startWorker();
  await startWorker();
  world.lab.setScript(
    numbers.flatMap((n) => [
      {
        when: `Question ${n}?`,
        reasoning: `Of ${n} I know little.`,
        text: `I look for ${n}.`,
        tool_calls: [
          { name: 'list_notes', arguments: { bibcode: `none-${n}` }, id: `look-${n}` },
          { name: `absent_${n}`, arguments: {}, id: `absent-${n}` },
        ],
      },
      { when: `none-${n}:`, text: `This is all about ${n}: ${`word ${n}, `.repeat(20)}and the end.` },
    ]),
  );
  const streams = await Promise.all(
    numbers.map((n) => openAgentStream(apis[n % 2]?.url ?? '', { question: `Question ${n}?` })),
  );
  expect(new Set(streams.map(({ sessionId }) => sessionId)).size).toBe(SESSIONS);
  for (const [n, stream] of streams.entries()) {
    const events = await stream.ended;
    const session = await readSession(world, stream.sessionId);
    expect(session.status).toBe('completed');
    expectWhole(session, events);
    expect(textOf(events)).toBe(`I look for ${n}.This is all about ${n}: ${`word ${n}, `.repeat(20)}and the end.`);
    const audit = await readAudit(world, stream.sessionId);
    expectAudited(audit, events);
    expect(audit.map(({ tool_name, status }) => `${tool_name} ${status}`)).toEqual([
      'list_notes error',
      `absent_${n} error`,
    ]);
  }
});

test('one of two workers is killed during twenty sessions: all end, and no call runs or counts twice', async () => {
  const api = await startApi();
  const workers = [await startWorker(), await startWorker()];
  // Fewer than a worker's connections, so that other sessions don't wait for a connection.
  const writes = (n: number) => n % 5 === 0;
  const note = (n: number) => ({
    name: 'add_note',
    arguments: { bibcode, paragraph_index: n, note_text: `note ${n}` },
    id: `write-${n}`,
  });
  world.lab.setScript([
    // Each answer can be sent twice. A worker that is killed before the first word causes another request.
    ...numbers.map((n) =>
      writes(n)
        ? { when: `Write ${n}.`, text: `I write ${n}. `, tool_calls: [note(n)], times: 2 }
        : { when: `Slowly ${n}.`, text: `Slowly, and in many words, comes what I say. `.repeat(10), times: 2 },
    ),
    // The model says whether the note was written or interrupted, and ends.
    { when: 'is written', text: 'It is written.', times: SESSIONS },
    { when: 'interrupted', text: 'I do not know whether it is written.', times: SESSIONS },
    { when: 'Continue exactly where it ended', text: ' And that is the rest.', times: SESSIONS },
  ]);
  world.lab.setFault('provider.chat', { kind: 'slow_drip', bytes: 250, every_ms: 400, only: 'Slowly' });
  const lock = await lockTable(world, 'note');
  const streams = await Promise.all(
    numbers.map((n) =>
      openAgentStream(api.url, {
        question: writes(n) ? `Write ${n}.` : `Slowly ${n}.`,
        permission_mode: 'auto',
      }),
    ),
  );
  await Promise.all(streams.slice(0, 8).map((stream) => stream.received('text_delta')));
  // One session holds the lock of the paper. The other sessions wait for the lock.
  await lock.untilWaiting();
  const held = new Set(
    (await world.sql<{ id: string }>('select id from agent_session where lease_holder is not null')).map(
      ({ id }) => id,
    ),
  );
  expect(held.size).toBeGreaterThan(8);
  await workers[0]?.kill();
  await lock.release();
  await startWorker();
  const outcomes: Record<string, number> = {};
  let called = 0;
  for (const [n, stream] of streams.entries()) {
    const events = await stream.ended;
    const session = await readSession(world, stream.sessionId);
    expect(session.status).toBe('completed');
    expectWhole(session, events);
    const audit = await readAudit(world, stream.sessionId);
    expectAudited(audit, events);
    for (const { status } of audit) outcomes[status] = (outcomes[status] ?? 0) + 1;
    const isCut = session.messages.filter(({ role }) => role === 'assistant').length > 1;
    const wentOn = textOf(events).endsWith(' And that is the rest.');
    if (!writes(n)) expect(wentOn).toBe(isCut);
    // An answer that is cut between its text and its tool call continues as text.
    const calls = writes(n) && !wentOn ? ['add_note'] : [];
    expect(audit.map(({ tool_name }) => tool_name)).toEqual(calls);
    called += calls.length;
  }
  expect(called).toBeGreaterThan(0);
  expect((outcomes['ok'] ?? 0) + (outcomes['error'] ?? 0)).toBe(called);
  const notes = await world.sql<{ note_text: string }>('select note_text from note');
  expect(new Set(notes.map(({ note_text }) => note_text)).size).toBe(notes.length);
  expect(notes).toHaveLength(outcomes['ok'] ?? 0);
});

test('a call that was running when its worker was killed is reported as interrupted, and does not run again', async () => {
  const worker = await startWorker();
  const call = { name: 'add_note', arguments: { bibcode, paragraph_index: 0, note_text: 'once' } };
  world.lab.setScript([
    { when: 'Write', tool_calls: [call, call] },
    { when: '', text: 'Well.' },
  ]);
  const lock = await lockTable(world, 'note');
  const stream = await openAgentStream(world.url, { question: 'Write', permission_mode: 'auto' });
  await lock.untilWaiting();
  await worker.kill();
  await lock.release();
  await startWorker();
  const events = await stream.ended;
  expect(ofKind(events, 'tool_result').map(({ status, output }) => [status, output.split(':')[0]])).toEqual([
    ['error', 'interrupted'],
    ['ok', expect.stringMatching(/is written/)],
  ]);
  expect((await readAudit(world, stream.sessionId)).map(({ status }) => status)).toEqual(['error', 'ok']);
  expect(await world.sql('select from note')).toHaveLength(1);
});

test('a worker that resumes after others have taken its session writes nothing to it', async () => {
  const sleeper = await startWorker();
  const call = { name: 'add_note', arguments: { bibcode, paragraph_index: 0, note_text: 'late' } };
  world.lab.setScript([{ when: 'Write', tool_calls: [call] }]);
  const lock = await lockTable(world, 'note');
  const stream = await openAgentStream(world.url, { question: 'Write', permission_mode: 'auto' });
  await lock.untilWaiting();
  sleeper.signal('SIGSTOP');
  await world.sql(`update agent_session set lease_renewed_at = lease_renewed_at - interval '1 minute'`);
  world.lab.setFault('provider.chat', { kind: 'timeout' });
  await startWorker();
  const asked = () => world.lab.requests({ route: 'provider.chat' }).length;
  await until(() => asked() === 2, 'the other worker to continue');
  sleeper.signal('SIGCONT');
  await lock.release();
  await until(async () => (await world.sql('select from note')).length === 1, 'the late note');
  // The process exits when its current work is done.
  sleeper.signal('SIGTERM');
  expect(await sleeper.exited).toBe(0);
  expect(asked()).toBe(2);
  expect((await readSession(world, stream.sessionId)).status).toBe('running');
  await world.call('post', `/api/chat/sessions/${stream.sessionId}/stop`).expect(200);
  const events = await stream.ended;
  expect(ofKind(events, 'tool_result').map(({ output }) => output.split(':')[0])).toEqual(['interrupted']);
  expectAudited(await readAudit(world, stream.sessionId), events);
});

test('a run that kills every worker fails after the last attempt', async () => {
  world.lab.setFault('provider.chat', { kind: 'timeout' });
  const stream = await openAgentStream(world.url, { question: 'Deadly' });
  const worker = await startWorker();
  await until(() => world.lab.requests({ route: 'provider.chat' }).length > 0, 'a request to the model');
  await worker.kill();
  // Simulates the fifth acquisition.
  await world.sql(
    `update agent_session set takes = takes + 4, lease_renewed_at = lease_renewed_at - interval '1 minute'`,
  );
  await startWorker();
  const events = await stream.ended;
  expect(kinds(events)).toEqual(['error', 'done']);
  expect(ofKind(events, 'error')[0]?.message).toMatch(/interrupted too often/);
  expect((await readSession(world, stream.sessionId)).status).toBe('failed');
});

test('a worker that shuts down releases its sessions, and the next worker continues them at once', async () => {
  const worker = await startWorker();
  world.lab.setScript([
    { when: 'Speak', text: 'So I begin. '.repeat(60) },
    { when: 'Continue exactly where it ended', text: 'And here I end.' },
  ]);
  world.lab.setFault('provider.chat', { kind: 'hold', bytes: 2_000, times: 1 });
  const stream = await openAgentStream(world.url, { question: 'Speak' });
  await stream.received('text_delta');
  worker.signal('SIGTERM');
  expect(await worker.exited).toBe(0);
  const [row] = await world.sql<{ lease_holder: string | null; status: string; takes: number }>(
    'select lease_holder, status, takes from agent_session',
  );
  expect(row).toEqual({ lease_holder: null, status: 'running', takes: 0 });
  await startWorker();
  const events = await stream.ended;
  const session = await readSession(world, stream.sessionId);
  expectWhole(session, events);
  expect(textOf(events)).toMatch(/^So I begin\. .*And here I end\.$/s);
  // The model received its own partial answer and the request to continue.
  const last = world.lab.requests({ route: 'provider.chat' }).at(-1);
  const { messages } = JSON.parse(last?.body ?? '{}') as { messages: { role: string; content: string }[] };
  expect(messages.slice(1).map(({ role }) => role)).toEqual(['user', 'assistant', 'user']);
  expect(messages[2]?.content).toBe(session.messages[1]?.content);
});

test('a question survives restarts of workers and API, and the session continues after its answer', async () => {
  const api = await startApi();
  const worker = await startWorker();
  world.lab.setScript([
    { when: 'Ask me', tool_calls: [{ name: 'ask_user', arguments: { question: 'Which?' } }] },
    { when: 'that one', text: 'Thank you.' },
  ]);
  const stream = await openAgentStream(api.url, { question: 'Ask me' });
  const asked = await stream.ended;
  await worker.kill();
  await api.kill();
  const next = await startApi();
  const [question] = await readQuestions(world, stream.sessionId);
  const sent = await fetch(`${next.url}/api/chat/answer`, {
    method: 'POST',
    body: JSON.stringify({ question_id: question?.id, answer: 'that one' }),
  });
  expect(sent.status).toBe(200);
  await startWorker();
  const rest = await resumeStream(next.url, stream.sessionId, asked.at(-1)?.id ?? 0);
  expect(textOf(rest)).toBe('Thank you.');
  await untilStatus(world, stream.sessionId, 'completed');
});

test('killing an API with open streams loses nothing, and they resume at another API', async () => {
  const apis = [await startApi(), await startApi()] as const;
  await startWorker();
  const said = 'What is said here is heard to the last word. '.repeat(20);
  world.lab.setScript([{ when: 'Speak', text: said, times: 8 }]);
  world.lab.setFault('provider.chat', { kind: 'hold', bytes: 2_000 });
  const streams: AgentStream[] = await Promise.all(
    Array.from({ length: 8 }, (_, n) => openAgentStream(apis[0].url, { question: `Speak, ${n}` })),
  );
  await Promise.all(streams.map((stream) => stream.received('text_delta')));
  await apis[0].kill();
  world.lab.clearFaults();
  for (const stream of streams) {
    await stream.ended.catch(() => undefined);
    const rest = await resumeStream(apis[1].url, stream.sessionId, stream.events.at(-1)?.id ?? 0);
    const all = [...stream.events, ...rest];
    expect(textOf(all)).toBe(said);
    expectWhole(await readSession(world, stream.sessionId), all);
  }
});
