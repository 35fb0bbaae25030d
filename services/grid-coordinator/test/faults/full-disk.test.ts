import { axesOf, yamlOf } from '@almagest/chaos/grids';
import { Ledger } from '@almagest/chaos/ledger';
import { fillDisk, HAS_SMALL_DISK, onSmallDisk } from '@almagest/test-kit/small-disk';
import { until } from '@almagest/test-kit/until';
import { expect, test } from '@jest/globals';
import { ADMIN_TOKEN } from '../world.ts';
import { givenWorkflow } from './calls.ts';
import { givenNode } from './fleet.ts';
import { useSite } from './site.ts';

const site = useSite();

(HAS_SMALL_DISK ? test : test.skip)(
  HAS_SMALL_DISK
    ? 'a report whose seed does not fit on the disk gets 503 with the reason, and is accepted when there is space again'
    : 'a full disk (SKIPPED: mounting is not allowed here)',
  async () => {
    const api = await site.startApi(onSmallDisk(site.dataDir));
    await site.startWorker();
    const node = await givenNode(site, new Ledger(), 'n1');
    await givenWorkflow(site, 'w', yamlOf(axesOf([2, 1, 1, 1, 1, 1])));
    const task = await until(async () => await node.claim(), 'a task');
    const seed = Buffer.alloc(300_000, 'x');
    const report = async () => {
      const form = new FormData();
      const result = { converged: true, max_relc: 1e-4, atmosphere_has_nan: false, elapsed_sec: 10 };
      const of = { task_id: task.task_id, point_name: task.point_name, node_id: node.id, status: 'completed' };
      form.set('report', JSON.stringify({ ...of, ...result }));
      form.set('seed_file', new Blob([seed]), 'out.7');
      const headers = { authorization: `Bearer ${node.token}` };
      return await fetch(`${api.url}/api/task/report`, { method: 'POST', headers, body: form });
    };
    const makeRoom = fillDisk(api, site.dataDir);
    for (let turn = 1; turn <= 2; turn += 1) {
      const answer = await report();
      expect([answer.status, Number(answer.headers.get('retry-after'))]).toEqual([503, 5]);
      expect(await answer.json()).toMatchObject({ message: 'the disk for files is full. Try again in a while' });
    }
    const metrics = await (await fetch(`${api.url}/metrics`)).text();
    expect(metrics).toMatch(/^http_failures_total\{operation="\w+",cause="disk"\} 2$/m);
    expect(metrics).not.toContain('cause="fault"');
    // Operations that need no space continue.
    expect(await node.beat(1)).toMatchObject({ status: 200 });
    expect(await node.claim()).toBeDefined();
    makeRoom();
    expect((await report()).status).toBe(200);
    const headers = { authorization: `Bearer ${ADMIN_TOKEN}` };
    const model = await fetch(`${api.url}/api/seed/${task.point_name}`, { headers });
    expect(Buffer.from(await model.arrayBuffer()).equals(seed)).toBe(true);
  },
);
