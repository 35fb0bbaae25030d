import { describe, expect, test } from '@jest/globals';
import { TaskReport, type TaskSpec } from '@almagest/contracts/grid';
import { compile } from '@almagest/contracts/validate';
import { taskFixture } from '../../test/world.ts';
import { hasSeed, reportOfFailure, reportOfResult, sendsModel } from './report.ts';

const params = { teff: 20000, logg: 5, loghe: -1, logc: -4, logn: -4, logo: -4 };
const task = { task_id: '7c9e6679-7425-40de-944b-e07fc1f90ae7', point_name: 'p', params } as unknown as TaskSpec;
const run = { nodeId: 'n1', agentVersion: '0.2.0', elapsedSec: 12.5 };
const check = compile(TaskReport);

describe('a report', () => {
  test('of a converged model contains its summary as text', () => {
    const summary = { stages: [{ label: 'lte' }], seed: 's' };
    const report = reportOfResult(task, { converged: true, max_relc: 1e-4, atmosphere_has_nan: false, summary }, run);
    expect(check(report).ok).toBe(true);
    expect(report).toMatchObject({ status: 'completed', converged: true, max_relc: 1e-4, failed_stage: null });
    expect(JSON.parse(report.summary_json ?? '')).toEqual({
      name: 'p',
      params,
      stages: [{ label: 'lte' }],
      seed: 's',
      converged: true,
      final_max_relc: 1e-4,
      atmosphere_has_nan: false,
      elapsed_sec: 12.5,
    });
    expect(hasSeed(report)).toBe(true);
  });

  test('names the agent and the engine', () => {
    const result = { converged: true, atmosphere_has_nan: false, engine: { name: 'grey', version: '1.5' } };
    const report = reportOfResult(task, result, run);
    expect(check(report).ok).toBe(true);
    expect(report).toMatchObject({ agent_version: '0.2.0', engine_name: 'grey', engine_version: '1.5' });
    const anonymous = reportOfResult(task, { ...result, engine: { name: 'grey' } }, run);
    expect(anonymous).toMatchObject({ engine_name: 'grey', engine_version: null });
  });

  test('of a spectrum that failed keeps the converged atmosphere', () => {
    const result = { converged: true, atmosphere_has_nan: false, failed_stage: 'spectrum' } as const;
    const report = reportOfResult(task, result, run);
    expect(report).toMatchObject({ status: 'failed', converged: true, failed_stage: 'spectrum' });
    expect(hasSeed(report)).toBe(true);
  });

  test('of a structure with NaN has no seed', () => {
    expect(hasSeed(reportOfResult(task, { converged: true, atmosphere_has_nan: true }, run))).toBe(false);
  });

  test('of a task without a result names no stage', () => {
    const report = reportOfFailure(task, { status: 'timeout', message: 'too long' }, run);
    expect(check(report).ok).toBe(true);
    expect(report).toMatchObject({
      status: 'timeout',
      converged: false,
      error_message: 'too long',
      failed_stage: null,
    });
    expect(hasSeed(report)).toBe(false);
  });
});

describe('the structure of a run that stopped before convergence', () => {
  const stopped = { converged: false, max_relc: 0.0013, atmosphere_has_nan: false };
  const stage = { policy: 'skip_converged', strategies: ['cold_run', 'continue'] } as const;
  const continued = taskFixture({ atmosphere_config: { ...stage, enabled: true, strategies: [...stage.strategies] } });
  const sends = (of: TaskSpec, result: Partial<Parameters<typeof reportOfResult>[1]>) =>
    sendsModel(of, reportOfResult(of, { ...stopped, ...result }, run));

  test('is sent if a later strategy may continue it', () => {
    expect(sends(continued, {})).toBe(true);
    expect(sends(continued, { failed_stage: 'atmosphere' })).toBe(true);
    const last = { ...continued.atmosphere_config, strategies: ['continue' as const] };
    expect(sends({ ...continued, atmosphere_config: last }, {})).toBe(false);
    expect(sends(taskFixture(), {})).toBe(false);
    const spectrumOnly = { ...continued.atmosphere_config, enabled: false };
    expect(sends({ ...continued, atmosphere_config: spectrumOnly }, {})).toBe(false);
  });

  test.each([
    ['that holds NaN', { atmosphere_has_nan: true }],
    ['without a measured change', { max_relc: null }],
    ['whose spectrum failed', { failed_stage: 'spectrum' as const }],
  ])('%s is not sent', (_which, result) => {
    expect(sends(continued, result)).toBe(false);
  });

  test('of an engine that wrote no result is not sent', () => {
    const report = reportOfFailure(continued, { status: 'timeout', message: 'time limit' }, run);
    expect(sendsModel(continued, report)).toBe(false);
  });
});
