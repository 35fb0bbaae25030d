import type { Provenance } from '@almagest/contracts/grid';
import { until } from '@almagest/test-kit/until';
import { expect, test } from '@jest/globals';
import { setBreakpoint } from './breakpoints.ts';
import { asAdmin, givenWorkflow, statusOf } from './calls.ts';
import { sampleYaml, startAgain, startSampleAgent } from './sample-engine.ts';
import { useSite } from './site.ts';

const site = useSite();

const POINT = 't34000_g5.0_he-1.0_c-4.0_n-4.0_o-4.0';

test('a worker killed while interpolating a seed leaves one seed, from which the sample engine converges', async () => {
  const api = await site.startApi();
  let worker = await site.startWorker();
  await givenWorkflow(site, 'w', sampleYaml(['30000', '38500'], 'atmosphere: {strategies: [cold_run]}'));
  const agent = await startSampleAgent(site, api, 'n1');
  await until(async () => (await statusOf(site, 'w')) === 'completed', 'both models');

  const storing = await setBreakpoint(site, { table: 'model_parent', event: 'insert', when: 'true' });
  const between = sampleYaml(['30000', '34000', '38500'], 'atmosphere: {strategies: [seed_step], seed: interpolated}');
  await startAgain(site, api, 'w', between);
  await storing.untilReached();
  await worker.kill();
  await storing.open();
  await until(async () => (await storing.waiting()).length === 0, 'the transaction of the killed worker to end');
  worker = await site.startWorker();
  await until(async () => (await statusOf(site, 'w')) === 'completed', 'the point between them');

  const { data } = await asAdmin<{ data: Provenance }>(site, `/api/workflows/w/points/${POINT}/provenance`);
  expect(data.models).toMatchObject([
    { point_name: POINT, task: { task_type: 'seed_step', node_id: 'n1' } },
    {
      point_name: POINT,
      task: null,
      interpolated_from: [{ weight: expect.any(Number) }, { weight: expect.any(Number) }],
    },
    { lineage: 0 },
  ]);
  expect((await site.db.query('select from model where not converged')).rowCount).toBe(1);
  expect((await site.db.query('select from task where point_name = $1', [POINT])).rowCount).toBe(1);
  await agent.kill();
  await worker.kill();
});
