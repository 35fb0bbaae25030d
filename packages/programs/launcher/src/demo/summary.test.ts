import {
  reportedValues,
  shownValues,
  type Attempt,
  type GridPointRow,
  type PointDetail,
} from '@almagest/contracts/grid';
import { expect, test } from '@jest/globals';
import { closingLines } from './closing-lines.ts';
import { reasonOf, summarize } from './summary.ts';

const GRAVITY = 'radiative acceleration exceeds gravity at tau=5.81e+0: Gamma=1.427 (electron scattering alone)';

const cold = (status: Attempt['status']) => attempt(status, null);
const seeded = (status: Attempt['status'], seed: string) => attempt(status, seed);

function attempt(status: Attempt['status'], seed: string | null): Attempt {
  return {
    task_id: '00000000-0000-4000-8000-000000000000',
    task_type: seed === null ? 'cold_run' : 'seed_step',
    seed_point_name: seed,
    status,
    ...shownValues(reportedValues({})),
    atmosphere_has_nan: false,
    node_id: 'demo-1',
    error_message: null,
    created_at: '2026-01-01 00:00:00',
    completed_at: '2026-01-01 00:00:01',
  };
}

let points = 0;

function detail(row: Partial<GridPointRow>, attempts: readonly Attempt[]): PointDetail {
  points += 1;
  const params = { teff: 30000, logg: 5, loghe: -1, logc: -4, logn: -4, logo: -4, cno_sum: -12 };
  const last = { last_max_relc: null, last_task_type: null, last_completed_at: null, last_error: null };
  const rest = { wave: 0, attempt_count: attempts.length, seed_point_name: null, node_id: null, success_method: null };
  const point = {
    name: `p${points}`,
    ...params,
    ...rest,
    ...last,
    status: 'converged' as const,
    ...row,
  };
  return { point, attempts: [...attempts], conv: null };
}

const byCold = () => detail({ success_method: 'cold_run' }, [cold('completed')]);
const bySeeds = (...attempts: Attempt[]) => detail({ success_method: 'seed_step' }, [cold('failed'), ...attempts]);
const failed = (name: string, error: string | null) =>
  detail({ name, status: 'failed', last_error: error }, [cold('failed'), seeded('failed', 'a')]);

test('distinguishes points that converged cold, with the first seed, and with later seeds', () => {
  const summary = summarize([
    byCold(),
    byCold(),
    bySeeds(seeded('completed', 'a')),
    bySeeds(seeded('failed', 'a'), seeded('failed', 'b'), seeded('completed', 'c')),
  ]);
  expect(summary).toMatchObject({ total: 4, cold: 2, seeded: { withFirstSeed: 1, withFurtherSeed: 1 } });
  expect(summary).toMatchObject({ attempts: 8, lostAttempts: 0, failures: [], faults: [] });
});

test('counts a seed once if it was handed out again after the loss of a node', () => {
  const summary = summarize([bySeeds(seeded('timeout', 'a'), seeded('completed', 'a'))]);
  expect(summary).toMatchObject({ seeded: { withFirstSeed: 1, withFurtherSeed: 0 }, lostAttempts: 1, faults: [] });
});

test('groups failures by the common part of their messages, and names some of the points', () => {
  const group = ['d', 'b', 'a', 'c'].map((name, index) => failed(name, GRAVITY.replace('5.81', `${index}.5`)));
  const { failures, faults } = summarize(group);
  expect(failures).toEqual([
    { reason: 'radiative acceleration exceeds gravity', physical: true, count: 4, examples: ['a', 'b', 'c'] },
  ]);
  expect(faults).toEqual([]);
});

test('reports unphysical failures, unfinished points and double results', () => {
  expect(summarize([]).faults).toEqual(['the workflow has no points']);
  expect(summarize([failed('x', 'no result.json; engine: exit status 1\nlast line')]).faults).toEqual([
    'points that failed without a physical reason (no result.json; engine): 1, such as x',
  ]);
  expect(summarize([failed('x', null)]).faults).toHaveLength(1);
  expect(summarize([detail({ name: 'y', status: 'queued' }, [])]).faults).toEqual(['unfinished points: 1, such as y']);
  const twice = detail({ name: 'z', success_method: 'cold_run' }, [cold('completed'), cold('completed')]);
  expect(summarize([twice]).faults).toEqual(['points with more than one result: 1, such as z']);
});

test('keeps the part of a message that does not depend on the point', () => {
  expect(reasonOf(GRAVITY)).toBe('radiative acceleration exceeds gravity');
  expect(reasonOf('not converged after 7 iterations: largest change 3.2e-1')).toBe('not converged after N iterations');
  expect(reasonOf('no converged neighbour')).toBe('no converged neighbour');
});

test('ends with the outcome and where to look', () => {
  const summary = summarize([byCold(), bySeeds(seeded('completed', 'a')), failed('p', GRAVITY)]);
  const lines = closingLines(summary, {
    workflow: 'demo',
    wallSeconds: 90,
    finishedHere: 3,
    console: 'http://127.0.0.1:8090/',
    reader: 'http://127.0.0.1:8000/',
    tokenPlace: '.state/admin-token',
    gridctl: 'gridctl --token-file .state/admin-token',
  }).join('\n');
  for (const part of [
    /^Workflow demo: 3 points in 90\.0 s$/m,
    /^ {2}converged cold +1$/m,
    /^ {2}converged from a seed +1$/m,
    /^ {4}radiative acceleration exceeds gravity +1\n {6}p$/m,
    /^ {2}attempts in total +5$/m,
    /^ {2}points per minute +2$/m,
    /console {2}http:\/\/127\.0\.0\.1:8090\/ {2}\(user admin, password: \.state\/admin-token\)/,
    /gridctl points list demo --status failed/,
  ]) {
    expect(lines).toMatch(part);
  }
});
