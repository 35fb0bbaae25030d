import { axesOf, yamlOf } from '@almagest/chaos/grids';
import { Ledger } from '@almagest/chaos/ledger';
import type { ReproduceReply, Reproduction } from '@almagest/contracts/grid';
import { until } from '@almagest/test-kit/until';
import { expect, test } from '@jest/globals';
import { setBreakpoint } from './breakpoints.ts';
import { asAdmin, givenWorkflow, statusOf } from './calls.ts';
import { givenNode } from './fleet.ts';
import { sampleYaml, startAgain, startSampleAgent } from './sample-engine.ts';
import { useSite } from './site.ts';

const site = useSite();

/** Lists reproductions of points, newest first. */
async function reproductions(query = ''): Promise<Reproduction[]> {
  const path = `/api/workflows/w/reproductions${query}`;
  return (await asAdmin<{ data: { reproductions: Reproduction[] } }>(site, path)).data.reproductions;
}

test('a reproduction is handed out, recorded and compared once when the coordinator is killed at each step', async () => {
  let api = await site.startApi();
  let worker = await site.startWorker();
  const ledger = new Ledger();
  const first = await givenNode(site, ledger, 'n1', { alwaysConverges: true });
  await givenWorkflow(site, 'w', yamlOf(axesOf([1, 1, 1, 1, 1, 1])));
  const task = await until(async () => await first.claim(), 'a task');
  await first.deliver(task);
  await until(async () => (await statusOf(site, 'w')) === 'completed', 'the workflow to be completed');
  const second = await givenNode(site, ledger, 'n2', { alwaysConverges: true });
  const { rows: before } = await site.db.query('select * from point');
  const { rows: models } = await site.db.query('select id from model');

  const claim = await setBreakpoint(site, { table: 'task', event: 'insert', when: 'new.reproduction_id is not null' });
  const report = await setBreakpoint(site, {
    table: 'reproduction',
    event: 'update',
    when: `new.status = 'comparing'`,
    atCommit: true,
  });
  const compare = await setBreakpoint(site, {
    table: 'reproduction',
    event: 'update',
    when: `new.status = 'compared'`,
  });
  const asked = { points: [task.point_name] };
  const { data } = await asAdmin<{ data: ReproduceReply }>(site, '/api/workflows/w/reproductions', asked);
  expect(data.requested).toHaveLength(1);

  const lost = second.claim();
  await claim.untilReached();
  await api.kill();
  await claim.open();
  expect(await lost).toBeUndefined();
  await until(async () => (await claim.waiting()).length === 0, 'the claim of the killed process to end');
  api = await site.startApi();
  // The server's transaction for the killed process was either committed, and is sent again, or rolled back.
  const again = await until(async () => {
    await second.beat(0);
    return await second.claim();
  }, 'the reproduction');
  const delivered = second.deliver(again);
  await report.untilReached();
  await api.kill();
  await report.open();
  await until(async () => (await report.waiting()).length === 0, 'the report of the killed process to end');
  api = await site.startApi();

  // The repeated report waits for the comparison.
  await compare.untilReached();
  await worker.kill();
  await compare.open();
  await until(async () => (await compare.waiting()).length === 0, 'the comparison of the killed worker to end');
  expect((await delivered)?.status).toBe(200);
  worker = await site.startWorker();
  const reproduction = await until(async () => {
    const [row] = await reproductions();
    return row?.status === 'compared' ? row : undefined;
  }, 'the comparison');
  expect(reproduction).toMatchObject({ losses: 0, original: { node_id: 'n1' }, reproduced: { node_id: 'n2' } });
  expect(reproduction.difference).not.toBeNull();

  expect((await site.db.query('select * from point')).rows).toEqual(before);
  expect((await site.db.query('select id from model')).rows).toEqual(models);
  expect((await site.db.query('select from task where reproduction_id is null')).rowCount).toBe(1);
  expect((await site.db.query(`select from task where status = 'running'`)).rowCount).toBe(0);
  expect((await site.db.query('select from artifact_upload')).rowCount).toBe(0);
  await worker.kill();
});

test("agents reproduce each other's points, and reproductions say that they wait while there is no other agent", async () => {
  const [api] = await Promise.all([site.startApi(), site.startWorker()]);
  const withSpectra = 'atmosphere: {strategies: [cold_run]}\nspectrum: {enabled: true, strategies: [cold_run]}';
  const completed = async () => (await statusOf(site, 'w')) === 'completed';
  const names = ['30000', '34000', '38500'].map((teff) => `t${teff}_g5.0_he-1.0_c-4.0_n-4.0_o-4.0`);
  const reproduce = async (points: readonly string[]) => {
    const asked = await asAdmin<{ data: ReproduceReply }>(site, '/api/workflows/w/reproductions', { points });
    expect(asked.data.refused).toEqual([]);
    return asked.data.requested.map(({ id }) => id);
  };
  const allCompared = (ids: readonly number[]) =>
    until(async () => {
      const found = (await reproductions('?status=compared')).filter(({ id }) => ids.includes(id));
      return found.length === ids.length ? found : undefined;
    }, 'the comparisons');

  await givenWorkflow(site, 'w', sampleYaml(['30000', '34000'], withSpectra));
  await startSampleAgent(site, api, 'n1');
  await until(completed, 'two points');
  const ids = await reproduce(names.slice(0, 2));
  const alone = await reproductions();
  expect(alone).toHaveLength(2);
  for (const { status, waiting_reason: reason } of alone) {
    expect(status).toBe('waiting');
    expect(reason).toBe('it needs a node other than n1, which computed the model, and no other node is online');
  }
  await startSampleAgent(site, api, 'n2');
  for (const run of await allCompared(ids)) {
    expect(run).toMatchObject({ waiting_reason: null, original: { node_id: 'n1' }, reproduced: { node_id: 'n2' } });
    // The sample engine is deterministic.
    expect(run.difference).toMatchObject({
      problems: [],
      model: { identical: true },
      spectra: [{ path: 'spectrum.txt', identical: true }],
    });
  }

  await asAdmin(site, '/api/admin/nodes/n1/quota', { admin_max_slots: 0 });
  await startAgain(site, api, 'w', sampleYaml(['30000', '34000', '38500'], withSpectra));
  await until(completed, 'the third point');
  await asAdmin(site, '/api/admin/nodes/n1/quota', { admin_max_slots: null });
  const others = await allCompared(await reproduce(names));
  expect(new Map(others.map((run) => [run.point_name, [run.original.node_id, run.reproduced?.node_id]]))).toEqual(
    new Map(names.map((name, index) => [name, index < 2 ? ['n1', 'n2'] : ['n2', 'n1']])),
  );
});
