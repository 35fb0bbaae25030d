import { describe, expect, test } from '@jest/globals';
import type { Stage, TaskType } from '@almagest/contracts/grid';
import fc from 'fast-check';
import {
  chainUnder,
  matchesPattern,
  ruleAfter,
  ruleInWords,
  ruleWithSettings,
  triedInVain,
  type FailureRule,
} from './failure-rules.ts';
import { afterFailure, proceed, withStrategiesBack, type PointProgress } from './task-lifecycle.ts';

const PARAMS = { teff: 40_000, logg: 5.5, loghe: -1, logc: -4, logn: -4, logo: -4 };

function rule(over: Partial<FailureRule> = {}): FailureRule {
  return {
    name: 'r',
    stage: 'atmosphere',
    cause: '*',
    region: {},
    strategy: 'seed_step',
    chain: {},
    spectrumParams: {},
    times: 1,
    ...over,
  };
}

const stage = fc.constantFrom<Stage>('atmosphere', 'spectrum');
const strategy = fc.constantFrom<TaskType>('cold_run', 'seed_step');
const strategies = fc.array(strategy, { minLength: 1, maxLength: 3 });
const cause = fc.constantFrom('singular matrix', 'negative density', 'no reason was reported');

const rules = fc
  .array(fc.record({ stage, cause: fc.constantFrom('*', 'singular*', '*density'), strategy, times: fc.nat(3) }), {
    maxLength: 4,
  })
  .map((given) => given.map((one, index) => rule({ ...one, times: one.times + 1, name: `r${index}` })));

const config = fc.record({
  atmosphere: fc.record({ enabled: fc.boolean(), policy: fc.constant('skip_converged' as const), strategies }),
  spectrum: fc.record({ enabled: fc.constant(true), policy: fc.constant('skip_converged' as const), strategies }),
  rules,
});

const report = fc.record({
  converged: fc.boolean(),
  atmosphere_has_nan: fc.boolean(),
  failed_stage: fc.constantFrom<Stage | null>('atmosphere', 'spectrum', null),
  cause,
});

function fresh({ atmosphere, spectrum }: { atmosphere: Strategies; spectrum: Strategies }): PointProgress {
  return {
    atmosphereChain: atmosphere.strategies,
    spectrumChain: spectrum.strategies,
    atmosphereDone: false,
    nextRule: null,
    rulesUsed: [],
    unconverged: null,
  };
}

interface Strategies {
  readonly strategies: readonly TaskType[];
}

function left({ atmosphereChain, spectrumChain }: PointProgress): number {
  return atmosphereChain.length + spectrumChain.length;
}

describe('over any sequence of failures', () => {
  test('a point ends after at most as many failures as it has strategies and uses of rules', () => {
    fc.assert(
      fc.property(config, fc.infiniteStream(report), (given, reports) => {
        let progress = fresh(given);
        const most = left(progress) + given.rules.reduce((sum, { times }) => sum + times, 0);
        for (let taken = 1; taken <= most; taken += 1) {
          const failure = reports.next().value;
          const outcome = afterFailure(progress, failure, given, { cause: failure.cause, params: PARAMS });
          if (outcome.kind !== 'again') return;
          ({ progress } = outcome);
        }
        throw new Error('the point is still open');
      }),
      { numRuns: 500 },
    );
  });

  test('a rule changes only which strategy comes next, and is applied at most as often as it allows', () => {
    fc.assert(
      fc.property(config, fc.array(report, { maxLength: 12 }), (given, reports) => {
        let progress = fresh(given);
        for (const failure of reports) {
          const seen = { cause: failure.cause, params: PARAMS };
          const outcome = afterFailure(progress, failure, given, seen);
          const without = afterFailure(progress, failure, { ...given, rules: [] }, seen);
          expect(afterFailure(progress, failure, given, seen)).toEqual(outcome);
          if (outcome.kind === 'converged' || without.kind === 'converged') throw new Error('a failure converged');
          const after = outcome.progress;
          for (const { name, times } of given.rules)
            expect(after.rulesUsed.filter((used) => used === name).length).toBeLessThanOrEqual(times);
          const applied = given.rules.find(({ name }) => name === after.nextRule);
          if (applied === undefined) expect(outcome).toEqual(without);
          else {
            const chain = applied.stage === 'atmosphere' ? 'atmosphereChain' : 'spectrumChain';
            expect(after).toEqual({
              ...without.progress,
              [chain]: [applied.strategy, ...without.progress[chain]],
              nextRule: applied.name,
              rulesUsed: [...progress.rulesUsed, applied.name],
            });
          }
          if (outcome.kind === 'failed') return;
          progress = after;
        }
      }),
      { numRuns: 500 },
    );
  });

  test('without a matching rule, including losses, a point continues as it would without rules', () => {
    fc.assert(
      fc.property(config, report, (given, failure) => {
        const without = afterFailure(fresh(given), failure, { ...given, rules: [] }, null);
        expect(afterFailure(fresh(given), failure, given, null)).toEqual(without);
      }),
    );
  });

  test('doubted failures leave the point unchanged', () => {
    fc.assert(
      fc.property(config, fc.array(report, { minLength: 1, maxLength: 8 }), fc.nat(7), (given, reports, from) => {
        let progress = fresh(given);
        let before = progress;
        const failed: { task_type: TaskType; rule: string | null }[] = [];
        for (const [index, failure] of reports.entries()) {
          if (index === from) before = progress;
          const atmosphere = given.atmosphere.enabled && !progress.atmosphereDone;
          const [type = 'cold_run'] = atmosphere ? progress.atmosphereChain : progress.spectrumChain;
          const made = { task_type: type, rule: progress.nextRule };
          // Contains failures of one stage only. A point that changes its stage gets its strategies back in the later
          // stage.
          const same = { ...failure, converged: false, failed_stage: null };
          const outcome = afterFailure(progress, same, given, { cause: failure.cause, params: PARAMS });
          if (index >= from) failed.push(made);
          if (outcome.kind === 'converged') throw new Error('a failure converged');
          ({ progress } = outcome);
          if (outcome.kind === 'failed') break;
        }
        fc.pre(failed.length > 0);
        expect(withStrategiesBack(progress, failed, given)).toEqual(before);
        expect(proceed(before, given).kind).toBe('again');
      }),
      { numRuns: 500 },
    );
  });
});

describe('causes', () => {
  const text = fc.string({ unit: fc.constantFrom('a', 'b', '*'), maxLength: 8 });

  test('match as if each * were any characters', () => {
    fc.assert(
      fc.property(text, text, (pattern, given) => {
        const words = given.replaceAll('*', '');
        const reference = new RegExp(`^${pattern.replaceAll('*', '.*')}$`);
        expect(matchesPattern(pattern, words)).toBe(reference.test(words));
      }),
      { numRuns: 2000 },
    );
  });

  test.each([
    ['singular matrix at depth #', 'singular matrix at depth #', true],
    ['singular matrix', 'singular matrix at depth #', false],
    ['singular*', 'singular matrix at depth #', true],
    ['*depth #', 'singular matrix at depth #', true],
    ['ab*ba', 'aba', false],
  ])('%s for %s: %s', (pattern, given, matches) => {
    expect(matchesPattern(pattern, given)).toBe(matches);
  });
});

describe('rules', () => {
  const failure = { stage: 'atmosphere', cause: 'singular matrix', params: PARAMS } as const;

  test('apply within their region, including its bounds', () => {
    const hot = rule({ region: { teff: { from: 40_000, to: 50_000 }, logg: { from: 5, to: 5.5 } } });
    const at = (teff: number, logg: number) =>
      ruleAfter([hot], { ...failure, params: { ...PARAMS, teff, logg } }, [])?.name;
    expect([at(40_000, 5.5), at(50_000, 5), at(39_999, 5.5), at(40_000, 5.6)]).toEqual([
      'r',
      'r',
      undefined,
      undefined,
    ]);
  });

  test('give way to the next matching rule when used up', () => {
    const both = [rule({ name: 'a', times: 2 }), rule({ name: 'b' })];
    const next = (used: string[]) => ruleAfter(both, failure, used)?.name;
    expect([next([]), next(['a']), next(['a', 'a']), next(['a', 'b', 'a'])]).toEqual(['a', 'a', 'b', undefined]);
  });

  test('change the settings of the stages that they name', () => {
    const damped = rule({ chain: { nlte: { niter: 200, damping: 0.4 } } });
    const chain = [
      { label: 'lte', lte: true, niter: 50 },
      { label: 'nlte', lte: false, niter: 100, vturb: 2 },
    ];
    expect(chainUnder(damped, chain)).toEqual([
      { label: 'lte', lte: true, niter: 50 },
      { label: 'nlte', lte: false, niter: 200, vturb: 2, damping: 0.4 },
    ]);
    expect(chainUnder(undefined, chain)).toEqual(chain);
    expect(ruleInWords(damped)).toBe('seed_step with nlte: niter 200, damping 0.4');
    expect(ruleInWords(rule({ strategy: 'cold_run' }))).toBe('cold_run');
  });

  test('with settings may retry a seed that failed without these settings', () => {
    const damped = rule({ name: 'damped', chain: { nlte: { damping: 0.4 } } });
    const plain = rule({ name: 'plain' });
    const tried = [
      { seed: 's1', rule: null },
      { seed: 's2', rule: 'damped' },
      { seed: 's1', rule: 'plain' },
    ];
    const of = (name: string | null) => triedInVain(tried, ruleWithSettings([damped, plain], name));
    expect([of('damped'), of('plain'), of(null)]).toEqual([['s2'], ['s1', 's2'], ['s1', 's2']]);
  });
});
