import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { FaultRegistry } from './fault-registry.ts';

test('affects exactly the configured number of requests, after the skipped ones', () => {
  fc.assert(
    fc.property(fc.nat(20), fc.nat(20), fc.nat(60), (after, times, requests) => {
      const faults = new FaultRegistry();
      faults.set('r', [{ kind: 'forbidden', after, times }]);
      const met = Array.from({ length: requests }, () => faults.take('r', 'x') !== undefined);
      expect(met.filter(Boolean)).toHaveLength(Math.min(times, Math.max(0, requests - after)));
      expect(met.slice(0, after)).not.toContain(true);
      expect(faults.take('other', 'x')).toBeUndefined();
    }),
  );
});

test('uses up a list in order, then affects nothing', () => {
  const faults = new FaultRegistry();
  faults.set('r', [
    { kind: 'timeout', times: 2 },
    { kind: 'reset', times: 1 },
  ]);
  expect([1, 2, 3, 4].map(() => faults.take('r', '')?.kind)).toEqual(['timeout', 'timeout', 'reset', undefined]);
  expect(faults.list()).toEqual({ r: [] });
});
