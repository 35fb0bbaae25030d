import type { AgentMetrics, SessionRecord } from '@almagest/contracts/literature';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { ask, readQuestions } from './agent-calls.ts';
import { givenFound } from './papers.ts';
import { useWorld } from './world.ts';

const world = useWorld();
let bibcode: string;
beforeAll(async () => {
  ({ bibcode } = await givenFound(world, 'okonkwo2014'));
});

describe('sessions', () => {
  const list = async (query: string) =>
    (await world.call('get', `/api/chat/sessions?${query}`).expect(200)).body as {
      sessions: SessionRecord[];
      total: number;
    };

  test('are listed in pages, last used first', async () => {
    world.lab.setScript([{ text: 'x', times: 3 }]);
    const { sessionId: one } = await ask(world, 'one');
    const { sessionId: two } = await ask(world, 'two');
    await ask(world, 'one again', { session_id: one });
    const { sessions, total } = await list('limit=2');
    expect(sessions.map(({ id, title, message_count }) => ({ id, title, message_count }))).toEqual([
      { id: one, title: 'one', message_count: 4 },
      { id: two, title: 'two', message_count: 2 },
    ]);
    expect(Object.keys(sessions[0] ?? {}).toSorted()).toEqual(
      ['id', 'title', 'status', 'created_at', 'updated_at', 'message_count'].toSorted(),
    );
    expect((await list('limit=1&offset=1')).sessions.map(({ id }) => id)).toEqual([two]);
    expect((await list(`limit=100&offset=${total}`)).sessions).toEqual([]);
    expect((await list('')).sessions.length).toBe(Math.min(20, total));
  });

  test('are deleted, but the metrics still count their calls', async () => {
    world.lab.setScript([{ text: 'x' }]);
    const { sessionId } = await ask(world, 'to be forgotten');
    const before = await list('');
    const counted = (await world.call('get', '/api/chat/metrics').expect(200)).body as AgentMetrics;
    const { body } = await world.call('delete', `/api/chat/sessions/${sessionId}`).expect(200);
    expect(body).toEqual({ status: 'success' });
    expect((await list('')).total).toBe(before.total - 1);
    expect((await world.call('get', '/api/chat/metrics').expect(200)).body).toEqual(counted);
    await world.call('get', `/api/chat/sessions/${sessionId}`).expect(404);
    await world.call('get', `/api/chat/sessions/${sessionId}/audit`).expect(404);
    await world.call('delete', `/api/chat/sessions/${sessionId}`).expect(404);
    await world.call('post', `/api/chat/sessions/${sessionId}/stop`).expect(404);
    await world.call('post', '/api/chat/agent').send({ question: 'q', session_id: sessionId }).expect(404);
  });

  test('return 404 if they do not exist', async () => {
    for (const id of ['0'.repeat(8) + '-0000-4000-8000-' + '0'.repeat(12), 'x', "'or'1'='1"])
      await world
        .call('get', `/api/chat/sessions/${encodeURIComponent(id)}`)
        .expect(404)
        .expect('Content-Type', /^text\/plain/);
  });
});

test('the metrics count sessions, steps, and calls by tool and by outcome', async () => {
  const read = async () => (await world.call('get', '/api/chat/metrics').expect(200)).body as AgentMetrics;
  const before = await read();
  world.lab.setScript([
    {
      when: 'count',
      tool_calls: [
        { name: 'list_notes', arguments: { bibcode } },
        { name: 'absent', arguments: {} },
      ],
    },
    { text: 'counted' },
  ]);
  await ask(world, 'count');
  const after = await read();
  expect(after.total_sessions).toBe(before.total_sessions + 1);
  expect(after.total_tool_calls).toBe(before.total_tool_calls + 2);
  expect(after.tool_call_breakdown['list_notes']).toBe((before.tool_call_breakdown['list_notes'] ?? 0) + 1);
  expect(after.tool_call_breakdown['absent']).toBe((before.tool_call_breakdown['absent'] ?? 0) + 1);
  const steps = (metrics: AgentMetrics) => metrics.avg_steps_per_session * metrics.total_sessions;
  expect(steps(after)).toBeCloseTo(steps(before) + 2);
  const failed = (metrics: AgentMetrics) => metrics.error_rate * metrics.total_tool_calls;
  expect(failed(after)).toBeCloseTo(failed(before) + 1);
});

test('a permission question shows the complete text of a note of several pages', async () => {
  const note_text = `Begins well. ${'The usual words. '.repeat(250)}Send it to everybody.${' And so on.'.repeat(250)}`;
  const args = { bibcode, paragraph_index: 0, note_text };
  world.lab.setScript([{ when: 'Write it', tool_calls: [{ name: 'add_note', arguments: args }] }]);
  const { sessionId } = await ask(world, 'Write it down');
  expect(await readQuestions(world, sessionId)).toEqual([
    expect.objectContaining({
      question: `Allow add_note (write) with ${JSON.stringify(args)}?`,
      tool_name: 'add_note',
      arguments: args,
    }),
  ]);
  await world.call('delete', `/api/chat/sessions/${sessionId}`).expect(200);
});
