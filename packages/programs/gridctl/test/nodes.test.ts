import { until } from '@almagest/test-kit/until';
import { expect, test } from '@jest/globals';
import { envelope, refusal, standIn, type ReceivedRequest } from './stand-in.ts';
import { gridctl, startOnTerminal } from './world.ts';

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

test('tokens appear only when they are asked for', async () => {
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
    stdout: 'approve node-1: approved with …; the node collects its token itself\n',
    stderr: '',
  });
  expect(json.stdout).not.toContain(TOKEN);
  expect(JSON.parse(shown.stdout)).toEqual([
    { node_id: 'node-1', ok: true, status: 'offline', message: `token ${TOKEN}`, node_token: TOKEN },
  ]);
  expect(reissued.stdout).toBe(`reissue node-1: token ${TOKEN}\n`);
});

test('a refusal of one node does not stop the others, and the command ends with 1', async () => {
  const { url, calls } = await approving();
  const outcome = await gridctl(['--url', url, 'nodes', 'approve', ...ids(3), 'node-1', '--output', 'json']);
  expect(outcome.code).toBe(1);
  expect((JSON.parse(outcome.stdout) as { ok: boolean }[]).map(({ ok }) => ok)).toEqual([true, false, true]);
  expect(outcome.stderr).toBe('gridctl: approve: 1 of 3 nodes refused\n');
  expect(calls.map((call: ReceivedRequest) => call.params['node_id'])).toEqual(ids(3));
});

test('above ten nodes a script must say --yes', async () => {
  const { url, calls } = await approving();
  const disable = ['--url', url, 'nodes', 'disable'];
  const unasked = await gridctl([...disable, ...ids(11)]);
  expect(unasked).toMatchObject({ code: 2, stdout: '', stderr: expect.stringContaining('give --yes to go on') });
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

test('above ten nodes a person is asked, and only yes is yes', async () => {
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
    stdout: expect.stringContaining('not confirmed; nothing was done'),
  });
  expect(await end.outcome).toMatchObject({ code: 130 });
  expect(calls).toEqual([]);
  await until(() => yes.stdout().includes('[y/N]'));
  yes.process.stdin.write('y\r');
  expect(await yes.outcome).toMatchObject({ code: 0 });
  expect(calls).toHaveLength(11);
});
