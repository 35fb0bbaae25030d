import { beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { ask, kinds, ofKind, readAudit, readSession, textOf } from './agent-calls.ts';
import { givenFound } from './papers.ts';
import { useWorld } from './world.ts';

const world = useWorld();
let bibcode: string;
beforeAll(async () => {
  ({ bibcode } = await givenFound(world, 'okonkwo2014'));
  const note = { bibcode, paragraph_index: 3, note_text: 'winds!', highlight_color: 'pink', selected_text: 'wind' };
  await world.call('post', '/api/notes').send(note).expect(200);
});
beforeEach(() => {
  world.lab.clearRequests();
  world.lab.setScript([]);
});

const UUID = /^[0-9a-f-]{36}$/;
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

interface Sent {
  readonly messages: readonly { readonly role: string; readonly content: string; readonly tool_calls?: unknown[] }[];
  readonly tools?: readonly { readonly function: { readonly name: string } }[];
}

/** Returns the requests to the model. */
const sent = (): Sent[] => world.lab.requests({ route: 'provider.chat' }).map(({ body }) => JSON.parse(body) as Sent);

describe('a question', () => {
  test('with a truncated answer reports that, and runs none of its tool calls', async () => {
    world.lab.setScript([
      {
        text: 'I will look at',
        tool_calls: [{ name: 'list_notes', arguments: { bibcode }, id: 'call_cut' }],
        finish_reason: 'length',
      },
    ]);
    const { events } = await ask(world, 'What do the notes say?');
    expect(kinds(events)).not.toContain('tool_call');
    expect(textOf(events)).toContain('I will look at');
    expect(textOf(events)).toContain('reached its length limit and is incomplete');
  });

  test('is answered in a stream of events, and every event is stored', async () => {
    world.lab.setScript([
      {
        when: 'What do the notes say?',
        reasoning: 'I must look at the notes of the paper first.',
        tool_calls: [{ name: 'list_notes', arguments: { bibcode }, id: 'call_a' }],
      },
      { when: 'winds!', text: 'There is one note, about winds 🌬, and it is pink as far as anybody can tell.' },
    ]);
    const { sessionId, events } = await ask(world, 'What do the notes say?');
    expect(sessionId).toMatch(UUID);
    expect(kinds(events).filter((kind, index, all) => kind !== all[index - 1])).toEqual([
      'thought',
      'usage',
      'tool_call',
      'tool_result',
      'text_delta',
      'usage',
      'done',
    ]);
    expect(events.map(({ id }) => id)).toEqual(events.map((_, index) => index + 1));
    const thoughts = ofKind(events, 'thought').map(({ text }) => text);
    expect(thoughts.join('')).toBe('I must look at the notes of the paper first.');
    const [call] = ofKind(events, 'tool_call');
    expect(call).toEqual({
      id: expect.stringMatching(UUID),
      tool_call_id: 'call_a',
      name: 'list_notes',
      arguments: { bibcode },
      agent: 'main',
    });
    const [result] = ofKind(events, 'tool_result');
    expect(result).toEqual({
      id: expect.stringMatching(UUID),
      tool_call_id: 'call_a',
      name: 'list_notes',
      status: 'ok',
      output: expect.stringContaining('winds!'),
      duration_ms: expect.any(Number),
      agent: 'main',
    });
    expect(result?.id).not.toBe(call?.id);
    for (const usage of ofKind(events, 'usage'))
      expect(usage.total_tokens).toBe(usage.prompt_tokens + usage.completion_tokens);
    expect(ofKind(events, 'done')).toEqual([{ session_id: sessionId, status: 'completed' }]);

    const session = await readSession(world, sessionId);
    expect(session).toMatchObject({
      id: sessionId,
      title: 'What do the notes say?',
      status: 'completed',
      message_count: 4,
      created_at: expect.stringMatching(TIME),
      updated_at: expect.stringMatching(TIME),
    });
    expect(session.summary).toMatch(
      /^Asked: What do the notes say\?\nAnswered: There is one note.*\nTools: list_notes$/,
    );
    const calls = [{ id: 'call_a', name: 'list_notes', arguments: { bibcode } }];
    const plain = { agent: 'main', tool_calls: null, tool_call_id: null };
    expect(session.messages).toMatchObject([
      { ...plain, role: 'user', content: 'What do the notes say?' },
      { ...plain, role: 'assistant', content: '', tool_calls: calls },
      { ...plain, role: 'tool', content: result?.output, tool_call_id: 'call_a' },
      { ...plain, role: 'assistant', content: textOf(events) },
    ]);
    expect(textOf(events)).toContain('winds 🌬, and');
    expect(await readAudit(world, sessionId)).toEqual([
      {
        id: call?.id,
        tool_name: 'list_notes',
        status: 'ok',
        duration_ms: result?.duration_ms,
        arguments: { bibcode },
        output_preview: result?.output,
        agent: 'main',
        created_at: expect.stringMatching(TIME),
      },
    ]);
  });

  test('in an ended session continues the conversation', async () => {
    world.lab.setScript([{ text: 'First answer.' }, { text: 'Second answer.' }]);
    const { sessionId, events } = await ask(world, 'First?');
    const more = await ask(world, 'Second?', { session_id: sessionId });
    expect(more.sessionId).toBe(sessionId);
    // The second stream contains only the events of the second run.
    expect(textOf(more.events)).toBe('Second answer.');
    expect(more.events[0]?.id).toBe(events.length + 1);
    const told = sent()[1]?.messages.filter(({ role }) => role !== 'system');
    expect(told?.map(({ content }) => content)).toEqual(['First?', 'First answer.', 'Second?']);
    const session = await readSession(world, sessionId);
    expect(session).toMatchObject({ title: 'First?', message_count: 4 });
  });

  test('with thinking switched on asks the model to think', async () => {
    world.lab.setScript([{ text: 'a' }, { text: 'b' }]);
    await ask(world, 'plain');
    await ask(world, 'thoughtful', { thinking: true });
    const [plain, thoughtful] = world.lab.requests({ route: 'provider.chat' }).map(({ body }) => body);
    const settings = (body = '{}') => Object.keys(JSON.parse(body) as object);
    expect(settings(thoughtful).filter((key) => !settings(plain).includes(key))).not.toEqual([]);
  });
});

describe('a mistake of the model', () => {
  const first = (tool_calls: { name: string; arguments: object | string; id?: string }[]) => ({
    when: 'Go',
    tool_calls,
  });

  test('is returned to the model: an unknown tool, invalid JSON, invalid arguments', async () => {
    world.lab.setScript([
      first([
        { name: 'rm_rf', arguments: { path: '/' } },
        { name: 'list_notes', arguments: '{"bibcode": "x' },
        { name: 'list_notes', arguments: { bibcode: 7 } },
        { name: 'list_notes', arguments: { bibcode: 'nothing known' } },
      ]),
      { when: 'no paper is known', text: 'I give up.' },
    ]);
    const { sessionId, events } = await ask(world, 'Go');
    const results = ofKind(events, 'tool_result');
    expect(results.map(({ status }) => status)).toEqual(['error', 'error', 'error', 'error']);
    expect(results[0]?.output).toMatch(/there is no tool rm_rf. The tools are: .*list_notes/);
    expect(results[1]?.output).toMatch(/not a JSON object/);
    expect(results[2]?.output).toMatch(/bibcode: must be string/);
    expect(results[3]?.output).toMatch(/no paper is known as nothing known/);
    expect(ofKind(events, 'tool_call')[1]?.arguments).toBe('{"bibcode": "x');
    expect(textOf(events)).toBe('I give up.');
    expect(await readAudit(world, sessionId)).toHaveLength(4);
  });

  test.each(['missing_tool_ids', 'empty_tool_ids', 'zero_tool_indices'] as const)('is repaired: %s', async (kind) => {
    world.lab.setFault('provider.chat', { kind, times: 1 });
    const twice = { name: 'list_notes', arguments: { bibcode } };
    world.lab.setScript([first([twice, twice]), { when: 'winds!', text: 'Done.' }]);
    const { events } = await ask(world, 'Go');
    const calls = ofKind(events, 'tool_call').map(({ tool_call_id }) => tool_call_id);
    expect(calls).toHaveLength(2);
    expect(new Set(calls).size).toBe(2);
    for (const id of calls) expect(id).toMatch(kind === 'zero_tool_indices' ? /^call_lab/ : UUID);
    const results = ofKind(events, 'tool_result').map(({ tool_call_id, status }) => [tool_call_id, status]);
    expect(results).toEqual(calls.map((id) => [id, 'ok']));
    expect(textOf(events)).toBe('Done.');
  });

  test('is stored with NULs and lone surrogates replaced', async () => {
    const odd = { bibcode: 'a\0b \ud83c' };
    world.lab.setScript([
      first([
        { name: 'list\0notes', arguments: odd, id: 'call\0' },
        { name: 'list_notes', arguments: odd },
      ]),
      { when: 'bibcode', text: 'Half \ud83c of a star, \0 and \u{1f31f} a whole one.' },
    ]);
    const { sessionId, events } = await ask(world, 'Go');
    const said = 'Half \uFFFD of a star, \uFFFD and \u{1f31f} a whole one.';
    expect(textOf(events)).toBe(said);
    const { status, messages } = await readSession(world, sessionId);
    expect([status, messages.at(-1)?.content]).toEqual(['completed', said]);
    expect((await readAudit(world, sessionId)).map(({ tool_name, status: end }) => [tool_name, end])).toEqual([
      ['list\uFFFDnotes', 'error'],
      ['list_notes', 'error'],
    ]);
  });

  test('an empty answer is requested again, once', async () => {
    world.lab.setScript([{ text: '' }, { text: 'Now.' }]);
    expect(textOf((await ask(world, 'Go')).events)).toBe('Now.');
    world.lab.setScript([{ text: '', times: 5 }]);
    const { events } = await ask(world, 'Go');
    expect(kinds(events)).toEqual(['error', 'done']);
    expect(ofKind(events, 'error')[0]?.message).toMatch(/returned an empty answer/);
    expect(ofKind(events, 'done')[0]?.status).toBe('failed');
    expect(sent()).toHaveLength(4);
  });

  test('an incomplete answer is stored as streamed, and the run ends with the reason', async () => {
    world.lab.setScript([{ text: 'These words are heard before the line is cut. '.repeat(5) }]);
    world.lab.setFault('provider.chat', { kind: 'cut_stream', pieces: 4 });
    const { sessionId, events } = await ask(world, 'Go');
    expect(kinds(events).slice(-2)).toEqual(['error', 'done']);
    expect(ofKind(events, 'error')).toHaveLength(1);
    const { status, messages } = await readSession(world, sessionId);
    expect(status).toBe('failed');
    expect(textOf(events)).not.toBe('');
    expect(messages.map(({ content }) => content)).toEqual(['Go', textOf(events)]);
    // The session accepts another question.
    world.lab.clearFaults();
    world.lab.setScript([{ text: 'Better now.' }]);
    const more = await ask(world, 'Again', { session_id: sessionId });
    expect(ofKind(more.events, 'done')[0]?.status).toBe('completed');
  });
});

test('the model is asked at most 40 times, the last time without tools', async () => {
  const call = { tool_calls: [{ name: 'list_notes', arguments: { bibcode } }] };
  world.lab.setScript([
    { ...call, times: 39 },
    { when: 'Conclude now', text: 'That is all.' },
  ]);
  const { events } = await ask(world, 'Go on and on');
  expect(textOf(events)).toBe('That is all.');
  const requests = sent();
  expect(requests).toHaveLength(40);
  expect(requests.map(({ tools }) => tools !== undefined)).toEqual(
    Array.from({ length: 40 }, (_, index) => index < 39),
  );
  // A model that still calls tools fails the run.
  world.lab.setScript([{ ...call, times: 50 }]);
  const { sessionId, events: all } = await ask(world, 'Go on and on');
  expect(ofKind(all, 'error')).toEqual([{ message: 'the run found no answer in 40 steps' }]);
  expect(ofKind(all, 'done')).toEqual([{ session_id: sessionId, status: 'failed' }]);
  expect(sent()).toHaveLength(80);
});

test('a long output is cut for the model and the stream, but stored completely', async () => {
  const note_text = `${'a'.repeat(60_000)} the end`;
  const note = { bibcode, paragraph_index: 4, note_text, highlight_color: 'pink', selected_text: '' };
  const { body } = await world.call('post', '/api/notes').send(note).expect(200);
  world.lab.setScript([
    { when: 'long', tool_calls: [{ name: 'list_notes', arguments: { bibcode } }] },
    { text: 'read' },
  ]);
  const { sessionId, events } = await ask(world, 'long');
  const { messages } = await readSession(world, sessionId);
  expect(messages.find(({ role }) => role === 'tool')?.content).toContain(note_text);
  for (const shown of [ofKind(events, 'tool_result')[0]?.output, sent()[1]?.messages.at(-1)?.content]) {
    expect(shown).toMatch(/characters left out/);
    expect(shown).toMatch(/the end/);
    expect(shown?.length).toBeLessThan(17_000);
  }
  expect((await readAudit(world, sessionId))[0]?.output_preview.length).toBeLessThanOrEqual(500);
  await world
    .call('delete', '/api/notes')
    .query({ id: (body as { id: number }).id })
    .expect(200);
});

test('an answer does not contain its reasoning, marked with both tags or with the closing tag alone', async () => {
  // The first text without an opening tag may be streamed before its closing tag. Later texts are held back.
  for (const [open, streams] of [
    ['<think>', true],
    ['', false],
    ['', true],
  ] as const) {
    world.lab.setScript([
      {
        text: `${open}Are there any notes about the winds of this star?</think>I will look.`,
        tool_calls: [{ name: 'list_notes', arguments: { bibcode } }],
      },
      { when: 'winds!', text: `${open}It says winds.</think>\n\nOne note.` },
    ]);
    const { sessionId, events } = await ask(world, 'What do the notes say?');
    const { messages } = await readSession(world, sessionId);
    expect(messages.filter(({ role }) => role === 'assistant').map(({ content }) => content)).toEqual([
      'I will look.',
      'One note.',
    ]);
    if (!streams) continue;
    const thoughts = ofKind(events, 'thought').map(({ text }) => text);
    expect(thoughts.join('')).toBe('Are there any notes about the winds of this star?It says winds.');
    expect(textOf(events)).toBe('I will look.One note.');
  }
});
