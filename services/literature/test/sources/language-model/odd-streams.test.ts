// Tests event streams and tool calls in the formats of gateways and local servers.
import { expect, test } from '@jest/globals';
import type { ChatPiece } from '../../../src/sources/language-model/language-model.ts';
import { serve } from '../local-server.ts';
import { gather, useLaboratory } from './laboratory.ts';

const laboratory = useLaboratory();
const ONE_TRY = { attempts: 1, firstMs: 1, factor: 1, maxMs: 1, maxRetryAfterMs: Infinity };
const DONE = 'data: [DONE]\n\n';

async function streamed(parts: readonly (string | Buffer)[]): Promise<ChatPiece[]> {
  const server = await serve((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    const [next, ...rest] = [...parts];
    const send = (part: string | Buffer | undefined): void => {
      if (part === undefined) return void response.end();
      // Each part arrives separately.
      response.write(part, () => setImmediate(() => send(rest.shift())));
    };
    send(next);
  });
  const models = laboratory.models({ baseUrl: `${server.origin}/v1`, retries: ONE_TRY });
  return await gather(models.chat().stream({ messages: [{ role: 'user', content: 'What?' }] }));
}

const chunk = (delta: object, finish_reason: string | null = null) =>
  `data: ${JSON.stringify({ choices: [{ delta, finish_reason }] })}\n\n`;
const text = (content: string, finish: string | null = null) => chunk({ content }, finish);
const choice = (json: string) => `data: {"choices":[${json}]}\n\n`;
const [before, after] = [Buffer.from(text('Wärme')).subarray(0, 42), Buffer.from(text('Wärme')).subarray(42)];

test.each<[string, readonly (string | Buffer)[], string]>([
  ['fields without the blank', [text('Cold', 'stop').replace('data: ', 'data:'), DONE], 'Cold'],
  ['comments as heartbeats', [': ping\n\n', text('Co'), ': ping\n\n', text('ld', 'stop'), DONE], 'Cold'],
  ['lines that end in CR LF', [(text('Co') + text('ld', 'stop') + DONE).replaceAll('\n', '\r\n')], 'Cold'],
  ['a first chunk without choices', ['data: {"choices":[]}\n\n', 'data: {"id":"x"}\n\n', text('Cold', 'stop')], 'Cold'],
  ['choices that are null', ['data: {"choices":null}\n\n', text('Cold', 'stop'), DONE], 'Cold'],
  [
    'chunks and choices that are null',
    ['data: null\n\n', 'data: 5\n\n', choice('{}'), text('Cold', 'stop'), DONE],
    'Cold',
  ],
  ['a delta of null', [choice('{"delta":null,"finish_reason":3}'), text('Cold', 'stop'), DONE], 'Cold'],
  ['tool calls that are not a list', [chunk({ tool_calls: { index: 0 } }), text('Cold', 'stop'), DONE], 'Cold'],
  [
    'content in parts',
    [chunk({ content: [{ type: 'text', text: 'Co' }, { text: 'ld' }, 'x'.slice(1)] }, 'stop'), DONE],
    'Cold',
  ],
  ['a refusal as its content', [chunk({ content: null, refusal: 'Cold' }, 'stop'), DONE], 'Cold'],
  ['a NUL character', [text('Co\0ld', 'stop'), DONE], 'Co\uFFFDld'],
  ['a byte order mark and events', [`\ufeffevent: message\nid: 1\n${text('Cold', 'stop')}`, DONE], 'Cold'],
  ['the finish reason in the last piece of text', [text('Co'), text('ld', 'stop')], 'Cold'],
  ['chunks that split a character', [before, after, text('', 'stop'), DONE], 'Wärme'],
])('an answer is complete with %s', async (_what, parts, expected) => {
  const pieces = await streamed(parts);
  expect(pieces.map((piece) => (piece.kind === 'text' ? piece.text : '')).join('')).toBe(expected);
  expect(pieces.at(-1)).toMatchObject({ kind: 'end', finishReason: 'stop' });
});

test.each([
  ['max_tokens', 'length'],
  ['MAX_TOKENS', 'length'],
  ['model_length', 'length'],
  ['SAFETY', 'content_filter'],
  ['content-filter', 'content_filter'],
  ['sensitive', 'content_filter'],
  ['eos', 'stop'],
])('the finish reason %s of another API is mapped to %s', async (reason, expected) => {
  const pieces = await streamed([text('Co', reason), DONE]);
  expect(pieces.at(-1)).toMatchObject({ kind: 'end', finishReason: expected });
});

test.each(['error', 'network_error', 'insufficient_system_resource', 'abort'])(
  'an answer with the finish reason %s is cut off, and its tool calls are dropped',
  async (reason) => {
    await expect(streamed([call(0, '1', A.name, A.arguments), chunk({}, reason), DONE])).rejects.toThrow(/ended early/);
  },
);

test.each([
  ['without choices', 'data: {"error":{"message":"out of memory","code":500}}\n\n'],
  ['after some text', `${text('Co')}data: {"error":{"message":"out of memory","code":500}}\n\n`],
])('an error within a stream of status 200 is a failure: %s', async (_what, body) => {
  await expect(streamed([body])).rejects.toThrow(/out of memory/);
});

const call = (index: number, id: string | undefined, name: string | undefined, args: unknown) =>
  chunk({ tool_calls: [{ index, ...(id === undefined ? {} : { id }), function: { name, arguments: args } }] });
const A = { name: 'look', arguments: '{"at":"a"}' };
const B = { name: 'look', arguments: '{"at":"b"}' };

test.each<[string, readonly string[], readonly object[]]>([
  ['all at index 0', [call(0, '1', A.name, A.arguments), call(0, '2', B.name, B.arguments)], [A, B]],
  ['with id and name in each piece', [call(0, '1', A.name, '{"at"'), call(0, '1', A.name, ':"a"}')], [A]],
  ['with a name in pieces', [call(0, '1', 'lo', ''), call(0, undefined, 'ok', A.arguments)], [A]],
  ['with one id for two calls', [call(0, '1', A.name, A.arguments), call(0, '1', B.name, B.arguments)], [A, B]],
  ['in the form before tools', [chunk({ function_call: { name: A.name, arguments: A.arguments } })], [A]],
  ['with pieces of null', [chunk({ tool_calls: [null, 'x'] }), call(0, '1', A.name, A.arguments)], [A]],
  ['without ids', [call(0, undefined, A.name, A.arguments), call(1, undefined, B.name, B.arguments)], [A, B]],
  ['with arguments as an object', [call(0, '1', A.name, { at: 'a' })], [A]],
])('tool calls %s are each returned once', async (_what, chunks, expected) => {
  const pieces = await streamed([...chunks, chunk({}, 'tool_calls'), DONE]);
  const calls = pieces.flatMap((piece) => (piece.kind === 'tool_call' ? [piece.call] : []));
  expect(calls).toEqual(expected.map((one) => expect.objectContaining(one)));
  expect(new Set(calls.map(({ id }) => id)).size).toBe(expected.length);
});

test('reasoning in parts of the content is left out of the answer', async () => {
  const thinking = { type: 'thinking', thinking: [{ type: 'text', text: 'Hm.' }] };
  const pieces = await streamed([chunk({ content: [thinking, { type: 'text', text: 'Cold' }] }, 'stop'), DONE]);
  expect(pieces.slice(0, 2)).toEqual([
    { kind: 'thought', text: 'Hm.' },
    { kind: 'text', text: 'Cold' },
  ]);
});

test('an error with status 200 in place of a message is explained', async () => {
  const server = await serve((_request, response) => {
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end('{"error":{"message":"no credit","code":"insufficient_quota"}}');
  });
  const models = laboratory.models({ baseUrl: `${server.origin}/v1`, retries: ONE_TRY });
  const asked = models.chat().complete({ messages: [{ role: 'user', content: 'What?' }] });
  await expect(asked).rejects.toMatchObject({ fault: 'quota_spent', message: expect.stringContaining('no credit') });
});

test('a stream of millions of empty lines is refused', async () => {
  await expect(streamed(['\n'.repeat(600_000), text('Cold', 'stop'), DONE])).rejects.toThrow(/more than 500000 lines/);
});

test('a chunk of an unknown form is a failure of the provider', async () => {
  await expect(streamed([choice('null'), text('Cold', 'stop'), DONE])).rejects.toMatchObject({
    fault: 'malformed_answer',
  });
});
