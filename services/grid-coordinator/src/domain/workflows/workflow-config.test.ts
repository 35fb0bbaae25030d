import { describe, expect, test } from '@jest/globals';
import { AXES, PointName, type Axis } from '@almagest/contracts/grid';
import fc from 'fast-check';
import { DEFAULT_ARTIFACTS } from '../artifacts/artifact-policy.ts';
import { readWorkflowConfig } from './workflow-config.ts';

const GRID = {
  teff: ['20000', '22000'],
  logg: ['5.0'],
  loghe: ['-1.0'],
  logc: ['-4.0'],
  logn: ['-4.0'],
  logo: ['-4.0'],
};
const CHAIN = [{ label: 'lte', lte: 'true', niter: '50' }];

/** Reads a tree whose scalars are texts. `typed` is the same tree with types, for tests in which types matter. */
function read(more: Readonly<Record<string, unknown>> = {}, typed: Readonly<Record<string, unknown>> = more) {
  const common = { grid: GRID, chain: CHAIN };
  return readWorkflowConfig({ texts: { ...common, ...more }, values: { ...common, ...typed } }, 5_000_000);
}

function refusalOf(more: Readonly<Record<string, unknown>>): string {
  try {
    read(more);
  } catch (error) {
    return (error as Error).message;
  }
  throw new Error('the configuration was accepted');
}

const nameOf = (text: (axis: Axis) => string) =>
  `t${text('teff')}_g${text('logg')}_he${text('loghe')}_c${text('logc')}_n${text('logn')}_o${text('logo')}`;

describe('a configuration', () => {
  test('with only the required keys has the specified defaults', () => {
    expect(read()).toEqual({
      grid: Object.fromEntries(AXES.map((axis) => [axis, GRID[axis].map((text) => ({ text, value: Number(text) }))])),
      extraPoints: [],
      chain: [{ label: 'lte', lte: true, niter: 50 }],
      artifacts: DEFAULT_ARTIFACTS,
      signature: '[["lte",true]]',
      atmosphere: { enabled: true, policy: 'skip_converged', strategies: ['cold_run', 'seed_step'] },
      spectrum: { enabled: false, policy: 'skip_converged', strategies: ['cold_run'] },
      spectrumParams: null,
      timeoutSec: 3600,
      learnedTimeout: null,
      endOverruns: false,
      maxLostAttempts: 3,
      difficulty: {
        weights: { teff: 1, logg: 1, loghe: 1, logc: 1, logn: 1, logo: 1 },
        order: {},
        classEdges: {},
        maxSeedAttempts: 6,
        maxSeedDistance: 4,
        learn: false,
      },
      rules: [],
      assets: [],
      scheduling: { priority: 0, share: 1, maxSlots: null },
      extra: {},
    });
  });

  test('reads all other keys too', () => {
    const config = read({
      atmosphere: { enabled: 'no', policy: 'force_recompute', strategies: ['seed_step', 'seed_step'] },
      spectrum: { enabled: 'yes', policy: 'skip_failed', strategies: ['seed_step'] },
      spectrum_params: { from: '3000', to: '7e3', step: '.05' },
      timeout_sec: '0',
      end_overruns: 'yes',
      max_lost_attempts: '5',
      difficulty: {
        weights: { logg: '2' },
        order: { loghe: 'asc', teff: 'desc' },
        class_edges: { teff: ['30000', '45000'] },
        max_seed_attempts: '0',
        d_max: '2.5',
        learn: 'yes',
      },
      scheduling: { priority: '-3', share: '2', max_slots: '40' },
    });
    expect(config).toMatchObject({
      atmosphere: { enabled: false, policy: 'force_recompute', strategies: ['seed_step', 'seed_step'] },
      spectrum: { enabled: true, policy: 'skip_failed', strategies: ['seed_step'] },
      spectrumParams: { from: 3000, to: 7000, step: 0.05 },
      timeoutSec: 0,
      endOverruns: true,
      maxLostAttempts: 5,
      difficulty: {
        weights: { teff: 1, logg: 2, loghe: 1, logc: 1, logn: 1, logo: 1 },
        order: { loghe: 'asc', teff: 'desc' },
        classEdges: { teff: [30000, 45000] },
        maxSeedAttempts: 0,
        maxSeedDistance: 2.5,
        learn: true,
      },
      scheduling: { priority: -3, share: 2, maxSlots: 40 },
      extra: {},
    });
  });

  test('with a learned time limit has a default until there are samples, and a floor', () => {
    expect(read({ timeout_sec: 'auto' })).toMatchObject({
      timeoutSec: 3600,
      learnedTimeout: { defaultSec: 3600, floorSec: 60 },
    });
    expect(read({ timeout_sec: 'auto', timeout_auto: { default_sec: '7200', floor_sec: '600' } })).toMatchObject({
      timeoutSec: 7200,
      learnedTimeout: { defaultSec: 7200, floorSec: 600 },
    });
  });

  test('passes unread keys on with their types', () => {
    const typed = { engine: { depths: 50, debug: true }, notes: null };
    expect(read({ engine: { depths: '50', debug: 'true' }, notes: '' }, typed).extra).toEqual(typed);
  });

  test('passes known keys of a stage on by meaning and the others with their types', () => {
    const texts = [{ label: '7', lte: 'off', niter: '+0100', opacity: { tables: ['1'] }, lines: 'no' }];
    const typed = [{ label: 7, lte: 'off', niter: 100, opacity: { tables: [1] }, lines: 'no' }];
    expect(read({ chain: texts }, { chain: typed }).chain).toEqual([
      { label: '7', lte: false, niter: 100, opacity: { tables: [1] }, lines: 'no' },
    ]);
  });

  const digits = '1'.repeat(300_000);
  const stage = (over: object) => ({ chain: [{ label: 'a', lte: 'yes', niter: '1', ...over }] });
  test.each<[string, Record<string, unknown>]>([
    ['grid.teff[0]', { grid: { ...GRID, teff: [`${digits}x`] } }],
    ['grid.teff[0]', { grid: { ...GRID, teff: [`0.${'0'.repeat(300_000)}1`] } }],
    ['grid.' + 'k'.repeat(100), { grid: { ...GRID, ['k'.repeat(300_000)]: ['1'] } }],
    ['spectrum_params.step', { spectrum_params: { step: `${digits}e` } }],
    ['timeout_sec', { timeout_sec: digits }],
    ['max_lost_attempts', { max_lost_attempts: `${digits}x` }],
    ['difficulty.d_max', { difficulty: { d_max: `${digits}.` } }],
    ['difficulty.weights.logg', { difficulty: { weights: { logg: digits } } }],
    ['difficulty.' + 'k'.repeat(100), { difficulty: { ['k'.repeat(300_000)]: '1' } }],
    ['chain[0].niter', stage({ niter: `${digits}x` })],
    ['chain[0].lte', stage({ lte: `no${'o'.repeat(300_000)}` })],
  ])('that holds 300,000 characters at %s is refused in a short sentence', (path, more) => {
    const message = refusalOf(more);
    expect(message.startsWith(`config_yaml: ${path}`)).toBe(true);
    expect(message.length).toBeLessThan(600);
  });

  test('rejects numbers of more than 256 characters, which match no pattern', () => {
    const longest = '1'.repeat(256);
    expect(read({ spectrum_params: { step: longest } }).spectrumParams).toEqual({ step: Number(longest) });
    const refused = 'not a number: longer than 256 characters';
    expect(refusalOf({ spectrum_params: { step: `${longest}1` } })).toBe(
      `config_yaml: spectrum_params.step: ${refused}`,
    );
  });

  test('gives its points names that every path accepts, for any notation of numbers', () => {
    const number = fc
      .stringMatching(/^[+-]?(\d{1,4}\.?\d{0,4}|\.\d{1,4})([eE][+-]?\d)?$/)
      .filter((text) => Number(text) > 0);
    const isName = new RegExp((PointName as { pattern?: string }).pattern ?? 'no pattern');
    fc.assert(
      fc.property(fc.record(Object.fromEntries(AXES.map((axis) => [axis, number]))), (texts) => {
        const { grid } = read({ grid: Object.fromEntries(AXES.map((axis) => [axis, [texts[axis]]])) });
        const text = (axis: Axis) => grid[axis][0]?.text ?? '';
        expect(nameOf(text)).toMatch(isName);
      }),
    );
  });
});

describe('booleans', () => {
  const yes = ['yes', 'on', 'true', '1', 'Yes', 'ON', 'True'];
  const no = ['no', 'off', 'false', '0', 'No', 'OFF', 'False'];

  test.each([...yes.map((text) => [text, true] as const), ...no.map((text) => [text, false] as const)])(
    '%s is %s',
    (text, value) => {
      expect(read({ spectrum: { enabled: text } }).spectrum.enabled).toBe(value);
      expect(read({ chain: [{ label: 'a', lte: text, niter: '1' }] }).signature).toBe(JSON.stringify([['a', value]]));
    },
  );

  test.each(['', 'y', 'n', '2', 'maybe', 'constructor', '__proto__', 'valueOf', 'toString'])(
    '%j is rejected',
    (text) => {
      const message = 'must be one of yes, no, on, off, true, false, 1, 0';
      expect(() => read({ spectrum: { enabled: text } })).toThrow(`spectrum.enabled: ${message}`);
      expect(() => read({ chain: [{ label: 'a', lte: text, niter: '1' }] })).toThrow(`chain[0].lte: ${message}`);
      expect(() => read({ difficulty: { learn: text } })).toThrow(`difficulty.learn: ${message}`);
    },
  );
});

test('seeds are interpolated only if the configuration says so', () => {
  expect(read({}).atmosphere.seed).toBeUndefined();
  expect(read({ atmosphere: { seed: 'interpolated' } }).atmosphere).toMatchObject({
    seed: 'interpolated',
    strategies: ['cold_run', 'seed_step'],
  });
  expect(refusalOf({ atmosphere: { seed: 'cubic' } })).toMatch(/^config_yaml: atmosphere\.seed: .*interpolated/);
  expect(refusalOf({ spectrum: { seed: 'interpolated' } })).toMatch(/^config_yaml: spectrum\.seed/);
});

describe('the signature, which determines compatible seeds,', () => {
  const signature = (...chain: { label: string; lte: string; niter: string }[]) => read({ chain }).signature;
  const lte = { label: 'lte', lte: 'true', niter: '50' };
  const nlte = { label: 'nlte', lte: 'false', niter: '100' };

  test('ignores iteration counts and the spelling of booleans', () => {
    expect(signature({ ...lte, niter: '7', lte: 'YES' }, nlte)).toBe(signature(lte, nlte));
  });

  test('changes with stages, labels or treatments', () => {
    const others = [
      signature(lte),
      signature(nlte, lte),
      signature(lte, nlte, nlte),
      signature(lte, { ...nlte, label: 'nlte2' }),
      signature(lte, { ...nlte, lte: 'true' }),
    ];
    expect(new Set([signature(lte, nlte), ...others]).size).toBe(1 + others.length);
  });
});
