import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { CodeIndex, type Nearest } from './code-index.ts';
import { CODE_BITS, cosineOf, signCode } from './sign-code.ts';

/** Generates normally distributed numbers from a fixed seed (Box-Muller on a linear congruential generator). */
function generator(seed: number): () => number {
  let state = seed;
  const uniform = () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return (state + 1) / 4294967297;
  };
  return () => Math.sqrt(-2 * Math.log(uniform())) * Math.cos(2 * Math.PI * uniform());
}

const cosine = (a: Float32Array, b: Float32Array) => {
  const dot = (x: Float32Array, y: Float32Array) => x.reduce((sum, value, place) => sum + value * (y[place] ?? 0), 0);
  return dot(a, b) / Math.sqrt(dot(a, a) * dot(b, b));
};

function distance(a: Uint8Array, b: Uint8Array): number {
  let bits = 0;
  for (const [place, byte] of a.entries()) bits += ((byte ^ (b[place] ?? 0)).toString(2).match(/1/g) ?? []).length;
  return bits;
}

function finish(steps: Generator<void, Nearest>): Nearest {
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}

describe('a code', () => {
  test.each([
    [3, 3],
    [100, 100],
    [256, 6],
    [768, 768],
    [1536, 1536],
    [3072, 12],
  ])('of %i numbers, %i of them nonzero, estimates the angle to another code', (length, filled) => {
    const next = generator(length);
    let squares = 0;
    const PAIRS = 60;
    for (let pair = 0; pair < PAIRS; pair += 1) {
      const [first, second] = [0, 0].map(() => new Float32Array(length));
      if (first === undefined || second === undefined) throw new Error('no vectors');
      const mix = (pair % 10) / 10;
      for (let place = 0; place < filled; place += 1) {
        first[place] = next();
        second[place] = mix * (first[place] ?? 0) + (1 - mix) * next();
      }
      const told = (Math.PI * distance(signCode(first), signCode(second))) / CODE_BITS;
      squares += (told - Math.acos(Math.min(1, cosine(first, second)))) ** 2;
    }
    // The deviation for random directions is at most π/64. The limit is a quarter higher to allow for chance.
    expect(Math.sqrt(squares / PAIRS)).toBeLessThan((1.25 * Math.PI) / 64);
  });

  test('does not depend on the length of the vector, and inverts with its direction', () => {
    const vector = Float32Array.from({ length: 40 }, generator(5));
    expect(signCode(vector.map((value) => 7 * value))).toEqual(signCode(vector));
    expect(distance(signCode(vector), signCode(vector.map((value) => -value)))).toBe(CODE_BITS);
    expect(cosineOf(0)).toBe(1);
    expect(cosineOf(CODE_BITS)).toBe(-1);
  });

  test('never changes, because stored codes are compared with new codes', () => {
    const code = signCode(Float32Array.from([1, -2, 3, 0.5, -0.25]));
    expect(Buffer.from(code.subarray(0, 16)).toString('hex')).toBe('f906f00fe9910209d6fe96a9f0004700');
  });
});

describe('an index of codes', () => {
  const code = fc.uint8Array({ minLength: CODE_BITS / 8, maxLength: CODE_BITS / 8 });
  const change = fc.oneof(
    fc.record({ id: fc.integer({ min: 1, max: 12 }), code }),
    fc.record({ id: fc.integer({ min: 1, max: 12 }), code: fc.constant(undefined) }),
  );

  test('finds the nearest codes after any additions and deletions', () => {
    fc.assert(
      fc.property(
        fc.array(change, { maxLength: 40 }),
        code,
        fc.integer({ min: 1, max: 8 }),
        (changes, asked, count) => {
          const index = new CodeIndex();
          const held = new Map<number, Uint8Array>();
          for (const { id, code: one } of changes) {
            if (one === undefined) index.delete(id);
            else index.set(id, one);
            if (one === undefined) held.delete(id);
            else held.set(id, one);
          }
          expect(index.size).toBe(held.size);
          const expected = [...held]
            .map(([id, one]) => ({ id, distance: distance(one, asked) }))
            .toSorted((a, b) => a.distance - b.distance || a.id - b.id)
            .map(({ id }) => id);
          expect(finish(index.nearest(asked, count)).ids).toEqual(expected.slice(0, count));
          const among = new Set([2, 3, 5, 7, 11]);
          const some = expected.filter((id) => among.has(id));
          expect(finish(index.nearest(asked, count, { among })).ids).toEqual(some.slice(0, count));
        },
      ),
      { numRuns: 50 },
    );
  });

  test('continues over more codes than one memory segment holds, one step per segment', () => {
    const index = new CodeIndex();
    const next = generator(9);
    const random = () => Uint8Array.from({ length: CODE_BITS / 8 }, () => Math.floor(Math.abs(next() * 1e6)) % 256);
    const base = random();
    for (let id = 1; id <= 33_000; id += 1) index.set(id, base);
    const asked = random();
    index.set(32_900, asked);
    const steps = index.nearest(asked, 1);
    expect([steps.next().done, steps.next().done]).toEqual([false, false]);
    const { ids, spread } = finish(steps);
    expect(ids).toEqual([32_900]);
    expect(spread.count).toBe(33_000);
    expect(spread.mean).toBeCloseTo(cosineOf(distance(base, asked)), 3);
    expect(spread.deviation).toBeGreaterThan(0);
  });

  test('finds nothing if it is empty', () => {
    expect(finish(new CodeIndex().nearest(new Uint8Array(CODE_BITS / 8), 5))).toEqual({
      ids: [],
      spread: { count: 0, mean: 0, deviation: 0 },
    });
  });
});
