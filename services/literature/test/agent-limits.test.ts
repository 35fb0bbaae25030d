import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { ask, ofKind, textOf } from './agent-calls.ts';
import { callTools } from './agent-tool-calls.ts';
import { openWorld, type World } from './world.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(async () => {
  await world.close();
});

const LIST = { name: 'list_library', arguments: {} };

test('the first calls of an answer run, more are refused, and the rest is dropped with a message', async () => {
  const { results, events } = await callTools(
    world,
    'ask',
    Array.from({ length: 70 }, () => LIST),
  );
  expect(results.map(({ status }) => status)).toEqual([...Array(48).fill('error'), ...Array(16).fill('ok')]);
  expect(results[0]?.output).toMatch(/^more than 16 calls in one answer/);
  const shown = ofKind(events, 'text_delta').map(({ text }) => text);
  expect(shown.join('')).toContain('the model made 70 tool calls in one answer. Only the first 64 were read');
});

test('a session refuses calls beyond its limit, and then further questions', async () => {
  const { sessionId } = await callTools(world, 'ask', [LIST]);
  // Calls of another agent of the session, which the model does not read.
  await world.sql(
    `with other as (
       insert into agent_thread (session_id, thread, agent, depth, run, is_open) values ($1, 100, 'other', 1, 1, false) returning thread)
     insert into agent_call (id, session_id, thread, message_id, position, tool_call_id, tool_name, arguments, status, output, duration_ms)
     select gen_random_uuid(), session_id, other.thread, message_id, 1000 + n, 'call' || n, tool_name, arguments, status, output, duration_ms
     from other, agent_call, generate_series(1, 1997) as n where session_id = $1`,
    [sessionId],
  );
  world.lab.setScript([{ when: 'Thrice', tool_calls: [LIST, LIST, LIST] }, { text: 'Twice.' }]);
  const { events } = await ask(world, 'Thrice', { session_id: sessionId });
  expect(ofKind(events, 'tool_result').map(({ status }) => status)).toEqual(['error', 'ok', 'ok']);
  const { text } = await world
    .call('post', '/api/chat/agent')
    .send({ question: 'And now?', session_id: sessionId })
    .expect(409);
  expect(text).toBe(`session ${sessionId} has used its 2000 tool calls. Start a new session`);
  const other = await callTools(world, 'ask', [LIST]);
  world.lab.setScript([{ text: 'Here I am.' }]);
  expect(textOf((await ask(world, 'And you?', { session_id: other.sessionId })).events)).toBe('Here I am.');
});
