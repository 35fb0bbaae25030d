import { useDiskSyncs } from '@almagest/test-kit/disk-syncs';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { until } from '@almagest/test-kit/until';
import { expect, test } from '@jest/globals';
import { startStandIn } from './stand-in.ts';
import { startAgent, taskFixture, temporaryDirectory, writeResult } from './world.ts';

const lostInPowerCut = useDiskSyncs();

test('a token is on disk before it is used, and a result before it is reported', async () => {
  const coordinator = await startStandIn();
  const workDir = temporaryDirectory();
  const spool = join(workDir, 'spool');
  let spooled: string[] = [];
  const lost: string[] = [];
  coordinator.answers.set('/api/node/heartbeat', () => {
    coordinator.answers.delete('/api/node/heartbeat');
    lost.push(...lostInPowerCut(join(workDir, 'credentials.json')));
    return undefined;
  });
  coordinator.answers.set('/api/task/artifacts', () => {
    coordinator.answers.delete('/api/task/artifacts');
    spooled = readdirSync(spool, { recursive: true, encoding: 'utf8' });
    lost.push(...spooled.flatMap((name) => lostInPowerCut(join(spool, name))));
    return undefined;
  });
  const task = taskFixture();
  coordinator.queue.push(task);
  const engine = `echo structure > out.7; mkdir out; echo 1 > out/a.txt; ${writeResult()}`;
  startAgent({ url: coordinator.url, workDir, engine });
  await until(() => coordinator.reports.length === 1);
  const names = ['', '/artifacts.json', '/files', '/files/0', '/out.7', '/report.json'];
  expect(spooled.toSorted()).toEqual(names.map((name) => `${task.task_id}${name}`));
  expect(lost).toEqual([]);
});
