import { expect, test } from '@jest/globals';
import type { RunningTask } from '@almagest/contracts/grid';
import { envelope, refusal, standIn } from './stand-in.ts';
import { gridctl } from './world.ts';

const PAUSE = { since: '2026-01-31T12:00:00.000Z', reason: 'storage' };
const ids = Array.from({ length: 12 }, (_, index) => `00000000-0000-4000-8000-0000000000${10 + index}`);

const task = (over: Partial<RunningTask>): RunningTask => ({
  task_id: ids[0] ?? '',
  workflow_name: 'sdb',
  point_name: 't20000_g5.0_he-1.0_c-4.0_n-4.0_o-4.0',
  wave: 3,
  task_type: 'cold_run',
  stage: 'atmosphere',
  seed_point_name: null,
  node_id: 'node-01',
  reproduction_id: null,
  claimed_at: '2026-01-31T12:00:00.000Z',
  age_sec: 4000,
  expected_sec: 600,
  overrun: true,
  timeout_sec: 7200,
  ...over,
});

test('running tasks are listed page by page, with overrunning tasks marked', async () => {
  const second = task({ task_id: ids[1] ?? '', expected_sec: null, overrun: false, stage: 'spectrum', timeout_sec: 0 });
  const { url, calls } = await standIn({
    listRunningTasks: ({ query }) =>
      envelope(query.get('after') === null ? { tasks: [task({})], next: ids[0] } : { tasks: [second], next: null }),
  });
  const table = await gridctl(['--url', url, 'tasks', 'list', '--workflow', 'sdb', '--overrun']);
  expect(table.code).toBe(0);
  const [, first = '', last = ''] = table.stdout.split('\n');
  expect(first).toMatch(/sdb +t20000\S+ +cold_run +node-01 +1 h 6 min +10 min +2 h +yes/);
  expect(last).toMatch(/spectrum +node-01 +1 h 6 min +- +none/);
  expect(table.stderr).toContain('1 task running far longer');
  expect(calls.map(({ query }) => query.get('after'))).toEqual([null, ids[0]]);
  expect(calls[0]?.query.toString()).toBe('workflow=sdb&overrun=true&limit=500');
});

test('tasks are cancelled one by one or by node, and more than ten only after a question', async () => {
  const { url, calls } = await standIn({
    cancelTask: ({ params }) =>
      params['task_id'] === ids[1]
        ? refusal(409, 'it has already ended')
        : envelope({ cancelled: 1 }, `task ${params['task_id']} is cancelled`),
    cancelNodeTasks: () => envelope({ cancelled: 2 }),
    listRunningTasks: () => envelope({ tasks: [task({}), task({})], next: null }),
  });
  const cancel = (...args: string[]) => gridctl(['--url', url, 'tasks', 'cancel', ...args]);
  const [some, many, none, both, node] = await Promise.all([
    cancel(...ids.slice(0, 3), '--hold', '--reason', 'x', '--output', 'json'),
    cancel(...ids),
    cancel(),
    cancel(ids[0] ?? '', '--node', 'node-01'),
    cancel('--node', 'node-01'),
  ]);
  expect(some).toMatchObject({ code: 1, stderr: expect.stringContaining('1 of 3 tasks refused') });
  expect((JSON.parse(some.stdout) as { ok: boolean }[]).map(({ ok }) => ok)).toEqual([true, false, true]);
  expect([many.code, none.code, both.code]).toEqual([2, 2, 2]);
  expect(node).toMatchObject({ code: 0, stdout: 'cancel node-01: 2 tasks cancelled\n' });
  const sent = calls.filter(({ operation }) => operation === 'cancelTask').map(({ body }) => body.toString());
  expect(new Set(sent)).toEqual(new Set(['{"hold":true,"reason":"x"}']));
});

test('a workflow is scheduled with the given values, and the claim order is shown with the pause', async () => {
  const scheduling = { priority: 5, share: 1, max_slots: null };
  const { url, calls } = await standIn({
    setScheduling: () => envelope(scheduling),
    readScheduling: () =>
      envelope({ claims_paused: PAUSE, workflows: [{ name: 'sdb', status: 'running', ...scheduling, running: 3 }] }),
    pauseClaims: () => envelope(PAUSE, 'no task is handed out'),
    resumeClaims: () => envelope(null, 'claims are resumed'),
    releasePoints: () => envelope({ released: 2 }),
  });
  const at = (...args: string[]) => gridctl(['--url', url, ...args]);
  const [schedule, nothing, wrong, order, pause, resume, release] = await Promise.all([
    at('workflows', 'schedule', 'sdb', '--priority', '5', '--max-slots', 'none'),
    at('workflows', 'schedule', 'sdb'),
    at('workflows', 'schedule', 'sdb', '--share', '0'),
    at('claims', 'order'),
    at('claims', 'pause', '--reason', 'storage'),
    at('claims', 'resume'),
    at('points', 'release', 'sdb'),
  ]);
  expect(schedule).toMatchObject({ code: 0, stdout: 'schedule sdb: priority 5, share 1, max slots -\n' });
  const body = calls.find(({ operation }) => operation === 'setScheduling')?.body.toString();
  expect(JSON.parse(body ?? '')).toEqual({ priority: 5, max_slots: null });
  expect(nothing).toMatchObject({ code: 2, stderr: expect.stringContaining('--priority') });
  expect(wrong).toMatchObject({ code: 2, stderr: expect.stringContaining('from 1 to 1000') });
  expect(order.stdout).toMatch(/sdb +running +5 +1 +3 +-/);
  expect(order.stderr).toMatch(/paused since 2026-01-31 12:00:00 UTC: storage/);
  expect([pause.stdout, resume.stdout, release.stdout]).toEqual([
    'pause: no task is handed out\n',
    'resume: claims are resumed\n',
    'release sdb: 2 points released\n',
  ]);
});
