import { expect, test } from '@jest/globals';
import type { PointExplanation } from '@almagest/contracts/grid';
import { point } from '../../test/samples.ts';
import { explanationInWords } from './explain.ts';

const explanation = (over: Partial<PointExplanation> = {}, row: Parameters<typeof point>[0] = {}) => ({
  point: point({
    name: 't2',
    wave: 3,
    status: 'pending',
    success_method: null,
    attempt_count: 0,
    last_max_relc: null,
    ...row,
  }),
  chain: ['seed_step' as const],
  reason: 'no neighbour has converged yet',
  held_by: null,
  tried_seeds: [],
  candidates: [],
  ...over,
});

test('a waiting point shows what it waits for', () => {
  expect(explanationInWords(explanation(), 0)).toEqual([
    't2 is pending in wave 3, not tried yet.',
    'No neighbour has converged yet.',
    'Its next strategy is seed_step.',
    'It has tried all suitable seeds.',
  ]);
});

test('a running point shows its node and since when', () => {
  const held_by = { node_id: 'node-07', task_id: 'f0', since: '2026-01-31T12:00:00.000Z' };
  const now = Date.parse('2026-01-31T12:03:20.000Z');
  const lines = explanationInWords(
    explanation({ held_by, chain: ['cold_run', 'seed_step'] }, { status: 'running' }),
    now,
  );
  expect(lines).toContain(
    'Node node-07 has been computing it for 3 min 20 s, since 2026-01-31 12:00:00 UTC (task f0).',
  );
  expect(lines).toContain('Its chain is cold_run, then seed_step.');
});

test.each([
  [1, undefined, 'the only suitable seed'],
  [2, undefined, 'the nearest of 2 suitable seeds'],
  [2, true, 'the nearest of at least 2 suitable seeds'],
] as const)('with %i candidates, more: %s, the first is called %s', (length, more, words) => {
  const candidates = Array.from({ length }, () => ({ name: 't1', distance: 1, max_relc: null, lineage: 0 }));
  const over = more === undefined ? { candidates } : { candidates, more_candidates: more };
  expect(explanationInWords(explanation(over), 0).at(-1)).toContain(`${words}:`);
});

test('the next seed is shown with the reason why it is the best, and tried seeds are listed', () => {
  const candidates = [
    { name: 't1', distance: 1, max_relc: 0.0002, lineage: 2 },
    { name: 't0', distance: 2, max_relc: null, lineage: 0 },
  ];
  const lines = explanationInWords(
    explanation({ candidates, tried_seeds: ['t3'] }, { attempt_count: 2, last_error: 'NaN in layer 7' }),
    0,
  );
  expect(lines.slice(2)).toEqual([
    'Its last attempt failed: NaN in layer 7.',
    'Its next strategy is seed_step.',
    'Seeds already tried: t3.',
    'It would use t1 as its seed, the nearest of 2 suitable seeds: 1.00 grid steps away, 2 steps away from a cold start, largest relative change 2.0e-4.',
  ]);
});

test('the next seed is shown with the success rate of its direction, and is the best if the order was learned', () => {
  const history = {
    direction: 'teff-',
    tried: 9,
    converged: 8,
    description: 'attempts from a cooler seed: 8 of 9 succeeded',
  };
  const candidates = [
    { name: 't1', distance: 1.1, ranked_distance: 0.88, max_relc: null, lineage: 0, history },
    { name: 't0', distance: 1, max_relc: null, lineage: 0 },
  ];
  const lines = explanationInWords(explanation({ candidates }), 0);
  expect(lines.at(-2)).toContain('It would use t1 as its seed, the best of 2 suitable seeds: 1.10 grid steps away');
  expect(lines.at(-1)).toBe('Attempts from a cooler seed: 8 of 9 succeeded.');
});

test('a failed point shows how to try again, and a converged point shows how it converged', () => {
  expect(explanationInWords(explanation({ chain: [] }, { status: 'failed' }), 0)).toContain(
    'It has no strategies left. Reset them with gridctl points rearm.',
  );
  expect(
    explanationInWords(explanation({}, { status: 'converged', success_method: 'seed_step', seed_point_name: 't1' }), 0),
  ).toContain('It converged with seed_step, started from t1.');
});

test('a failed point that cannot succeed says so', () => {
  const retry = { outlook: 'pointless' as const, reason: 'it always fails', group: null, helped: [] };
  expect(explanationInWords(explanation({ chain: [], retry }, { status: 'failed' }), 0)).toContain(
    'Another try cannot succeed: it always fails.',
  );
});

test('a point that is continued shows where it continues', () => {
  const unconverged = { attempt: 2, max_relc: 0.0013, version: 'ab'.repeat(32) };
  const where = 'with a largest relative change of 1.3e-3 (version abababababab).';
  const next = explanation({ chain: ['continue'], unconverged }, { status: 'queued', attempt_count: 2 });
  expect(explanationInWords(next, 0)).toContain(`A continue would start where attempt 2 stopped, ${where}`);
  const imported = explanation({ chain: ['continue'], unconverged: { ...unconverged, attempt: null } });
  expect(explanationInWords(imported, 0)).toContain(
    `A continue would start where an earlier attempt stopped, ${where}`,
  );
  const row = { status: 'converged', success_method: 'continue', seed_point_name: 't2' } as const;
  expect(explanationInWords(explanation({}, row), 0)).toContain(
    'It converged with continue, started from where its earlier attempt stopped.',
  );
});

test('a point with an interpolated seed shows the models used, or why it has no such seed', () => {
  const interpolated_from = [
    { point_name: 't1', version: 'ab'.repeat(32), weight: 0.52 },
    { point_name: 't3', version: 'cd'.repeat(32), weight: 0.48 },
  ];
  const prepared = (status: 'wanted' | 'interpolated' | 'nearest', reason: string | null = null) => ({
    prepared_seed: { status, reason, interpolated_from: status === 'interpolated' ? interpolated_from : [] },
  });
  const last = (over: Partial<PointExplanation>, row: Parameters<typeof point>[0] = {}) =>
    explanationInWords(explanation(over, row), 0).at(-1);
  expect(last(prepared('wanted'))).toBe('Its seed is being interpolated.');
  expect(last(prepared('interpolated'), { status: 'queued' })).toBe(
    'It will start from a structure interpolated between t1 (52 %), t3 (48 %).',
  );
  expect(last(prepared('interpolated'), { status: 'running' })).toMatch(/^It was started from a structure/);
  const candidates = [{ name: 't1', distance: 0.35, max_relc: null, lineage: 0 }];
  const lines = explanationInWords(explanation({ ...prepared('nearest', 't1 is near'), candidates }), 0);
  expect(lines.slice(-2)).toEqual([
    'Its seed is not interpolated: t1 is near.',
    expect.stringContaining('It would use t1 as its seed, the only suitable seed'),
  ]);
  const row = { status: 'converged', success_method: 'seed_step', seed_point_name: 't2' } as const;
  expect(explanationInWords(explanation({}, row), 0)).toContain(
    'It converged with seed_step, started from a structure interpolated for it.',
  );
});
