import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { audit } from '@almagest/chaos/auditor';
import { axesOf, yamlOf } from '@almagest/chaos/grids';
import { Ledger } from '@almagest/chaos/ledger';
import type { Program } from '@almagest/test-kit/program';
import { until } from '@almagest/test-kit/until';
import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import { ADMIN_TOKEN } from '../world.ts';
import { asAdmin, call, givenWorkflow, statusOf } from './calls.ts';
import { givenNode } from './fleet.ts';
import { silenceNode } from './passing-time.ts';
import { openSite, type ApiProcess, type Site } from './site.ts';

let site: Site;
let api: ApiProcess;
const agents: Program[] = [];
beforeAll(async () => {
  site = await openSite();
  [api] = await Promise.all([site.startApi(), site.startWorker()]);
});
afterEach(async () => {
  for (const agent of agents.splice(0)) await agent.kill();
});
afterAll(async () => {
  await site.close();
});

const ONE_POINT = axesOf([1, 1, 1, 1, 1, 1]);
const YAML = yamlOf(ONE_POINT, 'timeout_sec: 0\natmosphere: {strategies: [cold_run]}');

/** The default timeouts in seconds. */
const HEARTBEAT_TIMEOUT = 90;
const NODE_LOST_GRACE = 300;

const RESULT = JSON.stringify({
  converged: true,
  max_relc: 1e-4,
  atmosphere_has_nan: false,
  summary: { seed: 'cold' },
});

/** A node agent with its work folder and an engine that logs its start and waits for a file. */
interface AgentSetUp {
  startAgent(): Program;
  /** Returns how often the engine has started. */
  begun(): number;
  letFinish(): void;
}

/**
 * Creates an agent and its engine. If `computed` is true, the engine waits after writing its result. Otherwise, it
 * waits before.
 */
function setUp(nodeId: string, { computed }: { computed: boolean }): AgentSetUp {
  const root = join(site.root, nodeId);
  mkdirSync(root);
  const [begun, goOn] = [join(root, 'begun'), join(root, 'go-on')];
  const wait = `echo $$ >> '${begun}'; while [ ! -e '${goOn}' ]; do sleep 0.05; done`;
  const result = `echo structure > out.7; printf %s '${RESULT}' > result.new; mv result.new result.json`;
  const engine = computed ? `${result}; ${wait}` : `${wait}; ${result}`;
  return {
    startAgent: () => {
      const agent = site.startAgent({ url: api.url, nodeId, workDir: join(root, 'work'), engine, slots: 1 });
      agents.push(agent);
      return agent;
    },
    begun: () => {
      try {
        return readFileSync(begun, 'utf8').split('\n').length - 1;
      } catch {
        return 0;
      }
    },
    letFinish: () => writeFileSync(goOn, ''),
  };
}

/** Creates a workflow of one point and an agent that was killed while its engine ran. */
async function givenKilledAgent(name: string, bench: AgentSetUp): Promise<void> {
  await givenWorkflow(site, name, YAML);
  const agent = bench.startAgent();
  await until(
    async () => (await call(site, ADMIN_TOKEN, `/api/admin/nodes/${name}/approve`, {})).status === 200,
    'the agent to apply',
  );
  await until(() => bench.begun() === 1, 'the engine to begin');
  // The coordinator must see the task in a heartbeat. Otherwise it would treat the loss as a lost claim reply.
  await until(async () => {
    const { rows } = await site.db.query(
      'select from node_heartbeat where node_id = $1 and active_slots = 1 and confirmed_at is not null',
      [name],
    );
    return rows.length === 1;
  }, 'a heartbeat with the task');
  await agent.kill();
}

interface Attempt {
  node_id: string;
  status: string;
  reclaimed: boolean;
}

async function attempts(workflow: string): Promise<Attempt[]> {
  const { rows } = await site.db.query<Attempt>(
    `select t.node_id, t.status, t.reclaimed from task t join workflow w on w.id = t.workflow_id
     where w.name = $1 order by t.created_at`,
    [workflow],
  );
  return rows;
}

/**
 * Removes the last interruption of the coordinator, which a busy machine can cause. After an interruption, the
 * coordinator waits before it counts silence.
 */
async function withoutInterruption(): Promise<void> {
  await site.db.query(`update coordinator_uptime set up_since = 'epoch'`);
}

async function untilReclaimed(name: string): Promise<void> {
  await silenceNode(site, name, HEARTBEAT_TIMEOUT);
  await until(async () => {
    await withoutInterruption();
    const { rows } = await site.db.query(`select from node where node_id = $1 and status = 'offline'`, [name]);
    return rows.length === 1;
  }, 'the node to be offline');
  expect((await attempts(name)).map(({ status }) => status)).toEqual(['running']);
  await silenceNode(site, name, NODE_LOST_GRACE);
  await until(async () => {
    await withoutInterruption();
    return (await attempts(name))[0]?.reclaimed;
  }, 'the task to be reclaimed');
}

async function expectInOrder(name: string, expected: Attempt[]): Promise<void> {
  expect(await attempts(name)).toEqual(expected);
  expect(await statusOf(site, name)).toBe('completed');
  expect(await audit({ ...site, lattices: { [name]: ONE_POINT } })).toEqual([]);
}

test('another node finishes the task of a killed agent, whose late result is refused', async () => {
  const bench = setUp('outdone', { computed: true });
  await givenKilledAgent('outdone', bench);
  await untilReclaimed('outdone');
  const other = await givenNode(site, new Ledger(), 'other', { alwaysConverges: true });
  const again = await until(async () => await other.claim(), 'the task to be handed out again');
  const late = bench.startAgent();
  await until(() => late.output().includes('belongs to another node now'), 'the late result to be refused');
  expect(await other.deliver(again)).toMatchObject({ status: 200, body: { message: 'recorded' } });
  await expectInOrder('outdone', [
    { node_id: 'outdone', status: 'timeout', reclaimed: true },
    { node_id: 'other', status: 'completed', reclaimed: false },
  ]);
  expect(bench.begun()).toBe(1);
});

test('the restarted agent delivers the finished result of a killed agent, which counts once', async () => {
  const bench = setUp('finished', { computed: true });
  await givenKilledAgent('finished', bench);
  bench.startAgent();
  await until(async () => (await statusOf(site, 'finished')) === 'completed', 'the result to arrive');
  await expectInOrder('finished', [{ node_id: 'finished', status: 'completed', reclaimed: false }]);
});

test('accepts a finished result of a reclaimed task that no other node has claimed', async () => {
  const bench = setUp('late', { computed: true });
  await givenKilledAgent('late', bench);
  await untilReclaimed('late');
  // Keeps the agent from starting new tasks.
  await asAdmin(site, '/api/admin/nodes/late/quota', { admin_max_slots: 0 });
  bench.startAgent();
  await until(async () => (await statusOf(site, 'late')) === 'completed', 'the result to arrive');
  await expectInOrder('late', [{ node_id: 'late', status: 'completed', reclaimed: false }]);
});

test('a restarted agent returns its unfinished tasks immediately, and another node gets them', async () => {
  const bench = setUp('again', { computed: false });
  await givenKilledAgent('again', bench);
  // Keeps the agent from starting new tasks.
  await asAdmin(site, '/api/admin/nodes/again/quota', { admin_max_slots: 0 });
  bench.startAgent();
  const other = await givenNode(site, new Ledger(), 'quick', { alwaysConverges: true });
  // No time passes in this test, so neither silence nor low heartbeats inform the coordinator.
  const task = await until(async () => await other.claim(), 'the task to be handed out again');
  expect(await other.deliver(task)).toMatchObject({ status: 200, body: { message: 'recorded' } });
  expect(bench.begun()).toBe(1);
  await expectInOrder('again', [
    { node_id: 'again', status: 'timeout', reclaimed: true },
    { node_id: 'quick', status: 'completed', reclaimed: false },
  ]);
});
