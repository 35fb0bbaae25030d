import { createHash } from 'node:crypto';

/** Returns numbers from 0 up to 1, the same each time for the same seed and purpose. */
export type Rng = () => number;

/**
 * Returns a separate generator for each purpose, so that additional draws for one purpose do not change the numbers for
 * other purposes.
 *
 * mulberry32, T. Ettinger 2017: 32 bits of state, full period.
 */
export function rngFor(seed: string, purpose: string): Rng {
  let state = createHash('sha256').update(`${seed} ${purpose}`).digest().readUInt32BE();
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

export interface Range {
  readonly from: number;
  readonly to: number;
}

export function randomIn({ from, to }: Range, rng: Rng): number {
  return from + (to - from) * rng();
}

/** Picks one choice at random, in proportion to the weights. */
export function pick<T>(choices: readonly (readonly [T, number])[], rng: Rng): T {
  let draw = rng() * choices.reduce((sum, [, weight]) => sum + weight, 0);
  for (const [choice, weight] of choices) {
    draw -= weight;
    if (draw < 0) return choice;
  }
  const last = choices.at(-1);
  if (last === undefined) throw new Error('nothing to pick from');
  return last[0];
}
