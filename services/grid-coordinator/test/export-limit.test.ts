import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from '@jest/globals';
import { until } from '@almagest/test-kit/until';
import { givenResults, requestArchive } from './archives.ts';
import { lockRows } from './row-locks.ts';
import { ADMIN_TOKEN, configYaml, givenRunning, useWorld, type TestNode } from './world.ts';

const world = useWorld();
let node: TestNode;
beforeAll(async () => {
  node = await givenResults(world, 'sdb');
});

test('prepares two of many concurrent exports, asks the others to retry, and serves other requests', async () => {
  await givenRunning(world, 'w', configYaml({ logg: ['5.0', '5.5'] }));
  // An export reads this table last, and a claim never reads it.
  const reading = await lockRows(world, 'lock table artifact in access exclusive mode');
  const answers = Array.from({ length: 30 }, () => requestArchive(world.url, 'sdb'));
  let answered = 0;
  for (const answer of answers) void answer.then(() => (answered += 1));
  await until(() => answered === 28, 'the others to be answered');
  await reading.untilBlocked(2);
  await world.anyone('get', '/readyz').expect(200);
  await node.beat(1);
  expect((await node.claimSoon()).workflow_name).toBe('w');
  await reading.release();
  const statuses = (await Promise.all(answers)).map(({ status, headers }) => [status, headers.get('retry-after')]);
  expect(statuses.filter(([status]) => status === 200)).toHaveLength(2);
  expect(statuses.filter(([status, after]) => status === 503 && after === '5')).toHaveLength(28);
  expect((await requestArchive(world.url, 'sdb')).status).toBe(200);
});

test('an export stops when its client disconnects', async () => {
  const [models, artifacts] = [
    await lockRows(world, 'lock table model in access exclusive mode'),
    await lockRows(world, 'lock table artifact in access exclusive mode'),
  ];
  const waiting = new AbortController();
  const answer = fetch(`${world.url}/api/workflows/sdb/export`, {
    headers: { authorization: `Bearer ${ADMIN_TOKEN}` },
    signal: waiting.signal,
  }).catch((error: unknown) => error);
  await models.untilBlocked(1);
  waiting.abort();
  expect(await answer).toMatchObject({ name: 'AbortError' });
  // These requests use other connections. By the last request, the process has noticed the disconnect.
  for (let turn = 0; turn < 5; turn += 1) await world.anyone('get', '/healthz').expect(200);
  await models.release();
  const spools = () => readdirSync(join(world.dataDir, 'staging')).filter((name) => name.startsWith('export-'));
  await until(() => spools().length === 0, 'the export to be given up');
  await artifacts.release();
});
