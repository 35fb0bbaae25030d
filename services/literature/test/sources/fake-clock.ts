import type { Clock } from '@almagest/http-client';

/** Returns a clock that jumps over every wait and records it. */
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
    random: () => 1,
  };
}
