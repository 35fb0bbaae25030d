import { createHash, randomBytes } from 'node:crypto';
import { globSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { until } from '@almagest/test-kit/until';
import { expect, test } from '@jest/globals';
import { startStandIn } from './stand-in.ts';
import { startAgent, taskFixture, temporaryDirectory, writeResult } from './world.ts';

const SEED = '/api/seed/near';
const LINES = '/api/data/file/lines.dat';
const BYTES = 100_000;

/** Resolves when a file of the work dir has this size. By then the agent has written everything that was sent. */
function sizeOf(workDir: string, pattern: string, bytes: number): () => Promise<unknown> {
  return () => until(() => globSync(join(workDir, pattern)).some((file) => statSync(file).size === bytes));
}

test('downloads of a seed and of an asset continue where the connection broke', async () => {
  const coordinator = await startStandIn();
  const [workDir, seen] = [temporaryDirectory(), join(temporaryDirectory(), 'seen')];
  const [seed, lines] = [randomBytes(3 * BYTES), randomBytes(3 * BYTES)];
  coordinator.files.set(SEED, seed).set(LINES, lines);
  coordinator.cuts.set(SEED, { bytes: BYTES, arrived: sizeOf(workDir, 'tasks/*/seed.7.part', BYTES) });
  coordinator.cuts.set(LINES, { bytes: 2 * BYTES, arrived: sizeOf(workDir, 'assets/*.part', 2 * BYTES) });
  coordinator.queue.push(taskFixture({ seed_point_name: 'near', assets: ['lines.dat'] }));
  startAgent({ url: coordinator.url, workDir, engine: `cat seed.7 assets/lines.dat > '${seen}'; ${writeResult()}` });
  await until(() => coordinator.reports.length === 1);
  expect(readFileSync(seen).equals(Buffer.concat([seed, lines]))).toBe(true);
  expect(coordinator.ranges).toEqual([
    { path: SEED, range: undefined },
    { path: SEED, range: `bytes=${BYTES}-` },
    { path: LINES, range: undefined },
    { path: LINES, range: `bytes=${2 * BYTES}-` },
  ]);
  expect(globSync(join(workDir, 'assets/*.part*'))).toEqual([]);
});

test('a download ends when its task is cancelled', async () => {
  const coordinator = await startStandIn();
  const [workDir, task] = [temporaryDirectory(), taskFixture({ seed_point_name: 'near' })];
  coordinator.files.set(SEED, randomBytes(3 * BYTES));
  // The connection stalls but stays open.
  coordinator.cuts.set(SEED, { bytes: BYTES, arrived: () => new Promise(() => undefined) });
  coordinator.queue.push(task);
  startAgent({ url: coordinator.url, workDir, engine: writeResult() });
  await sizeOf(workDir, 'tasks/*/seed.7.part', BYTES)();
  coordinator.cancelled.push(task.task_id);
  await until(() => coordinator.returned.length > 0);
  expect(coordinator.returned).toMatchObject([{ task_id: task.task_id, reason: expect.stringContaining('cancelled') }]);
});

test('a download starts again when the file has changed meanwhile', async () => {
  const coordinator = await startStandIn();
  const [workDir, seen] = [temporaryDirectory(), join(temporaryDirectory(), 'seen')];
  const next = randomBytes(3 * BYTES);
  coordinator.files.set(SEED, randomBytes(3 * BYTES));
  const arrived = sizeOf(workDir, 'tasks/*/seed.7.part', BYTES);
  coordinator.cuts.set(SEED, { bytes: BYTES, arrived: () => arrived().then(() => coordinator.files.set(SEED, next)) });
  coordinator.queue.push(taskFixture({ seed_point_name: 'near' }));
  startAgent({ url: coordinator.url, workDir, engine: `cat seed.7 > '${seen}'; ${writeResult()}` });
  await until(() => coordinator.reports.length === 1);
  expect(readFileSync(seen).equals(next)).toBe(true);
});

const rest = `bytes ${BYTES}-${3 * BYTES - 1}/${3 * BYTES}`;

test('a file that arrived completely although more was announced is not downloaded again', async () => {
  const coordinator = await startStandIn();
  const lines = 'lines '.repeat(BYTES / 10);
  const version = createHash('sha256').update(lines).digest('hex');
  const path = `${LINES}?version=${version}`;
  coordinator.files.set(path, Buffer.from(lines));
  coordinator.answers.set(path, () => {
    coordinator.answers.delete(path);
    const headers = { etag: `"${version}"`, 'content-length': String(lines.length + 5), connection: 'close' };
    return { text: lines, headers };
  });
  coordinator.queue.push(taskFixture({ assets: ['lines.dat'], asset_versions: { 'lines.dat': version } }));
  startAgent({ url: coordinator.url, engine: writeResult() });
  await until(() => coordinator.reports.length === 1);
  expect(coordinator.countOf(path)).toBe(2);
});

test.each([
  ['is not the requested range', { status: 206, headers: { 'content-range': 'bytes 7-300/300' } }],
  ['has another version', { status: 206, headers: { 'content-range': rest, etag: '"another"' } }],
  ['does not exist, because the file is shorter now', { status: 416 }],
])('an engine never gets a file of two halves if the second half %s', async (_what, answer) => {
  const coordinator = await startStandIn();
  const [workDir, seen] = [temporaryDirectory(), join(temporaryDirectory(), 'seen')];
  // The ETag of this file is not its hash, so only the answer shows the fault.
  const lines = Buffer.alloc(3 * BYTES, 'lines ');
  coordinator.files.set(LINES, lines);
  const arrived = sizeOf(workDir, 'assets/*.part', BYTES);
  const lie = () => {
    coordinator.answers.set(LINES, () => {
      coordinator.answers.delete(LINES);
      return { json: 'x', ...answer };
    });
  };
  coordinator.cuts.set(LINES, { bytes: BYTES, arrived: () => arrived().then(lie) });
  coordinator.queue.push(taskFixture({ assets: ['lines.dat'] }));
  startAgent({ url: coordinator.url, workDir, engine: `cat assets/lines.dat > '${seen}'; ${writeResult()}` });
  await until(() => coordinator.reports.length === 1);
  expect(readFileSync(seen).equals(lines)).toBe(true);
});

test('a download with a weak ETag starts again, because such an ETag does not name the bytes', async () => {
  const coordinator = await startStandIn();
  const [workDir, seen] = [temporaryDirectory(), join(temporaryDirectory(), 'seen')];
  const lines = randomBytes(3 * BYTES);
  coordinator.files.set(LINES, lines);
  coordinator.etags.set(LINES, 'W/"1"');
  coordinator.cuts.set(LINES, { bytes: BYTES, arrived: sizeOf(workDir, 'assets/*.part', BYTES) });
  coordinator.queue.push(taskFixture({ assets: ['lines.dat'] }));
  startAgent({ url: coordinator.url, workDir, engine: `cat assets/lines.dat > '${seen}'; ${writeResult()}` });
  await until(() => coordinator.reports.length === 1);
  expect(readFileSync(seen).equals(lines)).toBe(true);
  expect(coordinator.ranges.map(({ range }) => range)).toEqual([undefined, undefined]);
});
