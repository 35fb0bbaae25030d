import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { TaskSpec } from '@almagest/contracts/grid';
import { until } from '@almagest/test-kit/until';
import { expect, test } from '@jest/globals';
import { beginUpload, declare, fileOf, listed, upload, type TestFile } from './artifact-calls.ts';
import { configYaml, givenRunning, useNode, useWorld } from './world.ts';

/** An upload renews its declaration every 83 ms. */
const world = useWorld({ env: { REPORT_GRACE_SEC: '1' } });
const node = useNode(world, 'n1');

const SIZE = 1_000_000;

async function givenDeclared(name: string): Promise<{ task: TaskSpec; file: TestFile }> {
  await givenRunning(world, name, configYaml({}, 'timeout_sec: 0\n'));
  const task = await node.claimSoon();
  const file = fileOf(`${name}.bin`, Buffer.alloc(SIZE, name));
  await declare(node, task, listed([file]));
  return { task, file };
}

/** Returns the sizes of all files of artifacts, uploaded or not. */
async function sizesOnDisk(): Promise<number[]> {
  const entries = await readdir(join(world.dataDir, 'artifacts'), { recursive: true, withFileTypes: true });
  const paths = entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
  const sizes = await Promise.all(paths.map((path) => stat(path).catch(() => undefined)));
  return sizes.flatMap((found) => (found === undefined ? [] : [found.size])).toSorted((one, other) => one - other);
}

/** Sends the bytes of a file from `offset` to `end`. */
async function send(task: TaskSpec, file: TestFile, offset: number, end: number): Promise<number> {
  return (await upload(node, task, { ...file, content: file.content.subarray(0, end) }, offset)).status;
}

/** Ends a task without its artifacts. */
async function end(task: TaskSpec): Promise<void> {
  expect(await declare(node, task, listed([fileOf('other.txt', 'other')]))).toMatchObject({ status: 200 });
  await node.converge(task);
  expect(await sizesOnDisk()).toEqual([]);
}

test('parts that are sent again leave no copies', async () => {
  const { task, file } = await givenDeclared('again');
  expect(await send(task, file, 0, SIZE - 1)).toBe(200);
  for (const end of [SIZE - 900, SIZE - 500, SIZE - 1]) {
    expect(await send(task, file, SIZE - 1000, end)).toBe(200);
    expect(await sizesOnDisk()).toEqual([SIZE - 1]);
  }
  expect(await send(task, file, SIZE - 1, SIZE)).toBe(200);
  expect(await sizesOnDisk()).toEqual([SIZE]);
  await end(task);
});

test('the largest part of several interrupted uploads is kept, and too many simultaneous uploads are refused', async () => {
  const { task, file } = await givenDeclared('several');
  const at = { url: world.url, token: node.token };
  const sizes = [100_000, 300_000, 200_000, 400_000];
  const begun = sizes.map((bytes) => beginUpload(at, task, file, { bytes }));
  await until(async () => (await sizesOnDisk()).join() === sizes.toSorted((one, other) => one - other).join());
  const fifth = await upload(node, task, file);
  expect([fifth.status, fifth.body.message]).toEqual([503, expect.stringContaining('4 uploads of this content')]);
  for (const { cut } of begun) cut();
  await until(async () => (await sizesOnDisk()).length === 1);
  expect(await sizesOnDisk()).toEqual([400_000]);
  expect(await send(task, file, 400_000, SIZE)).toBe(200);
  await end(task);
});

test('an upload that takes long renews its declaration, and leaves nothing if its task ends without the file', async () => {
  const { task, file } = await givenDeclared('long');
  const begun = beginUpload({ url: world.url, token: node.token }, task, file, { bytes: 1 });
  await until(async () => (await sizesOnDisk()).join() === '1');
  await world.sql(`update artifact_upload set declared_at = now() - interval '1 day'`);
  let sent = 1;
  await until(async () => {
    begun.send(sent, sent + 1);
    sent += 1;
    const rows = await world.sql(`select from artifact_upload where declared_at > now() - interval '1 hour'`);
    return rows.length > 0;
  }, 'the declaration to be renewed');
  await node.converge(task);
  expect(await begun.finish(sent)).toMatchObject({ status: 200 });
  expect(await sizesOnDisk()).toEqual([]);
});

test('a new declaration removes the uploads of the earlier one, including uploads in progress, and of no other task', async () => {
  const { task, file } = await givenDeclared('replaced');
  const { task: other } = await givenDeclared('other');
  await declare(node, other, listed([file]));
  expect(await send(other, file, 0, 500)).toBe(200);
  const [whole, running] = [fileOf('whole.txt', 'whole'), fileOf('running.bin', Buffer.alloc(SIZE, 'running'))];
  await declare(node, task, listed([file, whole, running]));
  expect(await send(task, file, 0, 1000)).toBe(200);
  expect(await upload(node, task, whole)).toMatchObject({ body: { stored: true } });
  const begun = beginUpload({ url: world.url, token: node.token }, task, running, { bytes: 2000 });
  await until(async () => (await sizesOnDisk()).join() === '5,500,1000,2000');
  const next = fileOf('next.txt', 'next');
  await declare(node, task, listed([next]));
  expect(await sizesOnDisk()).toEqual([500]);
  await begun.finish();
  expect(await sizesOnDisk()).toEqual([500]);
  await end(other);
  expect(await upload(node, task, next)).toMatchObject({ body: { stored: true } });
  await node.report(task, { artifacts: listed([next]) }).expect(200);
});
