import { describe, expect, test } from '@jest/globals';
import type { TaskSpec } from '@almagest/contracts/grid';
import { decideAfterClaim, type LocalTasks } from './claim.ts';

const stage = { enabled: true, policy: 'skip_converged', strategies: ['cold_run'] } as const;
const task = { task_id: 'a', atmosphere_config: stage } as unknown as TaskSpec;
const nothing: LocalTasks = { isRunning: () => false, isSpooled: () => false, wasJustDelivered: () => false };

describe('a successful claim', () => {
  test('with a new task runs it', () => {
    expect(decideAfterClaim({ status: 'ok', task }, nothing)).toEqual({ kind: 'run', task });
  });

  test('with a task that already runs here is ignored', () => {
    const known = { ...nothing, isRunning: (id: string) => id === 'a' };
    expect(decideAfterClaim({ status: 'ok', task }, known).kind).toBe('ignore');
  });

  test('with a task whose report is in the spool is answered with that report', () => {
    const known = { ...nothing, isSpooled: (id: string) => id === 'a' };
    expect(decideAfterClaim({ status: 'ok', task }, known)).toEqual({ kind: 'report-again', taskId: 'a' });
  });

  test('with a task whose report has arrived meanwhile is ignored', () => {
    expect(decideAfterClaim({ status: 'ok', task }, { ...nothing, wasJustDelivered: () => true }).kind).toBe('ignore');
  });

  test('without a task waits', () => {
    expect(decideAfterClaim({ status: 'empty', task: null }, nothing).kind).toBe('wait');
  });

  test('of a disabled node waits longer', () => {
    expect(decideAfterClaim({ status: 'disabled', task: null }, nothing).kind).toBe('disabled');
  });
});
