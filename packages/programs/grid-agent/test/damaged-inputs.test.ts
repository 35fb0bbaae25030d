import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { until } from '@almagest/test-kit/until';
import { expect, test } from '@jest/globals';
import { startStandIn } from './stand-in.ts';
import { startAgent, taskFixture, temporaryDirectory, writeResult } from './world.ts';

const LINES = '/api/data/file/lines.dat';

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
  startAgent({ url: coordinator.url, engine });
  await until(() => coordinator.reports.length === 1);
  expect(readFileSync(seen, 'utf8')).toBe('neighbour');
  expect(coordinator.countOf('/api/seed/near')).toBe(2);
});

test('a task does not get a cached asset that an earlier engine has overwritten', async () => {
  const coordinator = await startStandIn();
  const [workDir, seen] = [temporaryDirectory(), join(temporaryDirectory(), 'seen')];
  coordinator.files.set(LINES, Buffer.from('helium'));
  coordinator.queue.push(...[1, 2].map((wave) => taskFixture({ wave, assets: ['lines.dat'] })));
  // The new content has the same length. The file in the task folder is a hard link to the cached file.
  const overwrite = `if grep -q '"wave":1' task.json; then chmod u+w assets/lines.dat; printf carbon > assets/lines.dat; fi`;
  const engine = `cat assets/lines.dat >> '${seen}'; ${overwrite}; ${writeResult()}`;
  startAgent({ url: coordinator.url, workDir, engine, slots: 1 });
  await until(() => coordinator.reports.length === 2);
  expect(readFileSync(seen, 'utf8')).toBe('heliumhelium');
  expect(coordinator.notModified).toEqual([]);
});

test('tasks that need an asset at the same time share one download, and cannot overwrite it', async () => {
  const coordinator = await startStandIn();
  const [workDir, seen] = [temporaryDirectory(), join(temporaryDirectory(), 'seen')];
  const cut = Promise.withResolvers<void>();
  coordinator.files.set(LINES, Buffer.from('helium')).set('/api/data/file/own.dat', Buffer.from('own'));
  coordinator.cuts.set(LINES, { bytes: 3, arrived: () => cut.promise });
  coordinator.queue.push(taskFixture({ assets: ['lines.dat'] }), taskFixture({ assets: ['own.dat', 'lines.dat'] }));
  const engine = `stat -c '%a %n' assets/lines.dat >> '${seen}'; cat assets/lines.dat >> '${seen}'; ${writeResult()}`;
  startAgent({ url: coordinator.url, workDir, engine });
  await until(() => coordinator.countOf(LINES) > 0 && coordinator.countOf('/api/data/file/own.dat') > 0);
  const beats = coordinator.heartbeats.length;
  await until(() => coordinator.heartbeats.length > beats + 5, 'more heartbeats');
  expect(coordinator.countOf(LINES)).toBe(1);
  cut.resolve();
  await until(() => coordinator.reports.length === 2);
  expect(readFileSync(seen, 'utf8').match(/444 assets\/lines\.dat\nhelium/g)).toHaveLength(2);
});

test.each([
  ['seed', '/api/seed/near', { seed_point_name: 'near' }],
  ['asset', LINES, { assets: ['lines.dat'] }],
])('a task whose %s is "not modified" without a copy gets the file', async (_what, path, over) => {
  const coordinator = await startStandIn();
  coordinator.files.set(path, Buffer.from('content'));
  coordinator.answers.set(path, () => {
    coordinator.answers.delete(path);
    return { status: 304 };
  });
  coordinator.queue.push(taskFixture(over));
  const engine = `cat seed.7 assets/lines.dat 2> /dev/null | grep -qx content && ${writeResult()}`;
  startAgent({ url: coordinator.url, engine });
  await until(() => coordinator.reports.length + coordinator.returned.length > 0);
  expect(coordinator.reports[0]?.report).toMatchObject({ status: 'completed' });
  expect(coordinator.countOf(path)).toBe(2);
});

/** Writes a file that was last changed `days` days ago. */
function writeAged(path: string, content: string, days: number): void {
  writeFileSync(path, content);
  const time = new Date(Date.now() - days * 86_400_000);
  utimesSync(path, time, time);
}

test('a cached asset is used again only with the hash that an earlier version of the agent did not store', async () => {
  const coordinator = await startStandIn();
  const workDir = temporaryDirectory();
  mkdirSync(join(workDir, 'assets'));
  const file = join(workDir, 'assets', createHash('sha256').update(LINES.slice(1)).digest('hex'));
  writeFileSync(file, 'helium');
  const { size, mtimeMs } = statSync(file);
  const etag = `"${createHash('sha256').update('helium').digest('hex')}"`;
  writeFileSync(`${file}.json`, JSON.stringify({ path: LINES.slice(1), etag, size, mtime_ms: mtimeMs }));
  coordinator.files.set(LINES, Buffer.from('helium'));
  coordinator.queue.push(taskFixture({ assets: ['lines.dat'] }));
  startAgent({ url: coordinator.url, workDir, engine: writeResult() });
  await until(() => coordinator.reports.length === 1);
  expect(coordinator.reports[0]?.report.asset_versions).toEqual({ 'lines.dat': etag.slice(1, -1) });
  expect(coordinator.notModified).toEqual([]);
});

test('an agent removes assets and parts that no task has used for a month, and no others', async () => {
  const coordinator = await startStandIn();
  const workDir = temporaryDirectory();
  const assets = join(workDir, 'assets');
  mkdirSync(assets);
  for (const [name, days] of [
    ['unused', 31],
    ['unused.json', 31],
    ['used', 31],
    ['used.json', 29],
    ['old.new.part', 31],
    ['old.new.part.etag', 31],
    ['late.new.part', 29],
  ] as const)
    writeAged(join(assets, name), 'x', days);
  startAgent({ url: coordinator.url, workDir });
  await until(() => coordinator.heartbeats.length > 0);
  expect(readdirSync(assets).toSorted()).toEqual(['late.new.part', 'used', 'used.json']);
});
