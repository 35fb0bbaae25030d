import { describe, expect, test } from '@jest/globals';
import type { Stage, TaskStatus, TaskType } from '@almagest/contracts/grid';
import fc from 'fast-check';
import { modelKept, reseedChain, startable, stoppedAt, type UnconvergedModel } from './unconverged-model.ts';

const anyStrategy = fc.constantFrom<TaskType>('cold_run', 'seed_step', 'continue');
const anyChain = fc.array(anyStrategy, { maxLength: 6 });
const anyModel = fc.record({
  sha256: fc.string({ minLength: 1 }),
  maxRelc: fc.double({ min: 0, noNaN: true, noDefaultInfinity: true }),
});
const maybe = <T>(model: fc.Arbitrary<T>) => fc.option(model, { nil: undefined });

describe('an attempt', () => {
  const report = {
    status: 'completed' as TaskStatus,
    converged: false,
    atmosphere_has_nan: false,
    failed_stage: null as Stage | null,
    max_relc: 0.0013,
  };

  test.each([
    ['ran out of iterations', {}, 0.0013],
    ['failed in the atmosphere', { status: 'failed', failed_stage: 'atmosphere' }, 0.0013],
    ['ended with a change of exactly 0', { max_relc: 0 }, 0],
    ['converged', { converged: true }, undefined],
    ['contains NaN', { atmosphere_has_nan: true }, undefined],
    ['ran out of time', { status: 'timeout' }, undefined],
    ['failed in the spectrum', { failed_stage: 'spectrum' }, undefined],
    ['measured no change', { max_relc: null }, undefined],
  ] as const)('that %s stopped at %j: %s', (_what, changes, expected) => {
    expect(stoppedAt({ ...report, ...changes })).toBe(expected);
  });
});

describe('over any sequence of attempts', () => {
  const attempts = fc.array(fc.record({ strategy: anyStrategy, left: maybe(anyModel) }), { maxLength: 12 });

  test('the kept model has the smallest change since nothing was kept, and comes from an attempt', () => {
    fc.assert(
      fc.property(attempts, (attempts) => {
        let kept: UnconvergedModel | null = null;
        const seen: UnconvergedModel[] = [];
        for (const { strategy, left } of attempts) {
          if (left !== undefined) seen.push(left);
          const before: UnconvergedModel | null = kept;
          kept = modelKept(before, strategy, left);
          if (kept === null) continue;
          expect(seen).toContain(kept);
          if (before !== null) expect(kept.maxRelc).toBeLessThanOrEqual(before.maxRelc);
        }
      }),
    );
  });

  test('no model is continued twice: after a `continue`, the kept model has a smaller change than the start', () => {
    fc.assert(
      fc.property(anyModel, maybe(anyModel), (start, left) => {
        const kept = modelKept(start, 'continue', left);
        if (left !== undefined && left.maxRelc < start.maxRelc) expect(kept).toBe(left);
        else expect(kept).toBeNull();
      }),
    );
  });

  test('a failure that leaves nothing keeps the earlier model, unless that was continued', () => {
    fc.assert(
      fc.property(anyModel, anyStrategy, (before, strategy) => {
        expect(modelKept(before, strategy, undefined)).toBe(strategy === 'continue' ? null : before);
      }),
    );
  });
});

describe('a chain', () => {
  const model: UnconvergedModel = { sha256: 'a', maxRelc: 0.1 };

  test('only loses a `continue` at its head if there is nothing to start from', () => {
    fc.assert(
      fc.property(anyChain, (chain) => {
        const left = startable(chain, null);
        expect(left[0]).not.toBe('continue');
        const lost = chain.slice(0, chain.length - left.length);
        expect(lost.every((strategy) => strategy === 'continue')).toBe(true);
        expect([...lost, ...left]).toEqual(chain);
        expect(startable(chain, model)).toEqual(chain);
      }),
    );
  });

  test.each<[TaskType[], TaskType[]]>([
    [['cold_run', 'seed_step'], ['seed_step']],
    [['cold_run', 'continue', 'seed_step'], ['seed_step']],
    [
      ['cold_run', 'seed_step', 'continue', 'continue'],
      ['seed_step', 'continue', 'continue'],
    ],
    [
      ['seed_step', 'continue', 'cold_run', 'seed_step', 'continue', 'cold_run'],
      ['seed_step', 'continue'],
    ],
  ])('of a failed point is shortened from %j to %j', (strategies, expected) => {
    expect(reseedChain(strategies)).toEqual(expected);
  });
});
