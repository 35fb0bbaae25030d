// Tests reasoning inside the content, streams without a finish reason, and endless answers.
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { ChatPiece, ChatRequest } from '../../../src/sources/language-model/language-model.ts';
import { ThoughtFilter } from '../../../src/sources/language-model/thought-filter.ts';
import { serve } from '../local-server.ts';
import { gather, useLaboratory } from './laboratory.ts';

const laboratory = useLaboratory();
const ask = (content: string): ChatRequest => ({ messages: [{ role: 'user', content }] });

/** Returns the text and the reasoning of an answer's pieces. */
function readPieces(pieces: Iterable<ChatPiece>): { text: string; thought: string } {
  let [text, thought] = ['', ''];
  for (const piece of pieces) {
    if (piece.kind === 'text') text += piece.text;
    else if (piece.kind === 'thought') thought += piece.text;
    else if (piece.kind === 'retract') [text, thought] = ['', thought + text];
  }
  return { text, thought };
}

describe('reasoning inside the content', () => {
  const word = fc.stringMatching(/^[a-z<>/ ]{0,12}$/).filter((text) => !/think/.test(text));
  const cuts = fc.array(fc.nat({ max: 60 }), { maxLength: 8 });
  const inPieces = (text: string, at: readonly number[]) => {
    const places = [...new Set([0, ...at.filter((place) => place < text.length), text.length])].toSorted(
      (a, b) => a - b,
    );
    return places.slice(1).map((end, index) => text.slice(places[index], end));
  };
  const filtered = (pieces: readonly string[], waits: boolean) => {
    const filter = new ThoughtFilter(waits);
    return readPieces([...pieces.flatMap((piece) => [...filter.add(piece)]), ...filter.end()]);
  };

  test('is separated from the answer for any cuts between pieces, with or without an opening tag', () => {
    fc.assert(
      fc.property(
        word,
        word,
        cuts,
        fc.constantFrom('<think>', ' <thinking>', ''),
        fc.boolean(),
        (thought, answer, at, open, waits) => {
          const close = open.includes('thinking') ? '</thinking>' : '</think>';
          const read = filtered(inPieces(`${open}${thought}${close}${answer.trimStart()}`, at), waits);
          expect(read).toEqual({ text: answer.trimStart(), thought });
        },
      ),
    );
  });

  test('is separated in every block, also between parts of the answer', () => {
    fc.assert(
      fc.property(word, word, word, cuts, (start, thought, rest, at) => {
        const answer = `Yes.${start}<think>${thought}</think>${rest.trimStart()}<think>b</think>End`;
        const pieces = inPieces(`<think>a</think>${answer}`, at);
        const read = filtered(pieces, false);
        expect(read).toEqual({ text: `Yes.${start}${rest.trimStart()}End`, thought: `a${thought}b` });
      }),
    );
  });

  test.each([
    ['<THINK>', '</Think>'],
    ['<think lang="en">', '</think >'],
    ['<thought>', '</thought>'],
    ['<Reasoning>', '</reasoning>'],
    ['\ufeff\u25c1think\u25b7', '\u25c1/think\u25b7'],
    ['', '</THINKING>'],
  ])('is separated with the tags %j and %j', (open, close) => {
    fc.assert(
      fc.property(cuts, fc.boolean(), (at, waits) => {
        const read = filtered(inPieces(`${open}Hm, a < b.${close}It blows.`, at), waits);
        expect(read).toEqual({ text: 'It blows.', thought: 'Hm, a < b.' });
      }),
    );
  });

  test('an unclosed tag belongs to the answer', () => {
    expect(filtered(['Write <thi', 'nk> to begin.'], false)).toEqual({ text: 'Write <think> to begin.', thought: '' });
  });

  /** The runner's time limit would end a test that takes quadratic time. */
  test.each([
    ['thoughts without an opening tag', '', true],
    ['an unclosed tag', 'Write <think>', false],
  ])('a long answer in small pieces takes linear time: %s', (_what, start, waits) => {
    const pieces = Array.from({ length: 400_000 }, () => 'a < b, ');
    expect(filtered([start, ...pieces], waits).text).toBe(start + pieces.join(''));
  });

  test('an answer without tags is unchanged', () => {
    fc.assert(fc.property(word, cuts, (answer, at) => expect(filtered(inPieces(answer, at), false).text).toBe(answer)));
  });

  test.each(['<think>Hm, the wind.</think>\n\nIt blows.', 'Hm, the wind.</think>It blows.'])(
    'is removed from a streamed and a complete answer: %j',
    async (text) => {
      laboratory.lab.setScript([{ text, times: 4 }]);
      const chat = laboratory.models().chat();
      expect((await chat.complete(ask('What?'))).text).toBe('It blows.');
      const pieces = await gather(chat.stream(ask('What?')));
      expect(readPieces(pieces)).toEqual({ text: 'It blows.', thought: 'Hm, the wind.' });
      // The model is known by now, so no text is retracted.
      expect(pieces.some(({ kind }) => kind === 'retract')).toBe(false);
    },
  );
});

const CHUNK = 'data: {"choices":[{"delta":{"content":"Light."},"finish_reason":null}]}\n\n';

describe('a stream without a finish reason', () => {
  const answering = async (body: string) => {
    const server = await serve((_request, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' }).end(body);
    });
    const models = laboratory.models({ baseUrl: `${server.origin}/v1`, retries: ONE_TRY });
    return await models.chat().complete(ask('What?'));
  };

  test('is complete if it ends with [DONE]', async () => {
    await expect(answering(`${CHUNK}data: [DONE]\n\n`)).resolves.toMatchObject({
      text: 'Light.',
      finishReason: 'stop',
    });
  });

  test('is truncated otherwise', async () => {
    await expect(answering(CHUNK)).rejects.toThrow(/ended early/);
  });
});

const ONE_TRY = { attempts: 1, firstMs: 1, factor: 1, maxMs: 1, maxRetryAfterMs: Infinity };

describe('an answer larger than any real answer', () => {
  const MANY = 'x'.repeat(40 * 1024 * 1024);
  test.each<
    [
      string,
      { readonly type: string; readonly body: string | Buffer; readonly status?: number; readonly encoding?: string },
      RegExp,
    ]
  >([
    [
      'one JSON text',
      { type: 'application/json', body: JSON.stringify({ choices: [{ message: { content: MANY } }] }) },
      /more than 33554432 bytes/,
    ],
    [
      'unpacked from little',
      { type: 'application/json', body: gzipSync(MANY), encoding: 'gzip' },
      /more than 33554432 bytes/,
    ],
    [
      'one line of a stream',
      { type: 'text/event-stream', body: `data: ${MANY.slice(0, 8 * 1024 * 1024)}` },
      /a line has more than 4194304 bytes/,
    ],
    ['the body of an error', { type: 'text/plain', body: MANY, status: 400 }, /refuses the request/],
    [
      'compressed many times',
      { type: 'application/json', body: 'x', encoding: Array(50).fill('gzip').join(', ') },
      /encodings|answer/,
    ],
  ])('is refused: %s', async (_what, { type, body, status = 200, encoding }, reason) => {
    const server = await serve((_request, response) => {
      response.on('error', () => undefined);
      response.writeHead(status, {
        'content-type': type,
        ...(encoding === undefined ? {} : { 'content-encoding': encoding }),
      });
      response.end(body);
    });
    const models = laboratory.models({ baseUrl: `${server.origin}/v1`, retries: ONE_TRY });
    await expect(models.chat().complete(ask('What?'))).rejects.toThrow(reason);
  });
});
