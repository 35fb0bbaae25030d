import { expect, test } from '@jest/globals';
import type { TaskReport, TaskSpec } from '@almagest/contracts/grid';
import { until } from '@almagest/test-kit/until';
import { importResult } from './imports.ts';
import { detailOf, useCleanWorkflows } from './point-detail.ts';
import { configYaml, givenRunning, pointsOf, statusOf, useNode, useWorld } from './world.ts';

const world = useWorld();
const node = useNode(world, 'n1');
useCleanWorkflows(world);

const REPORTS: Record<string, Partial<TaskReport> & { seed?: string }> = {
  ok: { seed: 'a good model' },
  fails: { status: 'failed', converged: false },
  'is NaN': { atmosphere_has_nan: true },
  'times out': { status: 'timeout', converged: false },
  'stops early': { status: 'completed', converged: false },
  'fails in the atmosphere': { status: 'failed', converged: false, failed_stage: 'atmosphere' },
  'fails in the spectrum': { status: 'failed', failed_stage: 'spectrum', seed: 'a good model' },
  'fails in the spectrum of a bad model': { status: 'failed', converged: false, failed_stage: 'spectrum' },
  'converges but fails': { status: 'failed', seed: 'a good model' },
};

/** Describes the remaining chains of a task: atmosphere, then spectrum if enabled. */
function tellTask(task: TaskSpec): string {
  const { atmosphere_config: atmosphere, spectrum_config: spectrum } = task;
  const first = atmosphere.enabled ? atmosphere.strategies : spectrum.strategies;
  expect(task.task_type).toBe(first[0]);
  expect(task.seed_point_name).toBe(task.task_type === 'seed_step' ? `donor-${task.params.teff}` : null);
  expect(task.atmosphere_ref).toBe(atmosphere.enabled ? null : task.point_name);
  const parts = atmosphere.enabled ? [atmosphere.strategies.join()] : [];
  if (spectrum.enabled) parts.push(`spectrum ${spectrum.strategies.join()}`);
  return parts.join(', ');
}

interface Row {
  readonly config: string;
  /** Whether a converged neighbour exists from the start. */
  readonly donor?: true;
  /** The tasks that are handed out, and how each ends. */
  readonly steps: readonly (readonly [task: string, report: string])[];
  readonly end: 'converged by cold_run' | 'converged by seed_step' | 'failed';
  /** Expected last error of the point. */
  readonly error?: RegExp;
}

const ATMOSPHERE = (strategies: string) => `atmosphere: {strategies: [${strategies}]}`;
const SPECTRUM = (strategies: string) => `spectrum: {enabled: true, strategies: [${strategies}]}`;
const NO_NEIGHBOUR = /no converged neighbour/;

const ROWS: Row[] = [
  { config: ATMOSPHERE('cold_run'), steps: [['cold_run', 'ok']], end: 'converged by cold_run' },
  ...['fails', 'is NaN', 'times out', 'stops early', 'fails in the atmosphere'].map((report): Row => ({
    config: ATMOSPHERE('cold_run'),
    steps: [['cold_run', report]],
    end: 'failed',
  })),
  {
    config: ATMOSPHERE('cold_run, cold_run, cold_run'),
    steps: [
      ['cold_run,cold_run,cold_run', 'fails'],
      ['cold_run,cold_run', 'is NaN'],
      ['cold_run', 'ok'],
    ],
    end: 'converged by cold_run',
  },
  {
    config: ATMOSPHERE('cold_run, cold_run, cold_run'),
    steps: [
      ['cold_run,cold_run,cold_run', 'times out'],
      ['cold_run,cold_run', 'stops early'],
      ['cold_run', 'fails'],
    ],
    end: 'failed',
  },
  { config: '', steps: [['cold_run,seed_step', 'fails']], end: 'failed', error: NO_NEIGHBOUR },
  {
    config: '',
    donor: true,
    steps: [
      ['cold_run,seed_step', 'fails'],
      ['seed_step', 'ok'],
    ],
    end: 'converged by seed_step',
  },
  { config: '', donor: true, steps: [['cold_run,seed_step', 'ok']], end: 'converged by cold_run' },
  {
    config: '',
    donor: true,
    steps: [
      ['cold_run,seed_step', 'fails'],
      ['seed_step', 'fails'],
    ],
    end: 'failed',
  },
  { config: ATMOSPHERE('seed_step'), steps: [], end: 'failed', error: NO_NEIGHBOUR },
  { config: ATMOSPHERE('seed_step'), donor: true, steps: [['seed_step', 'ok']], end: 'converged by seed_step' },
  { config: ATMOSPHERE('seed_step, cold_run'), steps: [['cold_run', 'ok']], end: 'converged by cold_run' },
  {
    config: ATMOSPHERE('seed_step, cold_run'),
    donor: true,
    steps: [
      ['seed_step,cold_run', 'fails'],
      ['cold_run', 'ok'],
    ],
    end: 'converged by cold_run',
  },
  // One seed and two seed steps: the second step could only repeat the first.
  {
    config: ATMOSPHERE('seed_step, seed_step, cold_run'),
    donor: true,
    steps: [
      ['seed_step,seed_step,cold_run', 'fails'],
      ['cold_run', 'ok'],
    ],
    end: 'converged by cold_run',
  },
  {
    config: SPECTRUM('cold_run'),
    steps: [['cold_run,seed_step, spectrum cold_run', 'ok']],
    end: 'converged by cold_run',
  },
  {
    config: SPECTRUM('cold_run'),
    steps: [['cold_run,seed_step, spectrum cold_run', 'fails in the spectrum']],
    end: 'failed',
  },
  {
    config: `${ATMOSPHERE('cold_run')}\n${SPECTRUM('cold_run, cold_run')}`,
    steps: [
      ['cold_run, spectrum cold_run,cold_run', 'fails in the spectrum'],
      ['spectrum cold_run', 'ok'],
    ],
    end: 'converged by cold_run',
  },
  // A report without a stage counts as a failure of the point's current stage.
  {
    config: `${ATMOSPHERE('cold_run')}\n${SPECTRUM('cold_run, cold_run')}`,
    steps: [
      ['cold_run, spectrum cold_run,cold_run', 'converges but fails'],
      ['spectrum cold_run', 'converges but fails'],
    ],
    end: 'failed',
  },
  {
    config: `${ATMOSPHERE('cold_run, cold_run')}\n${SPECTRUM('cold_run, cold_run')}`,
    steps: [
      ['cold_run,cold_run, spectrum cold_run,cold_run', 'fails'],
      ['cold_run, spectrum cold_run,cold_run', 'fails in the spectrum'],
      ['spectrum cold_run', 'ok'],
    ],
    end: 'converged by cold_run',
  },
  {
    config: SPECTRUM('cold_run, cold_run'),
    donor: true,
    steps: [
      ['cold_run,seed_step, spectrum cold_run,cold_run', 'fails'],
      ['seed_step, spectrum cold_run,cold_run', 'fails in the spectrum'],
      ['spectrum cold_run', 'ok'],
    ],
    end: 'converged by seed_step',
  },
  // The reported stage counts, even if it is not the point's next stage.
  {
    config: `${ATMOSPHERE('cold_run, cold_run')}\n${SPECTRUM('cold_run, cold_run')}`,
    steps: [
      ['cold_run,cold_run, spectrum cold_run,cold_run', 'fails in the spectrum'],
      ['spectrum cold_run', 'fails in the atmosphere'],
    ],
    end: 'failed',
  },
  {
    config: `${ATMOSPHERE('cold_run')}\n${SPECTRUM('cold_run, cold_run')}`,
    steps: [
      ['cold_run, spectrum cold_run,cold_run', 'fails in the spectrum of a bad model'],
      ['cold_run, spectrum cold_run', 'fails in the spectrum of a bad model'],
    ],
    end: 'failed',
  },
  {
    config: `atmosphere: {enabled: false}\n${SPECTRUM('cold_run, cold_run')}`,
    steps: [
      ['spectrum cold_run,cold_run', 'fails'],
      ['spectrum cold_run', 'ok'],
    ],
    end: 'converged by cold_run',
  },
  {
    config: `atmosphere: {enabled: false}\n${SPECTRUM('cold_run')}`,
    steps: [['spectrum cold_run', 'times out']],
    end: 'failed',
  },
];

/** Each row uses a different temperature, out of reach of the seeds of other rows. */
const TABLE = ROWS.map((row, index) => ({
  ...row,
  teff: 1_000 * 2 ** index,
  name: `${row.config.replaceAll('\n', ' ') || 'the default'}${row.donor ? ' with a neighbour' : ''}: ${row.steps.map(([, report]) => report).join(', then ') || 'nothing to claim'}`,
}));

test.each(TABLE)('$name: $end', async ({ config, donor, steps, end, error, teff }) => {
  if (donor) await importResult(world, { name: `donor-${teff}`, params: { teff, logg: 5.5 } }).expect(200);
  await givenRunning(world, 'w', configYaml({ teff: [String(teff)] }, config));
  const seen: string[] = [];
  for (const [, report] of steps) {
    const task = await node.claimSoon();
    seen.push(tellTask(task));
    await node.report(task, REPORTS[report]).expect(200);
  }
  expect(seen).toEqual(steps.map(([task]) => task));
  await until(async () => (await statusOf(world, 'w')) === 'completed');
  expect(await node.claim()).toBeNull();
  const [point] = await pointsOf(world, 'w');
  expect(point).toMatchObject({
    status: end === 'failed' ? 'failed' : 'converged',
    success_method: end === 'failed' ? null : end.slice('converged by '.length),
    attempt_count: steps.length,
    last_error: end === 'failed' ? expect.stringMatching(error ?? /\S/) : null,
  });
  const { attempts } = await detailOf(world, 'w', point?.name ?? '');
  expect(attempts.map(({ status }) => status)).toEqual(
    steps.map(([, report]) => (report === 'ok' ? 'completed' : report === 'times out' ? 'timeout' : 'failed')),
  );
});
