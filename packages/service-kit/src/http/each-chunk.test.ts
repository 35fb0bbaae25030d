import { once } from 'node:events';
import { Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import { expect, test } from '@jest/globals';
import { eachChunk } from './each-chunk.ts';

/** Returns a stream that has ended before its last chunk is read. */
function endedStream(...chunks: readonly string[]): Readable {
  const stream = new Readable({ read: () => undefined });
  for (const chunk of [...chunks, null]) stream.push(chunk);
  return stream;
}

test('the chunks are processed one after the other, including the last one before the end', async () => {
  const stream = endedStream('a', 'b', 'c');
  const ended = once(stream, 'end');
  const waiting: PromiseWithResolvers<void>[] = [];
  const seen: string[] = [];
  let isOver = false;
  const over = eachChunk(stream, async (chunk) => {
    const taking = Promise.withResolvers<void>();
    waiting.push(taking);
    seen.push(`begins ${String(chunk)}`);
    await taking.promise;
    seen.push(`ends ${String(chunk)}`);
  }).then(() => void (isOver = true));
  for (const index of [0, 1, 2]) {
    while (waiting.length <= index) await setImmediate();
    expect(seen).toHaveLength(2 * index + 1);
    // Lets everything run that the end of the stream triggers.
    if (index === 2) await ended;
    await setImmediate();
    expect(isOver).toBe(false);
    waiting[index]?.resolve();
  }
  await over;
  expect(seen).toEqual(['a', 'b', 'c'].flatMap((chunk) => [`begins ${chunk}`, `ends ${chunk}`]));
});

test('fails if processing the last chunk fails', async () => {
  const stream = endedStream('a', 'b');
  const ended = once(stream, 'end');
  const taken = eachChunk(stream, async (chunk) => {
    if (String(chunk) !== 'b') return;
    await ended;
    throw new Error('no room');
  });
  await expect(taken).rejects.toThrow('no room');
  expect(stream.destroyed).toBe(true);
});

test('destroys the stream if processing fails, and fails if the stream breaks', async () => {
  const stream = endedStream('a', 'b');
  const taken: string[] = [];
  const failing = eachChunk(stream, (chunk) => {
    taken.push(String(chunk));
    throw new Error('too large');
  });
  await expect(failing).rejects.toThrow('too large');
  expect([stream.destroyed, taken]).toEqual([true, ['a']]);
  const broken = new Readable({ read: () => undefined });
  const reading = eachChunk(broken, () => undefined);
  broken.destroy(new Error('reset'));
  await expect(reading).rejects.toThrow('reset');
});
