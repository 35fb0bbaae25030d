import type { AdminNode, NodeDetail } from '@almagest/contracts/grid';
import { until } from '@almagest/test-kit/until';
import { expect, test } from '@jest/globals';
import { node } from './samples.ts';
import { envelope, refusal, standIn, type ReceivedRequest } from './stand-in.ts';
import { gridctl, startOnTerminal } from './world.ts';

const detail = (over: Partial<AdminNode> = {}): NodeDetail => ({
  node: node(over),
  machine: {
    active_slots: 3,
    cpu_usage: 12.5,
    memory_usage: 40,
    agent_version: '0.3.0',
    engine_name: null,
    engine_version: null,
  },
  running: [],
  history: [
    {
      workflow_name: 'sdb',
      first_at: '2026-01-31T10:00:00.000Z',
      last_at: '2026-01-31T12:00:00.000Z',
      own: { converged: 4, failed: 6 },
      shared_points: 8,
      own_at_shared: { converged: 2, failed: 6 },
      others_at_shared: { converged: 8, failed: 0 },
    },
  ],
  history_attempts: 14,
  registrations: [
    {
      kind: 'applied',
      address: '192.0.2.7',
      max_slots: 16,
      first_at: '2026-01-31T11:00:00.000Z',
      last_at: '2026-01-31T11:05:00.000Z',
      times: 3,
    },
  ],
});

const TOKEN = 'gn_0123456789abcdef';
const ids = (count: number) => Array.from({ length: count }, (_, index) => `node-${index + 1}`);

const approving = () =>
  standIn({
    approveNode: ({ params }) =>
      params['node_id'] === 'node-2'
        ? refusal(409, 'node-2 is not waiting for approval')
        : envelope({ node_id: params['node_id'], status: 'offline', node_token: TOKEN }, `approved with ${TOKEN}`),
    reissueNodeToken: ({ params }) =>
      envelope({ node_id: params['node_id'], status: 'online', node_token: TOKEN }, 'a new token was issued'),
    disableNode: () => envelope(null, 'disabled'),
    setNodeQuota: ({ body }) => envelope(null, body.toString()),
  });

test('lists and shows the machines of nodes', async () => {
  const machine = { cores: 48, memory_gb: 256.4, arch: 'arm64', free_disk_gb: 3.26, tags: ['gpu', 'site:heidelberg'] };
  const { url } = await standIn({
    listNodes: () => envelope([node({ machine }), node({ node_id: 'node-02' })]),
    readNode: () => envelope(detail({ machine })),
  });
  const [listed, shown] = await Promise.all([
    gridctl(['--url', url, 'nodes', 'list']),
    gridctl(['--url', url, 'nodes', 'show', 'node-01']),
  ]);
  expect(listed.stdout).toMatch(/^NODE .* ALLOWANCE +MACHINE +TAGS +TOKEN /);
  expect(listed.stdout).toMatch(/\nnode-01 .* 48 cores, 256 GB, arm64 +gpu, site:heidelberg +active /);
  expect(listed.stdout).toMatch(/\nnode-02 +online +3 +16 +- +- +- +- +active /);
  expect(shown.stdout).toMatch(
    /\nmachine +48 cores, 256 GB, arm64\ntags +gpu, site:heidelberg\nfree disk +3\.3 GB at /,
  );
});

test('tokens appear only with --show-token', async () => {
  const { url } = await approving();
  const at = ['--url', url, 'nodes'];
  const [table, json, shown, reissued] = await Promise.all([
    gridctl([...at, 'approve', 'node-1']),
    gridctl([...at, 'approve', 'node-1', '--output', 'json']),
    gridctl([...at, 'approve', 'node-1', '--output', 'json', '--show-token']),
    gridctl([...at, 'reissue', 'node-1', '--show-token']),
  ]);
  expect(table).toEqual({
    code: 0,
    stdout: 'approve node-1: approved with …. The node collects its token automatically\n',
    stderr: '',
  });
  expect(json.stdout).not.toContain(TOKEN);
  expect(JSON.parse(shown.stdout)).toEqual([
    { node_id: 'node-1', ok: true, status: 'offline', message: `token ${TOKEN}`, node_token: TOKEN },
  ]);
  expect(reissued.stdout).toBe(`reissue node-1: token ${TOKEN}\n`);
});

test('an error for one node does not stop the others, and the command exits with 1', async () => {
  const { url, calls } = await approving();
  const outcome = await gridctl(['--url', url, 'nodes', 'approve', ...ids(3), 'node-1', '--output', 'json']);
  expect(outcome.code).toBe(1);
  expect((JSON.parse(outcome.stdout) as { ok: boolean }[]).map(({ ok }) => ok)).toEqual([true, false, true]);
  expect(outcome.stderr).toBe('gridctl: approve: 1 of 3 nodes refused\n');
  expect(calls.map((call: ReceivedRequest) => call.params['node_id'])).toEqual(ids(3));
});

test('a script must pass --yes for more than ten nodes', async () => {
  const { url, calls } = await approving();
  const disable = ['--url', url, 'nodes', 'disable'];
  const unasked = await gridctl([...disable, ...ids(11)]);
  expect(unasked).toMatchObject({ code: 2, stdout: '', stderr: expect.stringContaining('give --yes to continue') });
  expect(calls).toEqual([]);
  const [ten, eleven, quota] = await Promise.all([
    gridctl([...disable, ...ids(10)]),
    gridctl([...disable, ...ids(11), '--yes']),
    gridctl(['--url', url, 'nodes', 'quota', 'node-1', 'none']),
  ]);
  expect([ten.code, eleven.code]).toEqual([0, 0]);
  expect(calls).toHaveLength(22);
  expect(quota.stdout).toBe('quota node-1: {"admin_max_slots":null}\n');
});

test('a person must confirm more than ten nodes, and only yes confirms', async () => {
  const { url, calls } = await approving();
  const ask = () => startOnTerminal(['--url', url, 'nodes', 'disable', ...ids(11)]);
  const [yes, no, end] = [ask(), ask(), ask()];
  for (const [running, answer] of [
    [no, 'nope\r'],
    [end, '\u0004'],
  ] as const) {
    await until(() => running.stdout().includes('disable 11 nodes? [y/N]'));
    running.process.stdin.write(answer);
  }
  expect(await no.outcome).toMatchObject({
    code: 1,
    stdout: expect.stringContaining('not confirmed. Nothing was done'),
  });
  expect(await end.outcome).toMatchObject({ code: 130 });
  expect(calls).toEqual([]);
  await until(() => yes.stdout().includes('[y/N]'));
  yes.process.stdin.write('y\r');
  expect(await yes.outcome).toMatchObject({ code: 0 });
  expect(calls).toHaveLength(11);
});

test('a drained node is disabled, and the command ends with its last task', async () => {
  const left = [2, 2, 0];
  const { url, calls } = await standIn({
    disableNode: () => envelope(null, 'disabled'),
    readNode: () => envelope(detail({ running_tasks: left.shift() ?? 0 })),
  });
  const { code, stdout, stderr } = await gridctl(['--url', url, 'nodes', 'drain', 'node-01', '--interval', '0.01']);
  expect([code, stdout]).toEqual([0, 'drain node-01: disabled, no tasks left\n']);
  expect(stderr).toBe('node-01: 2 tasks to finish\n');
  expect(calls.map(({ operation }) => operation)).toEqual(['readNode', 'disableNode', 'readNode', 'readNode']);
  const stuck = await standIn({ readNode: () => envelope(detail({ running_tasks: 1, status: 'disabled' })) });
  const late = await gridctl(['--url', stuck.url, 'nodes', 'drain', 'node-01', '--timeout', '0']);
  expect(late).toMatchObject({ code: 1, stderr: expect.stringContaining('still has 1 running task') });
});

test('a node is shown with its history, the history of the other nodes, and the applicants for its name', async () => {
  const { url } = await standIn({ readNode: () => envelope(detail()), removeNode: () => envelope(null, 'removed') });
  const [shown, removed] = await Promise.all([
    gridctl(['--url', url, 'nodes', 'show', 'node-01']),
    gridctl(['--url', url, 'nodes', 'remove', 'node-01']),
  ]);
  expect(shown.stdout).toContain('slots           3 of 16 used, quota none\n');
  expect(shown.stdout).toContain('applied         2026-01-31 11:00:00 from 192.0.2.7\n');
  expect(shown.stdout).toMatch(/\nsdb +10 +4 +8 +25\.0 % +100\.0 % +2026-01-31 12:00:00\n/);
  expect(shown.stdout).toMatch(/\napplied +192\.0\.2\.7 +16 +3 +2026-01-31 11:00:00 +2026-01-31 11:05:00\n$/);
  expect(removed).toEqual({ code: 0, stdout: 'remove node-01: removed\n', stderr: '' });
});
