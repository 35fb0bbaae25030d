import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { mergeDeltas, textAfter, type Delta } from './merge-deltas.ts';

const stream = fc
  .array(
    fc.record({
      kind: fc.constantFrom('text_delta' as const, 'thought' as const),
      text: fc.string({ unit: 'grapheme', maxLength: 5 }),
      gap: fc.constantFrom(1, 1, 1, 2),
    }),
    { maxLength: 30 },
  )
  .map((pieces) => {
    let seq = 10;
    return pieces.map(({ kind, text, gap }): Delta => ({ kind, text, seq: (seq += gap) }));
  });

test('a client that reconnects after any piece receives exactly the rest', () => {
  fc.assert(
    fc.property(stream, fc.nat(80), (deltas, after) => {
      const merged = mergeDeltas(deltas);
      const isMerged = (seq: number) => merged.some((one) => seq > one.seq - one.ends.length && seq <= one.seq);
      const stored = [...deltas.filter(({ seq }) => !isMerged(seq)).map((one) => ({ ...one, ends: [] })), ...merged];
      const heard = stored
        .filter(({ seq }) => seq > after)
        .sort((a, b) => a.seq - b.seq)
        .map((one) => ({ kind: one.kind, text: textAfter(one, after) }));
      const missed = deltas.filter(({ seq }) => seq > after);
      for (const kind of ['text_delta', 'thought'] as const) {
        const words = (all: readonly { kind: string; text: string }[]) =>
          all.map((one) => (one.kind === kind ? one.text : '')).join('');
        expect(words(heard)).toBe(words(missed));
      }
    }),
  );
});

test('merges only consecutive pieces of the same kind', () => {
  const delta = (seq: number, kind: Delta['kind'], text: string): Delta => ({ seq, kind, text });
  const merged = mergeDeltas([
    delta(1, 'thought', 'so'),
    delta(2, 'text_delta', 'a'),
    delta(3, 'text_delta', 'bc'),
    delta(5, 'text_delta', 'd'),
    delta(6, 'text_delta', 'e'),
  ]);
  expect(merged).toEqual([
    { seq: 3, kind: 'text_delta', text: 'abc', ends: [1, 3] },
    { seq: 6, kind: 'text_delta', text: 'de', ends: [1, 2] },
  ]);
});
