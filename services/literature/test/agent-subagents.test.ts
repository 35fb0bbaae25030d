import { beforeAll, beforeEach, expect, test } from '@jest/globals';
import {
  ask,
  resumeStream,
  kinds,
  ofKind,
  openAgentStream,
  readAudit,
  readQuestions,
  readSession,
  textOf,
  type ReceivedEvent,
} from './agent-calls.ts';
import { givenFound } from './papers.ts';
import { useWorld } from './world.ts';

const world = useWorld();
let bibcode: string;
beforeAll(async () => {
  ({ bibcode } = await givenFound(world, 'okonkwo2014'));
});
beforeEach(() => {
  world.lab.clearRequests();
  world.lab.setScript([]);
});

const delegate = (task: string, name?: string) => ({
  name: 'subagent',
  arguments: { task, ...(name === undefined ? {} : { name }) },
});
const looking = { name: 'list_notes', arguments: { bibcode: '' } };

const agentsOf = (events: readonly ReceivedEvent[]) =>
  events.flatMap((event) =>
    event.kind === 'tool_call' || event.kind === 'tool_result'
      ? [`${event.kind} ${event.data.name} ${event.data.agent}`]
      : [],
  );

test('a sub-agent has its own messages and name, and its answer is the result of the call', async () => {
  world.lab.setScript([
    { when: 'Delegate', tool_calls: [delegate('Look at the notes', 'reader')] },
    { when: 'Look at the notes', text: 'First I look.', tool_calls: [{ ...looking, arguments: { bibcode } }] },
    { when: 'no notes', text: 'There are none.' },
    { when: 'There are none.', text: 'The reader found none.' },
  ]);
  const { sessionId, events } = await ask(world, 'Delegate it');
  expect(agentsOf(events)).toEqual([
    'tool_call subagent main',
    'tool_call list_notes reader',
    'tool_result list_notes reader',
    'tool_result subagent main',
  ]);
  // Only the main agent writes to the user. The tokens of both agents are counted.
  expect(textOf(events)).toBe('The reader found none.');
  expect(ofKind(events, 'usage')).toHaveLength(4);
  expect(ofKind(events, 'tool_result')[1]).toMatchObject({ status: 'ok', output: 'There are none.' });
  const { messages, summary } = await readSession(world, sessionId);
  expect(messages.map(({ role, agent }) => `${agent} ${role}`)).toEqual([
    'main user',
    'main assistant',
    'reader system',
    'reader user',
    'reader assistant',
    'reader tool',
    'reader assistant',
    'main tool',
    'main assistant',
  ]);
  expect(messages[3]?.content).toBe('Look at the notes');
  expect(summary).toMatch(/^Asked: Delegate it\nAnswered: The reader found none\./);
  expect((await readAudit(world, sessionId)).map(({ tool_name, agent }) => [tool_name, agent])).toEqual([
    ['subagent', 'main'],
    ['list_notes', 'reader'],
  ]);
  // The sub-agent gets its task, but not the conversation.
  const told = JSON.parse(world.lab.requests({ route: 'provider.chat' })[1]?.body ?? '{}') as {
    messages: { content: string }[];
  };
  expect(told.messages).toHaveLength(2);
  expect(JSON.stringify(told.messages)).not.toContain('Delegate it');
});

test('a sub-agent that asks the user pauses the session, and continues with the answer', async () => {
  world.lab.setScript([
    { when: 'Delegate', tool_calls: [delegate('Write a note')] },
    {
      when: 'Write a note',
      tool_calls: [{ name: 'add_note', arguments: { bibcode, paragraph_index: 1, note_text: 'n' } }],
    },
    { when: 'is written', text: 'I wrote it.' },
    { when: 'I wrote it.', text: 'All done.' },
  ]);
  const { sessionId, events } = await ask(world, 'Delegate it');
  expect(ofKind(events, 'done')).toEqual([{ session_id: sessionId, status: 'waiting' }]);
  expect((await readAudit(world, sessionId)).map(({ status }) => status)).toEqual(['running', 'waiting']);
  const [question] = await readQuestions(world, sessionId);
  await world.call('post', '/api/chat/answer').send({ question_id: question?.id, answer: 'allow' }).expect(200);
  const rest = await resumeStream(world.url, sessionId, events.at(-1)?.id ?? 0);
  expect(agentsOf(rest)).toEqual(['tool_result add_note subagent', 'tool_result subagent main']);
  expect(textOf(rest)).toBe('All done.');
});

test('sub-agents can be nested only to a fixed depth, are not offered below it, and have unique names', async () => {
  world.lab.setScript([
    { when: 'Delegate', tool_calls: [delegate('task', 'worker')] },
    { when: 'task', tool_calls: [delegate('deeper', 'worker')] },
    { when: 'deeper', tool_calls: [delegate('too deep', 'worker')] },
    { when: 'are limited to', text: 'I did it myself.' },
    { when: 'I did it myself.', text: 'The other did it.' },
    { when: 'The other did it.', text: 'Enough.' },
  ]);
  const { sessionId, events } = await ask(world, 'Delegate it');
  const results = ofKind(events, 'tool_result');
  expect(results.map(({ agent, status }) => `${agent} ${status}`)).toEqual(['worker-2 error', 'worker ok', 'main ok']);
  expect(results[0]?.output).toMatch(/limited to 2 levels/);
  expect(textOf(events)).toBe('Enough.');
  const { messages } = await readSession(world, sessionId);
  expect([...new Set(messages.map(({ agent }) => agent))]).toEqual(['main', 'worker', 'worker-2']);
  const deepest = world.lab
    .requests({ route: 'provider.chat' })
    .map(({ body }) => JSON.parse(body) as { messages: { content: string }[]; tools: { function: { name: string } }[] })
    .find(({ messages: all }) => all.at(-1)?.content === 'deeper');
  expect(deepest?.tools.map(({ function: { name } }) => name)).not.toContain('subagent');
});

test('a run starts at most eight sub-agents', async () => {
  const many = (from: number, count: number) => Array.from({ length: count }, (_, n) => delegate(`task ${from + n}.`));
  world.lab.setScript([
    { when: 'Delegate', tool_calls: [...many(1, 6), { name: 'list_library', arguments: {} }] },
    // The first sub-agent calls four more when two are left.
    { when: 'task 1.', tool_calls: many(7, 4) },
    { when: 'no sub-agents left', text: 'I did the rest myself.' },
    ...Array.from({ length: 8 }, (_, n) => ({ when: `task ${n + 1}.`, text: `answer ${n + 1}` })),
    { when: 'One more', tool_calls: many(9, 1) },
    { when: 'task 9.', text: 'answer 9' },
    { when: '', text: 'Enough.', times: 10 },
  ]);
  const { sessionId, events } = await ask(world, 'Delegate it');
  expect(ofKind(events, 'done')[0]?.status).toBe('completed');
  const refused = ofKind(events, 'tool_result').filter(({ status }) => status === 'error');
  expect(refused.map(({ output }) => output.includes('no sub-agents left'))).toEqual([true, true]);
  const { messages } = await readSession(world, sessionId);
  expect(new Set(messages.map(({ agent }) => agent)).size).toBe(9);
  // The next run starts from zero.
  const next = await ask(world, 'One more', { session_id: sessionId });
  expect(ofKind(next.events, 'tool_result')).toMatchObject([{ status: 'ok', output: 'answer 9' }]);
});

test('a sub-agent whose model fails returns an error, and its caller continues', async () => {
  world.lab.setScript([
    { when: 'Delegate', tool_calls: [delegate('Fail at this')] },
    { when: 'the sub-agent failed', text: 'Then without it.' },
  ]);
  world.lab.setFault('provider.chat', { kind: 'forbidden', only: 'Fail at this"}]' });
  const stream = await openAgentStream(world.url, { question: 'Delegate it' });
  const events = await stream.ended;
  expect(ofKind(events, 'tool_result')).toMatchObject([{ name: 'subagent', status: 'error' }]);
  expect(kinds(events)).not.toContain('error');
  expect(textOf(events)).toBe('Then without it.');
});
