import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { until } from '@almagest/test-kit/until';
import { describe, expect, test } from '@jest/globals';
import { describeMachine } from '../src/agent/machine.ts';
import { instanceOf } from '../src/disk/instance.ts';
import { readSettings } from '../src/settings.ts';
import { SECRET, startStandIn, TOKEN } from './stand-in.ts';
import { runAgentProcess, startAgent, startAgentProcess, temporaryDirectory } from './world.ts';

const REGISTER = '/api/node/register';
const CHECK = '/api/node/check_status';
const pending = () => ({ json: { status: 'pending_approval', message: '', node_token: null } });

function credentialsIn(workDir: string): Record<string, string> {
  return JSON.parse(readFileSync(join(workDir, 'credentials.json'), 'utf8')) as Record<string, string>;
}

describe('joining the fleet', () => {
  test('waits for the approval across a restart and stores the token readable by the owner only', async () => {
    const coordinator = await startStandIn();
    const workDir = temporaryDirectory();
    coordinator.answers.set(CHECK, pending);
    const first = startAgent({ url: coordinator.url, workDir });
    await until(() => coordinator.countOf(CHECK) >= 2);
    first.stop();
    expect(await first.exited).toBe(0);
    expect(credentialsIn(workDir)).toEqual({ node_id: 'n1', registration_secret: SECRET });

    const bodies: unknown[] = [];
    coordinator.answers.set(REGISTER, ({ body }) => {
      bodies.push(JSON.parse(body.toString()));
      return { json: { status: 'pending_approval', message: '', node_token: null, registration_secret: null } };
    });
    const second = startAgent({ url: coordinator.url, workDir });
    await until(() => coordinator.countOf(CHECK) >= 4);
    const machine = { ...(await describeMachine('/', [])), free_disk_gb: expect.any(Number) as unknown };
    const instance = { id: expect.stringMatching(/^[0-9a-f]{32}$/) as unknown, host: hostname() };
    expect(bodies).toEqual([{ node_id: 'n1', max_slots: 2, registration_secret: SECRET, instance, machine }]);
    coordinator.answers.clear();
    await until(() => coordinator.heartbeats.length > 0);
    expect(credentialsIn(workDir)).toEqual({ node_id: 'n1', registration_secret: SECRET, node_token: TOKEN });
    expect(statSync(join(workDir, 'credentials.json')).mode & 0o777).toBe(0o600);
    expect(second.output() + first.output()).not.toContain(TOKEN);
    expect(second.output() + first.output()).not.toContain(SECRET);
    second.stop();
    expect(await second.exited).toBe(0);
  });

  test('applies with its join key and collects the token without waiting', async () => {
    const coordinator = await startStandIn();
    const keyFile = join(temporaryDirectory(), 'key');
    writeFileSync(keyFile, 'gj_key\n');
    const tokens: unknown[] = [];
    coordinator.answers.set(REGISTER, ({ token }) => {
      tokens.push(token);
      return { json: { status: 'pending_approval', message: '', node_token: null, registration_secret: SECRET } };
    });
    const agent = startAgent({
      url: coordinator.url,
      more: ['--join-key-file', keyFile, '--approval-poll-sec', '86400'],
    });
    await until(() => coordinator.heartbeats.length > 0);
    expect(tokens).toEqual(['gj_key']);
    expect(agent.output()).not.toContain('gj_key');
  });

  test('names a join key that cannot be read', async () => {
    const args = ['--url', 'http://h', '--node-id', 'n', '--slots', '1', '--engine', 'true', '--work-dir', '/w'];
    expect(readSettings([...args, '--join-key-file', '/nowhere/key'], {})).toEqual({
      kind: 'faults',
      faults: [expect.stringMatching(/--join-key-file .* cannot be read: ENOENT/)],
    });
  });

  test('announces itself with the stored token', async () => {
    const coordinator = await startStandIn();
    const workDir = temporaryDirectory();
    writeFileSync(join(workDir, 'credentials.json'), JSON.stringify({ node_id: 'n1', node_token: TOKEN }));
    startAgent({ url: coordinator.url, workDir });
    await until(() => coordinator.heartbeats.length > 0);
    expect(coordinator.countOf(CHECK)).toBe(0);
    // The file was readable by everyone.
    expect(statSync(join(workDir, 'credentials.json')).mode & 0o777).toBe(0o600);
  });

  test.each(['{', 'null', '{"node_token": "gn_x"}', '{"node_id": "n1", "node_token": 7}'])(
    'never replaces damaged credentials: %s',
    async (text) => {
      const coordinator = await startStandIn();
      const workDir = temporaryDirectory();
      writeFileSync(join(workDir, 'credentials.json'), text);
      const agent = startAgent({ url: coordinator.url, workDir });
      expect(await agent.exited).toBe(1);
      expect(agent.output()).toContain('credentials.json: repair it');
      expect(readFileSync(join(workDir, 'credentials.json'), 'utf8')).toBe(text);
      expect(coordinator.seen).toEqual([]);
    },
  );

  test('exits with a clear message when it is rejected', async () => {
    const coordinator = await startStandIn();
    coordinator.answers.set(CHECK, () => ({ json: { status: 'rejected', message: 'not ours', node_token: null } }));
    const agent = startAgent({ url: coordinator.url });
    expect(await agent.exited).toBe(3);
    expect(agent.output()).toContain('the application of node n1 was rejected: not ours');
  });

  test('collects a reissued token while it works', async () => {
    const coordinator = await startStandIn();
    const workDir = temporaryDirectory();
    const agent = startAgent({ url: coordinator.url, workDir });
    await until(() => coordinator.heartbeats.length > 0);

    coordinator.answers.set(CHECK, () => ({ json: { status: 'approved', message: '', node_token: null } }));
    coordinator.validToken = 'gn_the-reissued-token';
    await until(() => agent.output().includes('an administrator must reissue'));
    const asked = coordinator.countOf(CHECK);
    await until(() => coordinator.countOf(CHECK) >= asked + 2);
    const beats = coordinator.heartbeats.length;
    coordinator.answers.clear();
    await until(() => coordinator.heartbeats.length > beats);
    expect(credentialsIn(workDir)['node_token']).toBe('gn_the-reissued-token');
  });

  test('exits when its token is rejected and it has no secret', async () => {
    const coordinator = await startStandIn();
    const workDir = temporaryDirectory();
    writeFileSync(join(workDir, 'credentials.json'), JSON.stringify({ node_id: 'n1', node_token: 'gn_old' }));
    const agent = startAgent({ url: coordinator.url, workDir });
    expect(await agent.exited).toBe(3);
    expect(agent.output()).toContain('no longer valid');
    expect(agent.output()).not.toContain('gn_old');
  });

  test('waits for a coordinator that is not running yet', async () => {
    const coordinator = await startStandIn();
    let attempts = 0;
    coordinator.answers.set(REGISTER, () => {
      attempts += 1;
      return attempts < 3
        ? { status: 503, headers: { 'retry-after': '0' } }
        : { json: { status: 'pending_approval', message: '', node_token: null, registration_secret: SECRET } };
    });
    startAgent({ url: coordinator.url });
    await until(() => coordinator.heartbeats.length > 0);
    expect(attempts).toBe(3);
  });
});

describe('a node that another machine uses', () => {
  const inUse = { status: 409, json: { status: 'error', message: 'node n1 already runs on host far-away' } };

  test('waits and touches nothing until it may run', async () => {
    const coordinator = await startStandIn();
    const workDir = temporaryDirectory();
    writeFileSync(join(workDir, 'credentials.json'), JSON.stringify({ node_id: 'n1', node_token: TOKEN }));
    coordinator.held = ['3f1c1f5e-6a53-4b8e-9d0f-7a1b2c3d4e5f'];
    let attempts = 0;
    coordinator.answers.set(REGISTER, () => {
      attempts += 1;
      if (attempts === 3) coordinator.answers.clear();
      return inUse;
    });
    const agent = startAgent({ url: coordinator.url, workDir });
    await until(() => coordinator.returned.length === 1);
    expect(coordinator.seen.slice(0, 4)).toEqual(Array(4).fill(REGISTER));
    expect(agent.output()).toContain('already runs on host far-away');
  });

  test('announces itself again when its heartbeat is refused', async () => {
    const coordinator = await startStandIn();
    startAgent({ url: coordinator.url });
    await until(() => coordinator.heartbeats.length > 0);
    const before = coordinator.countOf(REGISTER);
    coordinator.answers.set('/api/node/heartbeat', () => {
      coordinator.answers.clear();
      return inUse;
    });
    const beats = coordinator.heartbeats.length;
    await until(() => coordinator.heartbeats.length > beats);
    expect(coordinator.countOf(REGISTER)).toBe(before + 1);
  });

  test('has a different instance id from a copy of its work dir', async () => {
    const [original, copy] = [temporaryDirectory(), temporaryDirectory()];
    const [first, restarted, other] = await Promise.all([original, original, copy].map(instanceOf));
    expect(restarted).toEqual(first);
    expect(other?.id).not.toBe(first?.id);
  });
});

test('a fleet behind one address joins by waiting as long as the coordinator asks', async () => {
  const coordinator = await startStandIn();
  const [limit, windowMs, nodes] = [3, 1_000, 8];
  const accepted: number[] = [];
  const waits: number[] = [];
  const refusedAt = new Map<string, number>();
  coordinator.answers.set(REGISTER, ({ body }) => {
    const { node_id: id } = JSON.parse(body.toString()) as { node_id: string };
    const now = performance.now();
    const before = refusedAt.get(id);
    if (before !== undefined) waits.push(now - before);
    if (accepted.filter((at) => at > now - windowMs).length < limit) {
      accepted.push(now);
      return { json: { status: 'pending_approval', message: '', node_token: null, registration_secret: SECRET } };
    }
    refusedAt.set(id, now);
    return { status: 429, headers: { 'retry-after': String(windowMs / 1_000) } };
  });
  const names = Array.from({ length: nodes }, (_, index) => `n${index}`);
  for (const name of names) startAgent({ url: coordinator.url, more: ['--node-id', name] });
  await until(() => new Set(coordinator.heartbeats.map(({ node_id: id }) => id)).size === nodes);
  expect(accepted).toHaveLength(nodes);
  // The agent's configured waits are a tenth of `windowMs`. Timers may fire a millisecond early.
  expect(Math.min(...waits)).toBeGreaterThan(windowMs - 5);
});

describe('starting', () => {
  test('lists every fault of its settings', async () => {
    const agent = runAgentProcess(['--url', 'nowhere', '--slots', '0']);
    expect(await agent.exited).toBe(2);
    expect(agent.output().trim().split('\n')).toHaveLength(5);
    expect(agent.output()).toContain('--node-id (GRID_AGENT_NODE_ID) missing');
  });

  test('fails while another agent uses the work dir, but ignores the lock of a dead agent', async () => {
    const coordinator = await startStandIn();
    const workDir = temporaryDirectory();
    const first = startAgentProcess({ url: coordinator.url, workDir });
    await until(() => coordinator.heartbeats.length > 0);
    const second = startAgent({ url: coordinator.url, workDir });
    expect(await second.exited).toBe(1);
    expect(second.output()).toContain('another agent');
    expect(second.output()).toContain(String(first.process.pid));

    first.kill('SIGKILL');
    await first.exited;
    const beats = coordinator.heartbeats.length;
    startAgent({ url: coordinator.url, workDir });
    await until(() => coordinator.heartbeats.length > beats);
  });
});
