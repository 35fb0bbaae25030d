import { describe, expect, test } from '@jest/globals';
import type { ChatPiece, ChatRequest } from '../../../src/sources/language-model/language-model.ts';
import { json, serve } from '../local-server.ts';
import { gather, useLaboratory } from './laboratory.ts';

const laboratory = useLaboratory();

const ask = (content: string): ChatRequest => ({ messages: [{ role: 'user', content }] });

const tools = [{ name: 'look_up', description: 'Looks up', parameters: { type: 'object', properties: {} } }];

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

const callsOf = (pieces: readonly ChatPiece[]) =>
  pieces.flatMap((piece) => (piece.kind === 'tool_call' ? [piece.call] : []));
const textOf = (pieces: readonly ChatPiece[], kind: 'text' | 'thought') =>
  pieces.flatMap((piece) => (piece.kind === kind ? [piece.text] : [])).join('');

describe('an answer in one piece', () => {
  test('has its text, finish reason and usage', async () => {
    laboratory.lab.setScript([{ text: 'A white dwarf.' }]);
    const completion = await laboratory.models().chat().complete(ask('What is it?'));
    expect(completion).toEqual({
      text: 'A white dwarf.',
      toolCalls: [],
      finishReason: 'stop',
      usage: { promptTokens: 3, completionTokens: 4, totalTokens: 7 },
    });
  });

  test.each(['length', 'content_filter'] as const)('that ended because of %s has a message', async (finish_reason) => {
    laboratory.lab.setScript([{ text: 'A white', finish_reason, times: 2 }]);
    const chat = laboratory.models().chat();
    await expect(chat.complete(ask('What?'))).resolves.toMatchObject({ finishReason: finish_reason });
    const pieces = await gather(chat.stream(ask('What?')));
    expect(pieces.at(-1)).toMatchObject({ kind: 'end', finishReason: finish_reason });
  });

  test('has tool calls, and those without an id get one', async () => {
    laboratory.lab.setFault('provider.chat', { kind: 'missing_tool_ids' });
    laboratory.lab.setScript([
      {
        tool_calls: [
          { name: 'look_up', arguments: { name: 'Vega' } },
          { name: 'look_up', arguments: {} },
        ],
      },
    ]);
    const { toolCalls, finishReason } = await laboratory
      .models()
      .chat()
      .complete({ ...ask('Vega?'), tools });
    expect(finishReason).toBe('tool_calls');
    expect(toolCalls.map(({ arguments: text }) => text)).toEqual(['{"name":"Vega"}', '{}']);
    for (const { id } of toolCalls) expect(id).toMatch(UUID);
    expect(new Set(toolCalls.map(({ id }) => id)).size).toBe(2);
  });
});

describe('a streamed answer', () => {
  test('arrives in pieces of thoughts and text, with the usage at the end', async () => {
    const text = 'Magnetic fields of white dwarfs split their lines by the Zeeman effect.';
    laboratory.lab.setScript([{ reasoning: 'What does the paper say of fields?', text }]);
    const pieces = await gather(laboratory.models().chat().stream(ask('How are fields seen?')));
    expect(textOf(pieces, 'thought')).toBe('What does the paper say of fields?');
    expect(textOf(pieces, 'text')).toBe(text);
    expect(pieces.filter(({ kind }) => kind === 'text').length).toBeGreaterThan(1);
    expect(pieces.at(-1)).toEqual({
      kind: 'end',
      finishReason: 'stop',
      usage: { promptTokens: 5, completionTokens: 27, totalTokens: 32 },
    });
    expect(pieces.filter(({ kind }) => kind === 'end')).toHaveLength(1);
  });

  test.each([
    ['no fault', []],
    ['calls that all have index 0', [{ kind: 'zero_tool_indices' as const }]],
  ])('has complete tool calls after the text (%s)', async (_, faults) => {
    laboratory.lab.setFault('provider.chat', faults);
    laboratory.lab.setScript([
      {
        text: 'Two things.',
        tool_calls: [
          { name: 'look_up', arguments: { name: 'a name of more than one piece of a stream' }, id: 'one' },
          { name: 'look_up', arguments: { name: 'Deneb' }, id: 'two' },
        ],
      },
    ]);
    const pieces = await gather(
      laboratory
        .models()
        .chat()
        .stream({ ...ask('Which?'), tools }),
    );
    expect(pieces.map(({ kind }) => kind)).toEqual(['text', 'tool_call', 'tool_call', 'end']);
    expect(callsOf(pieces)).toEqual([
      { id: 'one', name: 'look_up', arguments: '{"name":"a name of more than one piece of a stream"}' },
      { id: 'two', name: 'look_up', arguments: '{"name":"Deneb"}' },
    ]);
    expect(pieces.at(-1)).toMatchObject({ finishReason: 'tool_calls' });
  });

  test.each(['missing_tool_ids', 'empty_tool_ids'] as const)('gives ids to tool calls (%s)', async (kind) => {
    laboratory.lab.setFault('provider.chat', { kind });
    laboratory.lab.setScript([{ tool_calls: [{ name: 'look_up', arguments: { name: 'Vega' } }] }]);
    const pieces = await gather(
      laboratory
        .models()
        .chat()
        .stream({ ...ask('Vega?'), tools }),
    );
    expect(callsOf(pieces)).toEqual([
      { id: expect.stringMatching(UUID), name: 'look_up', arguments: '{"name":"Vega"}' },
    ]);
  });

  test('passes invalid arguments on as the model wrote them', async () => {
    laboratory.lab.setFault('provider.chat', { kind: 'broken_arguments' });
    laboratory.lab.setScript([{ tool_calls: [{ name: 'look_up', arguments: { name: 'Vega' } }] }]);
    const pieces = await gather(
      laboratory
        .models()
        .chat()
        .stream({ ...ask('Vega?'), tools }),
    );
    expect(callsOf(pieces)).toMatchObject([{ arguments: '{"name":' }]);
  });

  test('can end without any text', async () => {
    laboratory.lab.setFault('provider.chat', { kind: 'empty_answer' });
    const pieces = await gather(laboratory.models().chat().stream(ask('Well?')));
    expect(pieces).toEqual([{ kind: 'end', finishReason: 'stop', usage: expect.objectContaining({}) }]);
  });

  test('can be aborted early by the caller', async () => {
    laboratory.lab.setFault('provider.chat', { kind: 'slow_drip', bytes: 700, every_ms: 100_000 });
    for await (const piece of laboratory.models().chat().stream(ask('Tell me all of it'))) {
      expect(piece.kind).toBe('text');
      break;
    }
    // If the request were still open, the laboratory would count two concurrent requests.
    laboratory.lab.clearFaults();
    await laboratory.models().chat().complete(ask('And this?'));
    expect(laboratory.lab.traffic('provider').maxConcurrent).toBe(1);
  });
});

describe('a request', () => {
  const sentBody = () =>
    JSON.parse(laboratory.lab.requests({ route: 'provider.chat' }).at(-1)?.body ?? '{}') as Record<string, unknown>;

  test('contains a conversation with images, tool calls and their results', async () => {
    const image = { mediaType: 'image/png', bytes: Buffer.from('picture') };
    await laboratory
      .models()
      .vision()
      .complete({
        messages: [
          { role: 'system', content: 'Be brief.' },
          { role: 'user', content: 'See this', images: [image] },
          {
            role: 'assistant',
            content: '',
            toolCalls: [
              { id: 'one', name: 'look_up', arguments: '{"name":"Vega"}' },
              { id: 'two', name: 'look_up', arguments: '{"name":' },
            ],
          },
          { role: 'tool', toolCallId: 'one', content: 'a star' },
          { role: 'tool', toolCallId: 'two', content: 'broken arguments' },
        ],
        tools,
        temperature: 0,
      });
    expect(sentBody()).toEqual({
      model: 'lab-vision',
      stream: true,
      stream_options: { include_usage: true },
      temperature: 0,
      messages: [
        { role: 'system', content: 'Be brief.' },
        {
          role: 'user',
          content: [
            { type: 'text', text: 'See this' },
            { type: 'image_url', image_url: { url: 'data:image/png;base64,cGljdHVyZQ==' } },
          ],
        },
        {
          role: 'assistant',
          content: null,
          tool_calls: [
            { id: 'one', type: 'function', function: { name: 'look_up', arguments: '{"name":"Vega"}' } },
            // Some providers would reject the whole conversation because of the invalid arguments.
            { id: 'two', type: 'function', function: { name: 'look_up', arguments: '{}' } },
          ],
        },
        { role: 'tool', tool_call_id: 'one', content: 'a star' },
        { role: 'tool', tool_call_id: 'two', content: 'broken arguments' },
      ],
      tools: [{ type: 'function', function: tools[0] }],
    });
  });

  test('requests reasoning only if the caller asks for it', async () => {
    const chat = laboratory.models().chat();
    await chat.complete({ ...ask('Think'), thinking: true });
    expect(sentBody()).toHaveProperty('reasoning_effort');
    await chat.complete(ask('Do not'));
    expect(sentBody()).not.toHaveProperty('reasoning_effort');
  });

  test('omits parameters that a provider has rejected, from then on', async () => {
    const server = await serve(({ body }, response) => {
      const unknown = ['temperature', 'reasoning_effort'].find((name) => name in (JSON.parse(body) as object));
      if (unknown === undefined) json(response, { choices: [{ message: { content: 'done' }, finish_reason: 'stop' }] });
      else json(response, { error: { message: `Unsupported parameter`, param: unknown } }, 400);
    });
    const chat = laboratory.models({ baseUrl: server.origin }).chat();
    const request = { ...ask('Think coolly'), temperature: 0, thinking: true };
    await expect(chat.complete(request)).resolves.toMatchObject({ text: 'done', usage: undefined });
    expect(server.received).toHaveLength(3);
    await chat.complete(request);
    expect(server.received).toHaveLength(4);
  });
});
