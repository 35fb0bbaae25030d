import { describe, expect, test } from '@jest/globals';
import { AXES } from '@almagest/contracts/grid';
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

/** Reads a tree whose scalars are texts; `typed` is the same tree with types, where that matters. */
function read(more: Readonly<Record<string, unknown>> = {}, typed: Readonly<Record<string, unknown>> = more) {
  const common = { grid: GRID, chain: CHAIN };
  return readWorkflowConfig({ texts: { ...common, ...more }, values: { ...common, ...typed } }, 5_000_000);
}

describe('a configuration', () => {
  test('that says no more than it must has the defaults of the design', () => {
    expect(read()).toEqual({
      grid: Object.fromEntries(AXES.map((axis) => [axis, GRID[axis].map((text) => ({ text, value: Number(text) }))])),
      chain: CHAIN,
      signature: '[["lte",true]]',
      atmosphere: { enabled: true, policy: 'skip_converged', strategies: ['cold_run', 'seed_step'] },
      spectrum: { enabled: false, policy: 'skip_converged', strategies: ['cold_run'] },
      spectrumParams: null,
      timeoutSec: 3600,
      maxLostAttempts: 3,
      difficulty: {
        weights: { teff: 1, logg: 1, loghe: 1, logc: 1, logn: 1, logo: 1 },
        order: {},
        classEdges: {},
        maxSeedAttempts: 6,
        maxSeedDistance: 4,
      },
      extra: {},
    });
  });

  test('says everything else too', () => {
    const config = read({
      atmosphere: { enabled: 'no', policy: 'force_recompute', strategies: ['seed_step', 'seed_step'] },
      spectrum: { enabled: 'yes', policy: 'skip_failed', strategies: ['seed_step'] },
      spectrum_params: { from: '3000', to: '7e3', step: '.05' },
      timeout_sec: '0',
      max_lost_attempts: '5',
      difficulty: {
        weights: { logg: '2' },
        order: { loghe: 'asc', teff: 'desc' },
        class_edges: { teff: ['30000', '45000'] },
        max_seed_attempts: '0',
        d_max: '2.5',
      },
    });
    expect(config).toMatchObject({
      atmosphere: { enabled: false, policy: 'force_recompute', strategies: ['seed_step', 'seed_step'] },
      spectrum: { enabled: true, policy: 'skip_failed', strategies: ['seed_step'] },
      spectrumParams: { from: 3000, to: 7000, step: 0.05 },
      timeoutSec: 0,
      maxLostAttempts: 5,
      difficulty: {
        weights: { teff: 1, logg: 2, loghe: 1, logc: 1, logn: 1, logo: 1 },
        order: { loghe: 'asc', teff: 'desc' },
        classEdges: { teff: [30000, 45000] },
        maxSeedAttempts: 0,
        maxSeedDistance: 2.5,
      },
      extra: {},
    });
  });

  test('hands on what it does not read, with its types', () => {
    const typed = { engine: { depths: 50, debug: true }, notes: null };
    expect(read({ engine: { depths: '50', debug: 'true' }, notes: '' }, typed).extra).toEqual(typed);
  });

  test('hands on the very chain it was given, with types and with keys that it does not read', () => {
    const texts = [{ label: 'nlte', lte: 'off', niter: '100', opacity: { tables: ['1'] } }];
    const typed = [{ label: 'nlte', lte: 'off', niter: 100, opacity: { tables: [1] } }];
    expect(read({ chain: texts }, { chain: typed }).chain).toBe(typed);
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

  test.each(['', 'y', 'n', '2', 'maybe', 'constructor', '__proto__', 'valueOf', 'toString'])('%j is none', (text) => {
    const message = 'must be one of yes, no, on, off, true, false, 1, 0';
    expect(() => read({ spectrum: { enabled: text } })).toThrow(`spectrum.enabled: ${message}`);
    expect(() => read({ chain: [{ label: 'a', lte: text, niter: '1' }] })).toThrow(`chain[0].lte: ${message}`);
  });
});

describe('the signature, which tells whose seeds fit,', () => {
  const signature = (...chain: { label: string; lte: string; niter: string }[]) => read({ chain }).signature;
  const lte = { label: 'lte', lte: 'true', niter: '50' };
  const nlte = { label: 'nlte', lte: 'false', niter: '100' };

  test('is the same for other iteration counts and other spellings of a boolean', () => {
    expect(signature({ ...lte, niter: '7', lte: 'YES' }, nlte)).toBe(signature(lte, nlte));
  });

  test('is another for other stages, labels or treatments', () => {
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
