import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import { startUpstreamLab, type UpstreamLab } from '../src/index.ts';

let lab: UpstreamLab;
beforeAll(async () => {
  lab = await startUpstreamLab();
});
afterEach(() => {
  lab.clearFaults();
  lab.setScript([]);
});
afterAll(() => lab.close());

interface ToolCallPart {
  readonly id?: string;
  readonly index?: number;
  readonly function: { readonly name?: string; readonly arguments: string };
}

interface Message {
  readonly content: string | null;
  readonly reasoning_content?: string;
  readonly tool_calls?: readonly ToolCallPart[];
}

interface ChatResponse {
  readonly choices: readonly { readonly message: Message; readonly finish_reason: string }[];
  readonly usage: { readonly total_tokens: number };
  readonly error: { readonly message: string; readonly code: string | null };
}

const post = (path: string, value: unknown, key = lab.environment()['OPENAI_API_KEY']) =>
  fetch(`${lab.environment()['OPENAI_BASE_URL']}${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}` },
    body: JSON.stringify(value),
  });
const user = (content: unknown) => ({ role: 'user', content });
const chat = async (messages: readonly object[], more: object = {}) =>
  (await post('/chat/completions', { model: 'lab-chat', messages, ...more })).json() as Promise<ChatResponse>;
const say = async (content: unknown, more: object = {}) => (await chat([user(content)], more)).choices[0]?.message;

interface Chunk {
  readonly choices: readonly {
    readonly delta: { content?: string; reasoning_content?: string; tool_calls?: readonly ToolCallPart[] };
    readonly finish_reason: string | null;
  }[];
  readonly usage?: { readonly total_tokens: number } | null;
}

async function stream(content: string, more: object = {}): Promise<{ chunks: Chunk[]; isDone: boolean }> {
  const answer = await post('/chat/completions', {
    model: 'lab-chat',
    messages: [user(content)],
    stream: true,
    ...more,
  });
  expect(answer.headers.get('content-type')).toContain('text/event-stream');
  const lines = (await answer.text())
    .split('\n\n')
    .filter(Boolean)
    .map((line) => line.replace(/^data: /, ''));
  return {
    chunks: lines.filter((line) => line !== '[DONE]').map((line) => JSON.parse(line) as Chunk),
    isDone: lines.at(-1) === '[DONE]',
  };
}

const SEARCH = {
  type: 'function',
  function: {
    name: 'search_papers',
    description: 'Search the literature for papers',
    parameters: {
      type: 'object',
      properties: {
        query: { type: 'string' },
        rows: { type: 'integer', minimum: 1 },
        source: { type: 'string', enum: ['all', 'catalog'] },
      },
      required: ['query', 'rows', 'source'],
    },
  },
};
const TWO_CALLS = {
  reasoning: 'First look, then read.',
  tool_calls: [
    { name: 'search_papers', arguments: { query: 'tau Sco' } },
    { name: 'read_paper', arguments: { bibcode: 'x', section: 2 } },
  ],
};

test('lists its models and rejects requests without the key', async () => {
  const models = await fetch(`${lab.environment()['OPENAI_BASE_URL']}/models`, {
    headers: { authorization: `Bearer ${lab.environment()['OPENAI_API_KEY']}` },
  });
  await expect(models.json()).resolves.toMatchObject({
    object: 'list',
    data: [{ id: 'lab-chat' }, { id: 'lab-vision' }, { id: 'lab-embedding' }],
  });
  expect((await post('/chat/completions', {}, 'wrong')).status).toBe(401);
  await expect(chat([user('hi')], { model: 'gpt-0' })).resolves.toMatchObject({ error: { code: 'model_not_found' } });
});

test('returns the same answer to the same question', async () => {
  const question = 'Why do hot stars lose mass?';
  expect((await say(question))?.content).toBe((await say(question))?.content);
});

test('uses its script in order if the last message matches, then answers automatically', async () => {
  lab.setScript([
    { when: 'Vega', text: 'one' },
    { text: 'two', times: 2, finish_reason: 'length' },
  ]);
  expect((await say('Deneb'))?.content).toBe('two');
  expect((await say('Vega'))?.content).toBe('one');
  await expect(chat([user('Vega')])).resolves.toMatchObject({
    choices: [{ message: { content: 'two' }, finish_reason: 'length' }],
  });
  expect((await say('Vega'))?.content).toContain('Vega');
});

test('accepts a script over HTTP', async () => {
  const put = (value: unknown) => fetch(`${lab.url}/lab/script`, { method: 'PUT', body: JSON.stringify(value) });
  expect((await put([{ text: 'from afar' }])).status).toBe(204);
  await expect((await fetch(`${lab.url}/lab/script`)).json()).resolves.toEqual([{ text: 'from afar' }]);
  expect((await say('hello'))?.content).toBe('from afar');
  expect((await put([{ words: 'x' }])).status).toBe(400);
  expect((await put('x')).status).toBe(400);
});

test('calls a tool that fits the question with arguments that fit its schema, then answers', async () => {
  const question = user('Search the literature for papers on "seed propagation"');
  const first = await chat([question], { tools: [SEARCH] });
  const [call] = first.choices[0]?.message.tool_calls ?? [];
  expect(first.choices[0]?.finish_reason).toBe('tool_calls');
  expect(JSON.parse(call?.function.arguments ?? '')).toEqual({ query: 'seed propagation', rows: 5, source: 'all' });
  const answered = [
    question,
    { role: 'assistant', content: null, tool_calls: [call] },
    { role: 'tool', tool_call_id: call?.id, content: 'Found 3 papers on seeds.' },
  ];
  expect((await chat(answered, { tools: [SEARCH] })).choices[0]?.message).toEqual({
    role: 'assistant',
    content: 'According to the tool: Found 3 papers on seeds.',
  });
  expect((await say('Hello there', { tools: [SEARCH] }))?.tool_calls).toBeUndefined();
});

test('rejects conversations with a tool call without a result', async () => {
  const call = {
    role: 'assistant',
    content: null,
    tool_calls: [{ id: 'a', type: 'function', function: { name: 'x', arguments: '{}' } }],
  };
  await expect(chat([user('x'), call])).resolves.toMatchObject({
    error: { message: expect.stringContaining('did not have response messages: a') },
  });
  await expect(chat([user('x'), call, user('y')])).resolves.toMatchObject({
    error: { message: expect.stringContaining('must be followed by tool messages') },
  });
  await expect(chat([user('x'), { role: 'tool', tool_call_id: 'a', content: '' }])).resolves.toMatchObject({
    error: { message: expect.stringContaining("role 'tool'") },
  });
});

test.each([
  [{ messages: [] }, 'at least one message'],
  [{ messages: [{ role: 'wizard', content: 'x' }] }, "Invalid value: 'wizard'"],
  [{ messages: [{ role: 'user', content: 'x' }], tools: [{ function: { name: 'a b' } }] }, 'does not match pattern'],
  [{ messages: [{ role: 'user', content: 'x'.repeat(600_000) }] }, 'maximum context length'],
])('refuses a request that providers refuse (%#)', async (request, message) => {
  const answer = await post('/chat/completions', { model: 'lab-chat', ...request });
  expect(answer.status).toBe(400);
  await expect(answer.json()).resolves.toMatchObject({
    error: { message: expect.stringContaining(message), type: 'invalid_request_error' },
  });
});

test('translates known words and glossary terms, and leaves masks, formulas and links unchanged', async () => {
  const system = {
    role: 'system',
    content: 'Translate to Chinese. Glossary:\n- model atmosphere -> 模型大气\n- seed -> 种子模型',
  };
  const source =
    'The model atmosphere of ⟦M1⟧ stars and ⟦the model⟧ with $T_{\\rm eff}$ and [[2]] is a seed, see [Table 1](#S2.T1).';
  const message =
    (await chat([system, user(`Translate this:\n<text>\n${source}\n</text>`)])).choices[0]?.message.content ?? '';
  expect(message).toContain('模型大气');
  expect(message).toContain('种子模型');
  for (const kept of ['⟦M1⟧', '⟦the model⟧', '[[2]]', '$T_{\\rm eff}$', '](#S2.T1)']) expect(message).toContain(kept);
  expect(message).not.toContain('text>');
});

test('drops a mask if configured', async () => {
  lab.setFault('provider.chat', { kind: 'damaged_masks', times: 1 });
  const source = 'Translate: ⟦1⟧ star ⟦2⟧';
  expect((await say(source))?.content).not.toContain('⟦2⟧');
  expect((await say(source))?.content).toMatch(/⟦1⟧.*⟦2⟧/);
});

test('answers with the numbers of passages, about images, and in JSON', async () => {
  const passages =
    '[1] White dwarfs have strong gravity. They are small.\n\n[2] Seeds help models of hot stars to converge.\n\nQuestion: how do seeds help models?';
  expect((await say(passages))?.content).toContain('Seeds help models of hot stars to converge. [2]');
  const image = [
    { type: 'text', text: 'What does the figure show?' },
    { type: 'image_url', image_url: { url: 'data:image/png;base64,AAAA' } },
  ];
  expect((await say(image, { model: 'lab-vision' }))?.content).toContain('1 image');
  const schema = {
    type: 'object',
    properties: { names: { type: 'array', items: { type: 'string' } }, count: { type: 'integer' } },
  };
  const object =
    (await say('Name stars', { response_format: { type: 'json_schema', json_schema: { schema } } }))?.content ?? '';
  expect(JSON.parse(object)).toEqual({ names: ['name stars'], count: 5 });
});

test('streams thoughts, text, tool calls in pieces, usage and the end', async () => {
  lab.setScript([{ ...TWO_CALLS, text: 'A long text, 恒星, that needs more than one piece.' }]);
  const { chunks, isDone } = await stream('go', { stream_options: { include_usage: true } });
  const deltas = chunks.flatMap(({ choices }) => choices.map(({ delta }) => delta));
  expect(deltas.map(({ content }) => content ?? '').join('')).toBe(
    'A long text, 恒星, that needs more than one piece.',
  );
  expect(deltas.map((delta) => delta.reasoning_content ?? '').join('')).toBe(TWO_CALLS.reasoning);
  const parts = deltas.flatMap(({ tool_calls }) => tool_calls ?? []);
  const calls = [0, 1].map((index) => parts.filter((part) => part.index === index));
  expect(calls.map((list) => JSON.parse(list.map((part) => part.function.arguments).join('')))).toEqual(
    TWO_CALLS.tool_calls.map((call) => call.arguments),
  );
  expect(calls.map((list) => list.filter(({ id }) => id !== undefined).length)).toEqual([1, 1]);
  expect(chunks.at(-2)?.choices[0]?.finish_reason).toBe('tool_calls');
  expect(chunks.at(-1)).toMatchObject({ choices: [], usage: { total_tokens: expect.any(Number) } });
  expect(isDone).toBe(true);
});

test('omits the ids of tool calls, leaves them empty, or gives all the same index', async () => {
  lab.setScript([{ ...TWO_CALLS, times: 6 }]);
  const ids = async () => [(await say('go'))?.tool_calls?.map(({ id }) => id), (await streamed()).map(({ id }) => id)];
  const streamed = async () =>
    (await stream('go')).chunks
      .flatMap(({ choices }) => choices.flatMap(({ delta }) => delta.tool_calls ?? []))
      .filter((part) => part.function.name !== undefined);
  lab.setFault('provider.chat', { kind: 'missing_tool_ids' });
  await expect(ids()).resolves.toEqual([
    [undefined, undefined],
    [undefined, undefined],
  ]);
  lab.setFault('provider.chat', { kind: 'empty_tool_ids' });
  await expect(ids()).resolves.toEqual([
    ['', ''],
    ['', ''],
  ]);
  lab.setFault('provider.chat', { kind: 'zero_tool_indices' });
  expect((await streamed()).map(({ index }) => index)).toEqual([0, 0]);
});

test('sends broken arguments, an empty answer, and an incomplete stream', async () => {
  lab.setScript([{ ...TWO_CALLS, times: 2 }, { text: 'A long text that needs several pieces to be said.' }]);
  lab.setFault('provider.chat', { kind: 'broken_arguments', times: 1 });
  const [call] = (await say('go'))?.tool_calls ?? [];
  expect(() => JSON.parse(call?.function.arguments ?? '{}')).toThrow('JSON');
  lab.setFault('provider.chat', { kind: 'empty_answer', times: 1 });
  expect(await say('go')).toEqual({ role: 'assistant', content: '', reasoning_content: TWO_CALLS.reasoning });
  lab.setFault('provider.chat', { kind: 'cut_stream', pieces: 2, times: 1 });
  const answer = await post('/chat/completions', { model: 'lab-chat', messages: [user('go')], stream: true });
  let text = '';
  await expect(
    (async () => {
      for await (const chunk of answer.body ?? []) text += Buffer.from(chunk).toString();
    })(),
  ).rejects.toThrow('terminated');
  expect(text.match(/data: /g)).toHaveLength(2);
  expect(text).not.toContain('[DONE]');
});

test('answers 429 as providers do', async () => {
  lab.setFault('provider.chat', { kind: 'rate_limited', retry_after: 2, times: 1 });
  const answer = await post('/chat/completions', { model: 'lab-chat', messages: [user('x')] });
  expect([answer.status, answer.headers.get('retry-after')]).toEqual([429, '2']);
  await expect(answer.json()).resolves.toMatchObject({ error: { code: 'rate_limit_exceeded' } });
});

interface Embeddings {
  readonly data: readonly { readonly index: number; readonly embedding: readonly number[] & string }[];
}

test('embeds texts so that texts with the same words are close to each other', async () => {
  const embed = async (more: object) =>
    (await (await post('/embeddings', { model: 'lab-embedding', ...more })).json()) as Embeddings;
  const input = ['seeds of model atmospheres', 'a seed for the model atmosphere', 'transit light curves of planets'];
  const { data } = await embed({ input });
  const [a, b, c] = data.map(({ embedding }) => embedding);
  const product = (x: readonly number[] = [], y: readonly number[] = []) =>
    x.reduce((sum, value, index) => sum + value * (y[index] ?? 0), 0);
  expect(product(a, a)).toBeCloseTo(1, 4);
  expect(product(a, b)).toBeGreaterThan(product(a, c) + 0.3);
  const base64 = await embed({ input: input[0], encoding_format: 'base64' });
  const bytes = Buffer.from(base64.data[0]?.embedding ?? '', 'base64');
  expect(bytes.byteLength).toBe(256 * 4);
  expect(bytes.readFloatLE(4 * 3)).toBeCloseTo(a?.[3] ?? NaN, 5);
  expect((await embed({ input: input[0], dimensions: 64 })).data[0]?.embedding).toHaveLength(64);
  expect((await post('/embeddings', { model: 'lab-embedding', input: [] })).status).toBe(400);
  expect((await post('/embeddings', { model: 'lab-embedding', input: Array(2049).fill('x') })).status).toBe(400);
  expect((await post('/embeddings', { model: 'lab-chat', input: 'x' })).status).toBe(404);
});
