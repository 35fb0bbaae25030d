import { createHash } from 'node:crypto';

/** Numbers from 0 up to 1, the same each time for the same seed and purpose. */
export type Lots = () => number;

/**
 * A source of lots of its own for each purpose, so that one who draws more often does not change what the others draw.
 *
 * mulberry32, T. Ettinger 2017: 32 bits of state, full period; far better than what is asked of it here.
 */
export function lotsFor(seed: string, purpose: string): Lots {
  let state = createHash('sha256').update(`${seed} ${purpose}`).digest().readUInt32BE();
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

export interface Span {
  readonly from: number;
  readonly to: number;
}

export function within({ from, to }: Span, lots: Lots): number {
  return from + (to - from) * lots();
}

/** One of them, as often as its weight tells. */
export function pick<T>(choices: readonly (readonly [T, number])[], lots: Lots): T {
  let lot = lots() * choices.reduce((sum, [, weight]) => sum + weight, 0);
  for (const [choice, weight] of choices) {
    lot -= weight;
    if (lot < 0) return choice;
  }
  const last = choices.at(-1);
  if (last === undefined) throw new Error('nothing to pick from');
  return last[0];
}
