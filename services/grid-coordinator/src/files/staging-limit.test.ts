import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { StagingLimit } from './staging-limit.ts';

const step = fc.record({
  owner: fc.constantFrom('a', 'b'),
  bytes: fc.integer({ min: 0, max: 60 }),
  ends: fc.boolean(),
});

test('each sender stays within the limit, independently of other senders', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      const limit = new StagingLimit(100);
      const held = new Map<string, number[]>([
        ['a', []],
        ['b', []],
      ]);
      for (const { owner, bytes, ends } of steps) {
        const own = held.get(owner) ?? [];
        const sum = own.reduce((total, one) => total + one, 0);
        if (ends) {
          const ended = own.shift();
          if (ended !== undefined) limit.release(owner, ended);
        } else if (sum + bytes > 100) {
          expect(() => limit.take(owner, bytes)).toThrow(/in progress/);
        } else {
          limit.take(owner, bytes);
          own.push(bytes);
        }
      }
    }),
  );
});
