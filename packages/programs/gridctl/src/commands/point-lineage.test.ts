import { expect, test } from '@jest/globals';
import type { Lineage, LineageDescendant } from '@almagest/contracts/grid';
import { lineageInWords } from './point-lineage.ts';

const ALONE: Lineage = {
  workflow_name: 'sdb',
  point_name: 'p1',
  params: { teff: 20_000, logg: 5, loghe: -1, logc: -4, logn: -4, logo: -4 },
  version: 'a'.repeat(64),
  ancestors: [],
  ends_with: 'cold_start',
  descendants: [],
  outcomes: { converged: 0, failed: 0, running: 0, reclaimed: 0 },
};

function attempt(fields: Partial<LineageDescendant>): LineageDescendant {
  return {
    workflow_name: 'sdb',
    point_name: 'p2',
    params: null,
    task_id: 't2',
    parent_task_id: null,
    generation: 1,
    task_type: 'seed_step',
    outcome: 'converged',
    ...fields,
  };
}

test('the lineage of a cold-started model says that the model seeded no other point', () => {
  expect(lineageInWords(ALONE)).toEqual([
    'p1, model aaaaaaaaaaaa',
    '  from a cold start',
    '',
    'No attempt has started from this model.',
  ]);
});

test('ancestors are listed to the end, and each attempt follows the attempt that made its start', () => {
  const lineage: Lineage = {
    ...ALONE,
    ancestors: [
      { workflow_name: 'sdb', point_name: 'p0', params: null, version: 'b', lineage: 1, task_type: 'seed_step' },
      { workflow_name: 'old', point_name: 'p', params: null, version: 'c', lineage: 0, task_type: null },
    ],
    ends_with: 'import',
    descendants: [
      attempt({}),
      attempt({ point_name: 'p3', task_id: 't3', outcome: 'failed' }),
      attempt({ point_name: 'p4', task_id: 't4', parent_task_id: 't2', generation: 2, outcome: 'running' }),
    ],
    outcomes: { converged: 1, failed: 1, running: 1, reclaimed: 0 },
    more_descendants: true,
  };
  expect(lineageInWords(lineage)).toEqual([
    'p1, model aaaaaaaaaaaa',
    '  from p0, seed_step',
    '    from p (workflow old)',
    'The lineage goes back to an imported model of unknown origin.',
    '',
    'The first 3 attempts descended from this model: 1 converged, 1 failed, 1 running',
    '  p2, seed_step, converged',
    '    p4, seed_step, running',
    '  p3, seed_step, failed',
  ]);
});
