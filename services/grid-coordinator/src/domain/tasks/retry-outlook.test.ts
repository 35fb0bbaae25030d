import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { retryOutlook, type RetryEvidence } from './retry-outlook.ts';

const failure = fc.record({ group: fc.constantFrom('a', 'b'), inputs: fc.constantFrom('cold', 'from p', 'from q') });
const evidence: fc.Arbitrary<RetryEvidence> = fc.record({
  eddingtonParameter: fc.double({ min: 0, max: 3, noNaN: true }),
  failures: fc.array(failure, { maxLength: 6 }),
  hasUntriedSeed: fc.boolean(),
  alike: fc
    .tuple(fc.nat(20), fc.nat(20))
    .map(([points, converged]) => ({ points, converged: Math.min(points, converged) })),
});

test('beyond the Eddington limit, a retry is always pointless', () => {
  fc.assert(
    fc.property(evidence, (found) => {
      const { outlook } = retryOutlook(found);
      if (found.eddingtonParameter >= 1) expect(outlook).toBe('pointless');
      else if (found.hasUntriedSeed) expect(outlook).toBe('possible');
    }),
  );
});

test('is pointless below the limit only after an exact repeat, with no other cause', () => {
  fc.assert(
    fc.property(evidence, (found) => {
      const below = { ...found, eddingtonParameter: 0.5, hasUntriedSeed: false };
      const last = found.failures.at(-1);
      const isRepeat =
        new Set(found.failures.map(({ group }) => group)).size === 1 &&
        found.failures.filter(({ inputs }) => inputs === last?.inputs).length > 1;
      expect(retryOutlook(below).outlook === 'pointless').toBe(isRepeat);
    }),
  );
});

test('a retry is possible if similar points converged later, and unlikely if many did not', () => {
  const base = { eddingtonParameter: 0.2, failures: [{ group: 'a', inputs: 'cold' }], hasUntriedSeed: false };
  const outlookOf = (points: number, converged: number) =>
    retryOutlook({ ...base, alike: { points, converged } }).outlook;
  expect([outlookOf(1, 0), outlookOf(4, 0), outlookOf(5, 0), outlookOf(5, 1)]).toEqual([
    'possible',
    'possible',
    'unlikely',
    'possible',
  ]);
});
