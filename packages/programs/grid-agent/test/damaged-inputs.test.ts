import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { until } from '@almagest/test-kit/until';
import { expect, test } from '@jest/globals';
import { startStandIn } from './stand-in.ts';
import { startAgent, taskFixture, temporaryDirectory, writeResult } from './world.ts';

test('a task does not start from a seed that differs from its announced hash', async () => {
  const coordinator = await startStandIn();
  const seen = join(temporaryDirectory(), 'seen');
  const etag = `"${createHash('sha256').update('neighbour').digest('hex')}"`;
  coordinator.files.set('/api/seed/near', Buffer.from('neighbour'));
  coordinator.answers.set('/api/seed/near', () => {
    // The next request gets the file.
    coordinator.answers.delete('/api/seed/near');
    return { json: 'neighbor', headers: { etag } };
  });
  coordinator.queue.push(taskFixture({ seed_point_name: 'near' }));
  const engine = `cat seed.7 >> '${seen}'; ${writeResult()}`;
  startAgent({ url: coordinator.url, workDir: temporaryDirectory(), engine });
  await until(() => coordinator.reports.length === 1);
  expect(readFileSync(seen, 'utf8')).toBe('neighbour');
  expect(coordinator.countOf('/api/seed/near')).toBe(2);
});

test('a task does not get a cached asset that an earlier engine has overwritten', async () => {
  const coordinator = await startStandIn();
  const [workDir, seen] = [temporaryDirectory(), join(temporaryDirectory(), 'seen')];
  coordinator.files.set('/api/data/file/lines.dat', Buffer.from('helium'));
  coordinator.queue.push(...[1, 2].map((wave) => taskFixture({ wave, assets: ['lines.dat'] })));
  // The new content has the same length. The file is one with the cached file.
  const overwrite = `if grep -q '"wave":1' task.json; then chmod u+w assets/lines.dat; printf carbon > assets/lines.dat; fi`;
  const engine = `cat assets/lines.dat >> '${seen}'; ${overwrite}; ${writeResult()}`;
  startAgent({ url: coordinator.url, workDir, engine, slots: 1 });
  await until(() => coordinator.reports.length === 2);
  expect(readFileSync(seen, 'utf8')).toBe('heliumhelium');
  expect(coordinator.notModified).toEqual([]);
});
