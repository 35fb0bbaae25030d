import type { Clock } from '../../src/sources/rate-limit/clock.ts';

/** A clock that jumps over every wait, and remembers them. */
export function jumpingClock(start = 0): Clock & { readonly waits: number[] } {
  const waits: number[] = [];
  let now = start;
  return {
    waits,
    now: () => now,
    wait: (ms) => {
      waits.push(ms);
      now += ms;
      return Promise.resolve();
    },
  };
}
