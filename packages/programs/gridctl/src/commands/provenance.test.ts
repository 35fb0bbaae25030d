import { expect, test } from '@jest/globals';
import type { ModelOrigin, Provenance } from '@almagest/contracts/grid';
import { provenanceInWords } from './provenance.ts';

const SEED: ModelOrigin = {
  point_name: 'p0',
  version: 'b'.repeat(64),
  size_bytes: 45_000,
  max_relc: null,
  lineage: 0,
  fit: true,
  stored_at: '2026-01-31T12:00:00.000Z',
  workflow_name: null,
  task: null,
  configuration: null,
};

const provenance: Provenance = {
  workflow_name: 'sdb',
  point_name: 'p1',
  models: [
    {
      ...SEED,
      point_name: 'p1',
      version: 'a'.repeat(64),
      max_relc: 1e-4,
      lineage: 1,
      fit: false,
      workflow_name: 'sdb',
      task: {
        task_id: 'f0',
        task_type: 'seed_step',
        node_id: 'n1',
        agent_version: '0.2.0',
        engine: { name: 'grey', version: '1.5' },
        claimed_at: '2026-01-31T11:00:00.000Z',
        completed_at: '2026-01-31T12:00:00.000Z',
        elapsed_sec: 3_600,
        assets: { told_by: 'start', versions: { 'gfVIS99.dat': 'd'.repeat(64), 'he.dat': 'e'.repeat(64) } },
      },
      configuration: { sha256: 'c'.repeat(64), run: 2, started_at: '2026-01-30T12:00:00.000Z' },
    },
    SEED,
  ],
  ends_with: 'import',
  artifact_tasks: [],
  configurations: {},
};

test("a model is followed by its seed and the seed's origin", () => {
  expect(provenanceInWords(provenance)).toEqual([
    'model p1 (unfit)',
    `  version   ${'a'.repeat(64)} (45.0 kB)`,
    '  stored    2026-01-31 12:00:00 UTC, 1 step from a cold start, largest relative change 1.0e-4',
    '  task      f0, seed_step in 1 h',
    '  node      n1, agent 0.2.0',
    '  assets    gfVIS99.dat dddddddddddd, he.dat eeeeeeeeeeee (from the start of the workflow: not reported by the node)',
    '  engine    grey 1.5',
    '  workflow  sdb, run 2, started 2026-01-30 12:00:00 UTC, configuration cccccccccccc',
    '',
    'seed  p0',
    `  version   ${'b'.repeat(64)} (45.0 kB)`,
    '  stored    2026-01-31 12:00:00 UTC, imported',
    '  workflow  not recorded',
    '',
    'The lineage goes back to an imported model of unknown origin.',
  ]);
});

test('an unconverged structure is labelled as such', () => {
  const [model = SEED] = provenance.models;
  const start: ModelOrigin = { ...SEED, point_name: 'p1', unconverged: true, max_relc: 0.0013 };
  const lines = provenanceInWords({ ...provenance, models: [{ ...model, fit: true }, start] });
  expect(lines.filter((line) => line.includes(' p1'))).toEqual(['model p1', 'not converged p1']);
});
