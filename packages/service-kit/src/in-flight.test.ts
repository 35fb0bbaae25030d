import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { InFlight } from './in-flight.ts';

test('holds what has entered and not left, whatever comes and goes', () => {
  const step = fc.oneof(fc.constant('enter' as const), fc.nat(30));
  fc.assert(
    fc.property(fc.array(step, { maxLength: 200 }), (steps) => {
      const inFlight = new InFlight<{ readonly id: number }>();
      const known = new Map<number, { readonly id: number }>();
      for (const [id, what] of steps.entries()) {
        if (what === 'enter') {
          const item = { id };
          const place = inFlight.enter(item);
          expect(known.has(place)).toBe(false);
          known.set(place, item);
        } else {
          expect(inFlight.leave(what)).toBe(known.get(what));
          known.delete(what);
        }
        expect(inFlight.size).toBe(known.size);
        expect(new Set(inFlight)).toEqual(new Set(known.values()));
      }
    }),
  );
});

test('needs no more places than there were items at once', () => {
  const inFlight = new InFlight();
  const places = Array.from({ length: 1_000 }, () => {
    const place = inFlight.enter({});
    inFlight.leave(place);
    return place;
  });
  expect(new Set(places)).toEqual(new Set([0]));
});
