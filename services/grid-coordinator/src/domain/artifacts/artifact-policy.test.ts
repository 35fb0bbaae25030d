import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { KeepRule } from '@almagest/contracts/grid';
import { decideArtifacts, DEFAULT_ARTIFACTS, faultOfList, isKept, type ArtifactConfig } from './artifact-policy.ts';

const rule = fc.constantFrom(...KeepRule.enum);
const kind = fc.constantFrom('log', 'spectrum', 'plot', 'constructor');
const config: fc.Arbitrary<ArtifactConfig> = fc.record({
  keep: fc.dictionary(kind, rule),
  fallback: rule,
  maxBytesPerTask: fc.integer({ min: 0, max: 100 }),
  maxFilesPerTask: fc.integer({ min: 0, max: 8 }),
});
const artifacts = fc.array(fc.record({ kind, size_bytes: fc.integer({ min: 0, max: 60 }) }), { maxLength: 12 });

describe('artifact rules', () => {
  test('keep artifacts of converged attempts and all logs by default', () => {
    expect(isKept(DEFAULT_ARTIFACTS, 'spectrum', true)).toBe(true);
    expect(isKept(DEFAULT_ARTIFACTS, 'spectrum', false)).toBe(false);
    expect([true, false].map((success) => isKept(DEFAULT_ARTIFACTS, 'log', success))).toEqual([true, true]);
  });

  test('follow the rule of the kind for successful and failed attempts', () => {
    fc.assert(
      fc.property(config, kind, fc.boolean(), (settings, one, success) => {
        const named = new Map(Object.entries(settings.keep)).get(one) ?? (one === 'log' ? 'always' : settings.fallback);
        const expected = { always: true, never: false, converged: success, failed: !success }[named];
        expect(isKept(settings, one, success)).toBe(expected);
      }),
    );
  });
});

test('kept artifacts of a task stay within the limits, and everything that fits is kept', () => {
  fc.assert(
    fc.property(
      config,
      fc.boolean(),
      artifacts,
      fc.integer({ min: -50, max: 200 }),
      (settings, success, list, room) => {
        const decisions = decideArtifacts(settings, success, list, room);
        let [files, bytes] = [0, 0];
        list.forEach(({ kind: one, size_bytes: size }, index) => {
          const decision = decisions[index]!;
          expect(decision.kind === 'unwanted').toBe(!isKept(settings, one, success));
          const fits =
            files < settings.maxFilesPerTask && bytes + size <= settings.maxBytesPerTask && bytes + size <= room;
          if (decision.kind !== 'unwanted') expect(decision.kind).toBe(fits ? 'kept' : 'refused');
          if (decision.kind === 'kept') [files, bytes] = [files + 1, bytes + size];
        });
        expect(decisions).toHaveLength(list.length);
      },
    ),
  );
});

test('a list may repeat content, but not a path, and a file cannot also be a folder or have two sizes', () => {
  const one = { path: 'a', sha256: 'x', size_bytes: 1 };
  expect(faultOfList([one, { ...one, path: 'b' }])).toBeUndefined();
  expect(faultOfList([one, { ...one, sha256: 'y' }])).toMatch(/'a' occurs twice/);
  expect(faultOfList([one, { ...one, path: 'b', size_bytes: 2 }])).toMatch(/has 1 bytes, but 2 bytes at 'b'/);
  expect(faultOfList([one, { ...one, path: 'ab' }, { ...one, path: 'b/a' }])).toBeUndefined();
  expect(faultOfList([{ ...one, path: 'a/b/c' }, one])).toMatch(/'a' is a file, but a folder in 'a\/b\/c'/);
  expect(
    faultOfList([
      { ...one, path: 'a/b/c' },
      { ...one, path: 'a/b' },
    ]),
  ).toMatch(/'a\/b' is a file/);
});
