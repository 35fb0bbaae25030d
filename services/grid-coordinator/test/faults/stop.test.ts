import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { audit } from '@almagest/chaos/auditor';
import { axesOf, pointNamesOf, yamlOf } from '@almagest/chaos/grids';
import { Ledger } from '@almagest/chaos/ledger';
import { sendRequest } from '@almagest/test-kit/http-call';
import type { Program } from '@almagest/test-kit/program';
import { until } from '@almagest/test-kit/until';
import { expect, test } from '@jest/globals';
import { ADMIN_TOKEN } from '../world.ts';
import { asAdmin, givenWorkflow, statusOf } from './calls.ts';
import { givenFleet, givenNode } from './fleet.ts';
import { setBreakpoint } from './breakpoints.ts';
import { useSite } from './site.ts';

const site = useSite();

/** Returns whether the process gave up waiting for its work, which happens after ten seconds. */
function wasOverdue(program: Program): boolean {
  return program.output().includes('could not finish all work in time');
}

async function countBlocked(): Promise<number> {
  const { rows } = await site.db.query<{ n: number }>(
    `select count(*)::int as n from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`,
  );
  return rows[0]?.n ?? 0;
}

test('after SIGTERM, an API process answers pending claims and reports but accepts no new requests', async () => {
  const ledger = new Ledger();
  const api = await site.startApi();
  await site.startWorker();
  const axes = axesOf([6, 1, 1, 1, 1, 1]);
  await givenWorkflow(site, 'w', yamlOf(axes));
  const [reporter, claimer] = [
    await givenNode(site, ledger, 'n1', { alwaysConverges: true }),
    await givenNode(site, ledger, 'n2', { alwaysConverges: true }),
  ];
  const tasks = [];
  for (let index = 0; index < 3; index += 1) tasks.push(await until(async () => await reporter.claim(), 'a task'));
  const holder = await site.connect();
  await holder.query('begin');
  await holder.query('select from workflow for update');
  await holder.query(`select from node where node_id = 'n2' for update`);
  const reports = tasks.map((task) => reporter.report(task));
  const claim = claimer.claim();
  await until(
    async () =>
      (await readdir(join(site.dataDir, 'seeds'), { recursive: true })).filter((name) => name.endsWith('.7')).length ===
      3,
    'the files of the reports',
  );
  // Background work may also wait for these rows.
  await until(async () => (await countBlocked()) >= 2, 'a claim and a report to wait');
  api.signal('SIGTERM');
  await until(() => api.output().includes('"msg":"stopping"'), 'the process to notice');
  await until(
    async () => (await sendRequest(api.url, { path: '/healthz' })).status === 0,
    'new requests to be refused',
  );
  await holder.query('rollback');
  expect((await Promise.all(reports)).map(({ status }) => status)).toEqual([200, 200, 200]);
  expect(await claim).toBeDefined();
  expect(await api.exited).toBe(0);
  expect(wasOverdue(api)).toBe(false);
  expect(await audit({ ...site, ledger, lattices: { w: axes } })).toEqual([]);
});

test('after SIGTERM, an abandoned request still completes before its resources are closed', async () => {
  const api = await site.startApi();
  await asAdmin(site, '/api/workflows', {
    name: 'w',
    description: null,
    config_yaml: yamlOf(axesOf([2, 1, 1, 1, 1, 1])),
  });
  const holder = await site.connect();
  await holder.query('begin');
  await holder.query('lock table workflow in access exclusive mode');
  const gone = new AbortController();
  // A start runs several statements. The first statement waits.
  const starting = fetch(`${api.url}/api/workflows/w/start`, {
    method: 'POST',
    headers: { authorization: `Bearer ${ADMIN_TOKEN}` },
    signal: gone.signal,
  }).catch(() => undefined);
  await until(async () => (await countBlocked()) === 1, 'the start to wait');
  gone.abort();
  await starting;
  api.signal('SIGTERM');
  await until(
    async () => (await sendRequest(api.url, { path: '/healthz' })).status === 0,
    'new requests to be refused',
  );
  // A process that does not wait would exit during this time.
  for (let turn = 0; turn < 50; turn += 1) await site.db.query('select');
  await holder.query('rollback');
  expect(await api.exited).toBe(0);
  expect(wasOverdue(api)).toBe(false);
  expect(api.output()).not.toMatch(/"level":(?:50|60)/);
  expect(await statusOf(site, 'w')).toBe('initializing');
});

test('an API process under load stops in time, and the next process takes over', async () => {
  const ledger = new Ledger();
  let api = await site.startApi();
  await site.startWorker();
  const axes = axesOf([5, 4, 4, 2, 1, 1]);
  await givenWorkflow(site, 'w', yamlOf(axes));
  const nodes = await givenFleet(site, ledger, 4);
  for (const node of nodes) node.start(2);
  for (let stops = 0; stops < 2; stops += 1) {
    const before = ledger.acknowledged.size;
    await until(
      () => ledger.acknowledged.size >= before + 30,
      '30 more reports',
      () => ledger.acknowledged.size,
    );
    api.signal('SIGTERM');
    expect(await api.exited).toBe(0);
    expect(wasOverdue(api)).toBe(false);
    api = await site.startApi();
  }
  await until(
    async () => (await statusOf(site, 'w')) === 'completed',
    'the workflow to be completed',
    () => ledger.acknowledged.size,
  );
  await Promise.all(nodes.map((node) => node.stop()));
  expect(await audit({ ...site, ledger, lattices: { w: axes } })).toEqual([]);
});

test('after SIGTERM, a worker hands back an expansion, and the next worker completes it', async () => {
  const axes = axesOf([21, 15, 8, 5, 4, 1]);
  const names = pointNamesOf(axes);
  await site.startApi();
  const worker = await site.startWorker();
  const middle = names[Math.floor(names.length / 2)] ?? '';
  const breakpoint = await setBreakpoint(site, { table: 'point', event: 'insert', when: `new.name = '${middle}'` });
  await givenWorkflow(site, 'w', yamlOf(axes));
  await breakpoint.untilReached();
  worker.signal('SIGTERM');
  await until(() => worker.output().includes('"msg":"stopping"'), 'the process to notice');
  await breakpoint.open();
  expect(await worker.exited).toBe(0);
  expect(wasOverdue(worker)).toBe(false);
  expect(await statusOf(site, 'w')).toBe('initializing');
  await site.startWorker();
  await until(async () => (await statusOf(site, 'w')) === 'running', 'the expansion to end');
  expect(await audit({ ...site, lattices: { w: axes } })).toEqual([]);
});
