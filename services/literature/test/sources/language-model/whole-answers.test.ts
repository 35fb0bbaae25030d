import { describe, expect, test } from '@jest/globals';
import type { ChatRequest } from '../../../src/sources/language-model/language-model.ts';
import { json, serve } from '../local-server.ts';
import { failureOf, gather, useLaboratory } from './laboratory.ts';

const laboratory = useLaboratory();

const question: ChatRequest = { messages: [{ role: 'user', content: 'What is a white dwarf?' }] };
/** Asks with or without streaming. Reads a stream to its end. */
const askBy = (way: 'complete' | 'stream', models = laboratory.models()): Promise<unknown> =>
  way === 'complete' ? models.chat().complete(question) : gather(models.chat().stream(question));

describe('a provider that cannot stream', () => {
  const whole = {
    choices: [
      {
        message: { content: 'Whole.', tool_calls: [{ id: 'a', function: { name: 'look_up', arguments: '{}' } }] },
        finish_reason: 'tool_calls',
      },
    ],
  };
  const end = { finishReason: 'tool_calls', usage: undefined };
  const call = { id: 'a', name: 'look_up', arguments: '{}' };

  test.each(['complete', 'stream'] as const)('is accepted if it answers in one piece (%s)', async (way) => {
    const server = await serve((_, response) => json(response, whole));
    expect(await askBy(way, laboratory.models({ baseUrl: server.origin }))).toEqual(
      way === 'complete'
        ? { text: 'Whole.', toolCalls: [call], ...end }
        : [
            { kind: 'text', text: 'Whole.' },
            { kind: 'tool_call', call },
            { kind: 'end', ...end },
          ],
    );
    expect(server.received).toHaveLength(1);
  });

  test.each(['complete', 'stream'] as const)(
    'is asked without streaming once it has refused to stream (%s)',
    async (way) => {
      const error = { message: 'Streaming is not supported by this model', param: 'stream' };
      const server = await serve(({ body }, response) =>
        'stream' in (JSON.parse(body) as object) ? json(response, { error }, 400) : json(response, whole),
      );
      const models = laboratory.models({ baseUrl: server.origin }, { idleMs: 5_000 });
      await askBy(way, models);
      expect(server.received).toHaveLength(2);
      await askBy(way, models);
      expect(server.received).toHaveLength(3);
    },
  );

  test.each([
    ['{"choices":[{"mess', 'malformed_answer'],
    ['{"object":"list"}', 'malformed_answer'],
  ])('is asked again if it says %s', async (body, fault) => {
    const server = await serve((_, response) =>
      response.writeHead(200, { 'content-type': 'application/json; charset=utf-8' }).end(body),
    );
    const failure = await failureOf(askBy('complete', laboratory.models({ baseUrl: server.origin })));
    expect(failure.fault).toBe(fault);
    expect(server.received).toHaveLength(4);
  });
});
