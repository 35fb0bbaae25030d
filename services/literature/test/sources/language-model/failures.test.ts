import { inspect } from 'node:util';
import { describe, expect, test } from '@jest/globals';
import type { ChatRequest } from '../../../src/sources/language-model/language-model.ts';
import { json, serve } from '../local-server.ts';
import { failureOf, gather, KEY, useLaboratory } from './laboratory.ts';

const laboratory = useLaboratory();

const question: ChatRequest = { messages: [{ role: 'user', content: 'What is a white dwarf?' }] };
const ROUTE = 'provider.chat';
const count = () => laboratory.lab.requests({ route: ROUTE }).length;

/** Asks with or without streaming. Reads a stream to its end. */
const WAYS = ['complete', 'stream'] as const;
const askBy = (way: (typeof WAYS)[number], models = laboratory.models(), request = question): Promise<unknown> =>
  way === 'complete' ? models.chat().complete(request) : gather(models.chat().stream(request));

describe.each(WAYS)('%s', (way) => {
  test.each([
    [{ kind: 'rate_limited' as const }, 'rate_limited', /is rate limiting requests \(HTTP 429\): Rate limit reached/],
    [{ kind: 'server_error' as const, status: 503 }, 'unavailable', /is not available \(HTTP 503\)/],
    [{ kind: 'reset' as const }, 'network', /no answer from 127\.0\.0\.1/],
  ] as const)('retries after %o, up to four attempts', async (fault, kind, message) => {
    laboratory.lab.setFault(ROUTE, { ...fault, times: 3 });
    await expect(askBy(way)).resolves.toBeDefined();
    expect(count()).toBe(4);

    laboratory.lab.clearRequests();
    laboratory.lab.setFault(ROUTE, fault);
    const failure = await failureOf(askBy(way));
    expect(failure).toMatchObject({ kind: 'upstream_failed', fault: kind, message: expect.stringMatching(message) });
    expect(count()).toBe(4);
  });

  test('waits as long as the provider asks', async () => {
    laboratory.lab.setFault(ROUTE, { kind: 'rate_limited', retry_after: 1, times: 1 });
    await askBy(way);
    expect(laboratory.lab.traffic('provider').minGapMs).toBeGreaterThan(900);
  });

  test('does not start a wait that exceeds its time limit', async () => {
    laboratory.lab.setFault(ROUTE, { kind: 'rate_limited', retry_after: 3600 });
    const failure = await failureOf(askBy(way));
    expect(failure).toMatchObject({ fault: 'rate_limited', retryAfterMs: 3_600_000 });
    expect(count()).toBe(1);
  });

  test('does not retry if the account has no credit', async () => {
    const server = await serve((_, response) =>
      json(response, { error: { message: 'You exceeded your quota', code: 'insufficient_quota' } }, 429),
    );
    const failure = await failureOf(askBy(way, laboratory.models({ baseUrl: server.origin })));
    expect(failure.fault).toBe('quota_spent');
    expect(server.received).toHaveLength(1);
  });

  test.each(['wrong-key-123', undefined])(
    'names the variable of a rejected key %s without revealing the key',
    async (apiKey) => {
      const server = await serve(({ headers }, response) =>
        json(response, { error: { message: `Incorrect API key: ${headers.authorization ?? 'none'}` } }, 401),
      );
      const failure = await failureOf(askBy(way, laboratory.models({ baseUrl: server.origin, apiKey })));
      expect(failure.fault).toBe('refused_key');
      expect(failure.message).toMatch(
        apiKey === undefined ? /: none\. OPENAI_API_KEY is not set$/ : /\*\*\*\. Check OPENAI_API_KEY$/,
      );
      expect(inspect(failure)).not.toContain('wrong-key-123');
      expect(failure.cause).toBeUndefined();
      expect(server.received).toHaveLength(1);
    },
  );

  test.each([
    [400, 'content_filter', 'content_filter'],
    [400, 'context_length_exceeded', 'too_long'],
    [404, 'model_not_found', 'refused'],
  ])('does not retry %i %s', async (status, code, fault) => {
    const server = await serve((_, response) => json(response, { error: { message: 'No.', code } }, status));
    const failure = await failureOf(askBy(way, laboratory.models({ baseUrl: server.origin })));
    expect(failure.fault).toBe(fault);
    expect(failure.message).toContain('No.');
    expect(server.received).toHaveLength(1);
  });

  test('does not follow redirects of the provider', async () => {
    const elsewhere = await serve((_, response) => json(response, {}));
    const server = await serve((_, response) => response.writeHead(307, { location: elsewhere.origin }).end());
    const failure = await failureOf(askBy(way, laboratory.models({ baseUrl: server.origin })));
    expect(failure.fault).toBe('network');
    expect(elsewhere.received).toEqual([]);
  });

  test('ends if the provider is silent for too long', async () => {
    laboratory.lab.setFault(ROUTE, { kind: 'timeout' });
    const failure = await failureOf(askBy(way, laboratory.models({}, { idleMs: 1500, totalMs: 600_000 })));
    expect(failure.fault).toBe('timeout');
    expect(failure.message).toMatch(/no answer from .* within 1\.5 s$/);
    expect(count()).toBe(1);
  });

  test('ends if an endless answer takes too long', async () => {
    laboratory.lab.setFault(ROUTE, { kind: 'slow_drip', bytes: 1, every_ms: 20 });
    const failure = await failureOf(askBy(way, laboratory.models({}, { totalMs: 400 })));
    expect(failure.fault).toBe('timeout');
    expect(failure.message).toMatch(/did not finish within 0\.4 s$/);
  });

  test('ends if the response stalls', async () => {
    laboratory.lab.setFault(ROUTE, { kind: 'slow_drip', bytes: 300, every_ms: 100_000 });
    const failure = await failureOf(askBy(way, laboratory.models({}, { idleMs: 1500 })));
    expect(failure.fault).toBe('timeout');
    expect(failure.message).toMatch(/sent no more data for 1\.5 s$/);
  });

  test('ends at once with the reason of the caller who stops it', async () => {
    const reason = new Error('stopped by the researcher');
    expect(
      await askBy(way, undefined, { ...question, signal: AbortSignal.abort(reason) }).catch((e: unknown) => e),
    ).toBe(reason);
    expect(count()).toBe(0);

    for (const fault of [
      { kind: 'timeout' as const },
      { kind: 'slow_drip' as const, bytes: 300, every_ms: 100_000 },
      { kind: 'rate_limited' as const, retry_after: 10 },
    ]) {
      laboratory.lab.setFault(ROUTE, fault);
      laboratory.lab.clearRequests();
      const stop = new AbortController();
      const answer = askBy(way, undefined, { ...question, signal: stop.signal }).catch((e: unknown) => e);
      while (count() === 0) await new Promise((resolve) => setImmediate(resolve));
      stop.abort(reason);
      expect(await answer).toBe(reason);
    }
  });

  test("distinguishes a proxy's page from an answer", async () => {
    const server = await serve((_, response) =>
      response.writeHead(200, { 'content-type': 'text/html' }).end('<p>Hello</p>'),
    );
    const failure = await failureOf(askBy(way, laboratory.models({ baseUrl: server.origin })));
    expect(failure.fault).toBe('cut_off');
  });
});

describe('a complete answer', () => {
  test('may take long while parts keep arriving', async () => {
    laboratory.lab.setScript([{ text: 'It is a long story, and it is told slowly, a few words at a time.' }]);
    laboratory.lab.setFault(ROUTE, { kind: 'slow_drip', bytes: 40, every_ms: 100 });
    const answer = await laboratory.models({}, { idleMs: 1_500 }).chat().complete(question);
    expect(answer.text).toMatch(/^It is a long story.*a time\.$/);
  });

  test.each([
    ['truncated', 'cut_off'],
    ['cut_stream', 'cut_off'],
  ] as const)('is requested again if it is %s', async (kind, fault) => {
    laboratory.lab.setFault(ROUTE, { kind, times: 3 });
    await expect(laboratory.models().chat().complete(question)).resolves.toMatchObject({ finishReason: 'stop' });
    laboratory.lab.setFault(ROUTE, { kind });
    const failure = await failureOf(laboratory.models().chat().complete(question));
    expect(failure.fault).toBe(fault);
  });
});

describe('a stream', () => {
  const scripted = { text: 'Half of it, and then the other half of what was to be said.', times: 10 };

  test('is requested again if it is cut before its first piece', async () => {
    laboratory.lab.setScript([scripted]);
    laboratory.lab.setFault(ROUTE, { kind: 'cut_stream', pieces: 1, times: 1 });
    const pieces = await gather(laboratory.models().chat().stream(question));
    expect(pieces.at(-1)).toMatchObject({ kind: 'end' });
    expect(count()).toBe(2);
  });

  test('is not requested again if it is cut after its first piece', async () => {
    laboratory.lab.setScript([scripted]);
    laboratory.lab.setFault(ROUTE, { kind: 'cut_stream', pieces: 3, times: 1 });
    const heard: string[] = [];
    const failure = await failureOf(
      (async () => {
        for await (const piece of laboratory.models().chat().stream(question)) heard.push(piece.kind);
      })(),
    );
    expect(failure.fault).toBe('cut_off');
    expect(heard).toEqual(['text', 'text']);
    expect(count()).toBe(1);
  });

  test('that is cut never returns a tool call, not even a complete one', async () => {
    laboratory.lab.setScript([{ tool_calls: [{ name: 'delete_all', arguments: '{}' }] }]);
    // Cut after the arguments and before the finish reason.
    laboratory.lab.setFault(ROUTE, { kind: 'cut_stream', pieces: 3, times: 1 });
    const models = laboratory.models({ retries: { attempts: 1, firstMs: 0, factor: 1, maxMs: 0, maxRetryAfterMs: 0 } });
    const heard: string[] = [];
    const failure = await failureOf(
      (async () => {
        for await (const piece of models.chat().stream(question)) heard.push(piece.kind);
      })(),
    );
    expect(failure.fault).toBe('cut_off');
    expect(heard).toEqual([]);
  });

  /** Starts a provider that sends these chunks and, if `ends`, closes the stream. */
  const saying = async (chunks: readonly object[], ends = true) => {
    const server = await serve((_, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      for (const chunk of chunks) response.write(`data: ${JSON.stringify(chunk)}\n\n`);
      if (ends) response.end();
    });
    return laboratory.models({ baseUrl: server.origin }).chat();
  };
  const done = { choices: [{ delta: { content: 'done' }, finish_reason: 'stop' }] };

  test('without its end mark is complete, with the last usage that was sent', async () => {
    const usage = { prompt_tokens: 1, completion_tokens: 2 };
    const chat = await saying([{ choices: [], usage: { prompt_tokens: 1 } }, { ...done, usage }, { usage: null }]);
    expect(await gather(chat.stream(question))).toEqual([
      { kind: 'text', text: 'done' },
      { kind: 'end', finishReason: 'stop', usage: { promptTokens: 1, completionTokens: 2, totalTokens: 3 } },
    ]);
  });

  test('that is stopped between its last piece and its end counts as stopped', async () => {
    const chat = await saying([done], false);
    const stop = new AbortController();
    const pieces = chat.stream({ ...question, signal: stop.signal })[Symbol.asyncIterator]();
    expect(await pieces.next()).toMatchObject({ value: { kind: 'text' } });
    const next = pieces.next().catch((error: unknown) => error);
    stop.abort('enough');
    expect(await next).toBe('enough');
  });

  test('that is stopped at a tool call returns no more', async () => {
    const tool_calls = ['a', 'b'].map((name, index) => ({ index, id: name, function: { name, arguments: '{}' } }));
    const chat = await saying([{ choices: [{ delta: { tool_calls }, finish_reason: 'tool_calls' }] }]);
    const stop = new AbortController();
    const pieces = chat.stream({ ...question, signal: stop.signal })[Symbol.asyncIterator]();
    expect(await pieces.next()).toMatchObject({ value: { kind: 'tool_call', call: { id: 'a' } } });
    stop.abort('enough');
    expect(await pieces.next().catch((error: unknown) => error)).toBe('enough');
  });

  test('that ends without a finish reason was cut, despite status 200', async () => {
    const chat = await saying([{ choices: [{ delta: { content: 'half of' } }] }]);
    const failure = await failureOf(gather(chat.stream(question)));
    expect(failure.fault).toBe('cut_off');
  });

  test.each([
    ['{"choices":[', 'malformed_answer'],
    ['{"error":{"message":"Overloaded","code":503}}', 'unavailable'],
    ['{"error":{"message":"Slow down","code":"rate_limit_exceeded"}}', 'rate_limited'],
  ])('with %s fails', async (data, fault) => {
    const server = await serve((_, response) =>
      response.writeHead(200, { 'content-type': 'text/event-stream' }).end(`data: ${data}\n\ndata: [DONE]\n\n`),
    );
    const failure = await failureOf(askBy('stream', laboratory.models({ baseUrl: server.origin })));
    expect(failure.fault).toBe(fault);
    expect(server.received).toHaveLength(4);
  });
});

test('names the missing variables if no provider is configured', () => {
  const models = laboratory.models({
    baseUrl: undefined,
    apiKey: undefined,
    chatModel: undefined,
    visionModel: undefined,
  });
  const message = 'no language model is configured: OPENAI_BASE_URL, OPENAI_API_KEY and CHAT_MODEL are not set';
  expect(() => models.chat()).toThrow(expect.objectContaining({ kind: 'upstream_failed', message }));
  expect(() => models.vision()).toThrow(/ and VISION_MODEL \(or CHAT_MODEL\) are not set$/);
  expect(models.embedding()).toBeUndefined();
});

test('requires only the variables that it needs', () => {
  const models = laboratory.models({ apiKey: undefined, visionModel: undefined, embeddingModel: undefined });
  expect(models.chat().name).toBe('lab-chat');
  expect(models.vision().name).toBe('lab-chat');
  expect(models.embedding()).toBeUndefined();
  expect(() => laboratory.models({ chatModel: undefined }).chat()).toThrow(/: CHAT_MODEL is not set$/);
});

test('sends only the configured key, and no other variables of the environment', async () => {
  process.env['OPENAI_ORG_ID'] = 'somebody';
  process.env['OPENAI_PROJECT_ID'] = 'something';
  try {
    await laboratory.models().chat().complete(question);
  } finally {
    delete process.env['OPENAI_ORG_ID'];
    delete process.env['OPENAI_PROJECT_ID'];
  }
  const [{ headers } = { headers: {} }] = laboratory.lab.requests({ route: ROUTE });
  expect(headers).toMatchObject({ authorization: `Bearer ${KEY}`, 'user-agent': 'Almagest-literature/0.1' });
  expect(Object.keys(headers).filter((name) => name.startsWith('openai-'))).toEqual([]);
});
