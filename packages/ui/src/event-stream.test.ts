import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { parseEvent, readEvents, type StreamEvent } from './event-stream.ts';

const line = fc.string().map((text) => text.replaceAll(/[\r\n]/g, ''));
const event = fc.record({
  kind: line.filter((text) => text !== ''),
  id: line,
  data: fc.array(line, { minLength: 1 }).map((lines) => lines.join('\n')),
});

const written = ({ kind, id, data }: StreamEvent) =>
  `event: ${kind}\nid: ${id}\n${data
    .split('\n')
    .map((part) => `data: ${part}`)
    .join('\n')}\n\n`;

function streamOf(pieces: readonly Uint8Array<ArrayBuffer>[]): ReadableStream<Uint8Array<ArrayBuffer>> {
  return new ReadableStream({
    start: (controller) => {
      for (const piece of pieces) controller.enqueue(piece);
      controller.close();
    },
  });
}

test('reads the same events wherever the bytes are split', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(event), fc.integer({ min: 1, max: 7 }), async (events, size) => {
      const bytes = new TextEncoder().encode(events.map((one) => `: comment\n\n${written(one)}`).join(''));
      const pieces = Array.from({ length: Math.ceil(bytes.length / size) }, (_, at) =>
        bytes.slice(at * size, (at + 1) * size),
      );
      const read: StreamEvent[] = [];
      for await (const one of readEvents(streamOf(pieces))) read.push(one);
      expect(read).toEqual(events);
    }),
  );
});

test('ignores comments', () => {
  expect(parseEvent(': still there')).toBeUndefined();
});
