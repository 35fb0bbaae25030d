import type { NoteRecord, SessionSteps } from '@almagest/contracts/literature';
import { beforeAll, beforeEach, expect, test } from '@jest/globals';
import {
  ask,
  openAgentStream,
  readQuestions,
  resumeStream,
  textOf,
  untilStatus,
  type ReceivedEvent,
} from './agent-calls.ts';
import { givenFound } from './papers.ts';
import { useWorld } from './world.ts';

const world = useWorld();
let bibcode: string;
beforeAll(async () => {
  ({ bibcode } = await givenFound(world, 'okonkwo2014'));
});
beforeEach(async () => {
  world.lab.setScript([]);
  await world.sql('delete from note');
});

const readSteps = async (id: string): Promise<SessionSteps> =>
  (await world.call('get', `/api/chat/sessions/${id}/steps`).expect(200)).body as SessionSteps;

const writing = (note_text: string) => ({ name: 'add_note', arguments: { bibcode, paragraph_index: 0, note_text } });

async function notes(): Promise<string[]> {
  const { body } = await world.call('get', '/api/notes').query({ bibcode }).expect(200);
  return (body as NoteRecord[]).map(({ note_text }) => note_text);
}

const callsOf = ({ steps }: SessionSteps) => steps.filter((step) => step.kind === 'call');

test('a session is read as steps, including the steps of sub-agents, and its stream continues from there', async () => {
  world.lab.setScript([
    {
      when: 'Count them',
      tool_calls: [{ name: 'subagent', arguments: { task: 'Look into the library', name: 'reader' } }],
    },
    { when: 'Look into', tool_calls: [{ name: 'list_library', arguments: {} }] },
    { text: 'The library has none.' },
    { text: 'There are none.' },
  ]);
  const { sessionId, events } = await ask(world, 'Count them');
  const steps = await readSteps(sessionId);
  expect(steps.session).toMatchObject({ id: sessionId, status: 'completed' });
  expect(steps.steps.map((step) => [step.agent, step.kind === 'said' ? step.text : step.tool_name])).toEqual([
    ['main', 'Count them'],
    ['main', 'subagent'],
    ['reader', 'Look into the library'],
    ['reader', 'list_library'],
    ['reader', 'The library has none.'],
    ['main', 'There are none.'],
  ]);
  const [delegation, listing] = callsOf(steps);
  expect(delegation).toMatchObject({
    started_agent: 'reader',
    status: 'ok',
    output: 'The library has none.',
    question: null,
  });
  expect(listing).toMatchObject({ started_agent: null, arguments: {}, status: 'ok' });
  expect(listing?.output).toMatch(/no papers/);
  expect(steps.last_event).toBe(events.at(-1)?.id);
  const used = events.flatMap((event) => (event.kind === 'usage' ? [event.data] : []));
  const sum = (key: 'prompt_tokens' | 'completion_tokens') => used.reduce((total, one) => total + one[key], 0);
  expect(steps).toMatchObject({ prompt_tokens: sum('prompt_tokens'), completion_tokens: sum('completion_tokens') });
  expect(steps.worked_ms).toBeGreaterThan(0);
  expect(await resumeStream(world.url, sessionId, steps.last_event)).toEqual([]);
});

test('the streamed part of an incomplete answer is stored, and the stream sends the rest', async () => {
  const long = Array.from({ length: 80 }, (_, index) => `Sentence ${index}.`).join(' ');
  world.lab.setScript([{ reasoning: 'I think. '.repeat(9), text: long }]);
  world.lab.setFault('provider.chat', { kind: 'slow_drip', bytes: 700, every_ms: 30 });
  const stream = await openAgentStream(world.url, { question: 'q' });
  await stream.received('text_delta', 2);
  stream.leave();
  const steps = await readSteps(stream.sessionId);
  expect(steps.session.status).toBe('running');
  expect(steps.streamed.thought).toBe('I think. '.repeat(9));
  expect(steps.streamed.text).not.toBe('');
  const rest: ReceivedEvent[] = await resumeStream(world.url, stream.sessionId, steps.last_event);
  expect(steps.streamed.text + textOf(rest)).toBe(long);
  const after = await readSteps(stream.sessionId);
  expect(after.streamed).toEqual({ thought: '', text: '' });
  expect(after.steps.at(-1)).toMatchObject({ kind: 'said', role: 'assistant', text: long });
});

test('a tool allowed for the session is not asked for again, until the permission is revoked', async () => {
  const linking = { name: 'associate_target', arguments: { bibcode, name: 'Vega' } };
  world.lab.setScript([
    { when: 'Write two', tool_calls: [writing('one'), writing('two'), writing('denied'), linking] },
    { when: 'Write elsewhere', tool_calls: [writing('elsewhere')] },
    { text: 'They are written.' },
    { when: 'A third', tool_calls: [writing('three'), linking] },
    { text: 'The third is written.' },
  ]);
  const { sessionId } = await ask(world, 'Write two');
  const [question, twin, denied, link] = await readQuestions(world, sessionId);
  const permissions = `/api/chat/sessions/${sessionId}/permissions`;
  const other = (await ask(world, 'Write elsewhere')).sessionId;
  await world.call('post', `/api/chat/sessions/${other}/permissions`).send({ question_id: question?.id }).expect(404);
  expect(await notes()).toEqual([]);
  await world.call('post', '/api/chat/answer').send({ question_id: denied?.id, answer: 'deny' }).expect(200);
  await world
    .call('post', permissions)
    .send({ question_id: question?.id })
    .expect(200, { allowed_tools: ['add_note'] });
  expect((await readQuestions(world, sessionId)).map(({ id }) => id)).toEqual([link?.id]);
  await world.call('post', '/api/chat/answer').send({ question_id: link?.id, answer: 'deny' }).expect(200);
  await untilStatus(world, sessionId, 'completed');
  // The other waiting call of the tool has been allowed too.
  expect((await notes()).toSorted()).toEqual(['one', 'two']);
  await world.call('post', permissions).send({ question_id: twin?.id }).expect(409);
  const steps = await readSteps(sessionId);
  expect(steps.allowed_tools).toEqual(['add_note']);
  expect(callsOf(steps).map(({ question: asked }) => asked?.answer)).toEqual(['allow', 'allow', 'deny', 'deny']);
  // Other sessions and other tools still ask.
  expect(await readQuestions(world, other)).toHaveLength(1);
  await ask(world, 'A third', { session_id: sessionId });
  const open = await readQuestions(world, sessionId);
  expect(open.map(({ tool_name: tool }) => tool)).toEqual(['associate_target']);
  expect(callsOf(await readSteps(sessionId)).at(-1)?.question).toMatchObject({ status: 'open', kind: 'permission' });
  await world.call('post', '/api/chat/answer').send({ question_id: open[0]?.id, answer: 'deny' }).expect(200);
  await untilStatus(world, sessionId, 'completed');
  expect(await notes()).toContain('three');
  // Mode read_only overrides the permission.
  world.lab.setScript([{ when: 'A fourth', tool_calls: [writing('four')] }, { text: 'Not written.' }]);
  await ask(world, 'A fourth', { session_id: sessionId, permission_mode: 'read_only' });
  expect(await notes()).not.toContain('four');
  await world.call('delete', `${permissions}/add_note`).expect(200, { allowed_tools: [] });
  await world.call('delete', `${permissions}/add_note`).expect(404, /was not allowed/);
  world.lab.setScript([{ when: 'A fifth', tool_calls: [writing('five')] }]);
  await ask(world, 'A fifth', { session_id: sessionId });
  expect(await readQuestions(world, sessionId)).toHaveLength(1);
  expect(await notes()).not.toContain('five');
});

test('a question of the agent cannot be allowed for a session', async () => {
  world.lab.setScript([
    { when: 'Ask me', tool_calls: [{ name: 'ask_user', arguments: { question: 'Which?', options: ['a'] } }] },
  ]);
  const { sessionId } = await ask(world, 'Ask me');
  const [question] = await readQuestions(world, sessionId);
  await world
    .call('post', `/api/chat/sessions/${sessionId}/permissions`)
    .send({ question_id: question?.id })
    .expect(409, /is not a permission request/);
});
