import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { TaskSpec } from '@almagest/contracts/grid';
import { until } from '@almagest/test-kit/until';
import { describe, expect, test } from '@jest/globals';
import { ArtifactStore } from '../src/files/artifact-store.ts';
import {
  artifactsOf,
  beginUpload,
  declare,
  download,
  FAILED,
  fileOf,
  listed,
  pathsOf,
  reportWith,
  upload,
  useOf,
  type TestFile,
} from './artifact-calls.ts';
import { configYaml, givenRunning, useNode, useWorld } from './world.ts';

const world = useWorld();
const node = useNode(world, 'n1');

/**
 * Creates a workflow and claims its only task, so that later tests cannot claim it. Each test uses a different name.
 */
async function givenTask(name: string, more = ''): Promise<TaskSpec> {
  await givenRunning(world, name, configYaml({}, `atmosphere: {strategies: [cold_run]}\n${more}`));
  return await node.claimSoon();
}

/** Lists files of stored contents and of uploads in progress. */
async function filesOnDisk(): Promise<string[]> {
  const entries = await readdir(join(world.dataDir, 'artifacts'), { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
}

const spectrum = (text: string): TestFile => fileOf('spectrum.txt', text);

describe('artifacts of a report', () => {
  test('are listed by point, task, kind and product, and can be downloaded', async () => {
    const task = await givenTask('kept');
    const files = [
      spectrum('# wavelength flux\n4000 1\n'),
      fileOf('spectrum/uv.txt', 'ultraviolet', { product: 'uv' }),
      fileOf('log/stdout.log', 'iteration 1\n', { kind: 'log' }),
    ];
    const { body } = await declare(node, task, listed(files));
    expect(body.artifacts.map(({ path, status, offset }) => [path, status, offset])).toEqual(
      files.map(({ path }) => [path, 'upload', 0]),
    );
    for (const file of files)
      expect(await upload(node, task, file)).toMatchObject({
        status: 200,
        body: { status: 'ok', received: file.size_bytes, stored: true },
      });
    expect(await pathsOf(world, 'kept')).toEqual([]);
    await node.report(task, { artifacts: listed(files) }).expect(200);

    const { artifacts, next } = await artifactsOf(world, 'kept');
    const [, first] = artifacts;
    expect(next).toBeNull();
    expect(first).toMatchObject({
      point_name: task.point_name,
      task_id: task.task_id,
      path: 'spectrum.txt',
      kind: 'spectrum',
      product: null,
      sha256: files[0]!.sha256,
      size_bytes: files[0]!.size_bytes,
    });
    expect(await pathsOf(world, 'kept', 'kind=spectrum')).toEqual(['spectrum.txt', 'spectrum/uv.txt']);
    expect(await pathsOf(world, 'kept', 'product=uv')).toEqual(['spectrum/uv.txt']);
    expect(await pathsOf(world, 'kept', `task_id=${task.task_id}&kind=log`)).toEqual(['log/stdout.log']);
    expect(await pathsOf(world, 'kept', `point=${task.point_name}`)).toHaveLength(3);
    expect(await pathsOf(world, 'kept', 'point=elsewhere')).toEqual([]);
    expect((await useOf(world, 'kept')).kinds).toEqual([
      { kind: 'log', files: 1, bytes: 12 },
      { kind: 'spectrum', files: 2, bytes: files[0]!.size_bytes + 11 },
    ]);

    const { sha256, content } = files[0]!;
    const whole = await download(world.url, sha256);
    expect([whole.status, whole.content.equals(content)]).toEqual([200, true]);
    expect(whole.headers.get('etag')).toBe(`"${sha256}"`);
    expect(whole.headers.get('content-disposition')).toBe('attachment; filename="spectrum.txt"');
    const part = await download(world.url, sha256, { range: 'bytes=2-11' });
    expect([part.status, part.content.toString()]).toEqual([206, 'wavelength']);
    await world.admin('get', `/api/artifacts/${sha256}`).set('If-None-Match', `"${sha256}"`).expect(304);
    expect((await download(world.url, 'a'.repeat(64))).status).toBe(404);
  });

  test('are listed page by page without gaps, in a stable order', async () => {
    await givenRunning(world, 'pages', configYaml({ teff: ['20000', '21000', '22000'] }));
    for (let n = 0; n < 3; n += 1) {
      const task = await node.claimSoon();
      await reportWith(node, task, [fileOf('a.txt', `a${n}`), fileOf('b.txt', `b${n}`)]);
    }
    for (const filter of ['', '&kind=a']) {
      const all = (await artifactsOf(world, 'pages', `limit=500${filter}`)).artifacts;
      expect(all).toHaveLength(filter === '' ? 6 : 3);
      const read: unknown[] = [];
      for (let after = ''; ;) {
        const page = await artifactsOf(world, 'pages', `limit=2${filter}${after}`);
        read.push(...page.artifacts);
        if (page.next === null) break;
        after = `&after=${page.next}`;
      }
      expect(read).toEqual(all);
    }
    expect((await artifactsOf(world, 'pages', 'limit=6')).next).toBeNull();
    const id = '00000000-0000-4000-8000-000000000000';
    const places = [[1, id, 'a'], ['p', 1, 'a'], ['p', 'a', 'a'], ['p', id, 1], ['p\0', id, 'a'], ['p', id, 'a\0'], 1];
    for (const text of ['nothing', ...places.map((place) => JSON.stringify(place))]) {
      const after = Buffer.from(text).toString('base64url');
      await world.admin('get', `/api/workflows/pages/artifacts?after=${after}`).expect(400);
    }
    await world.sql(
      `insert into artifact select (jsonb_populate_record(a, jsonb_build_object('path', 'copy' || n))).*
       from artifact as a, generate_series(1, 500) as n where a.path = 'a.txt'`,
    );
    expect((await artifactsOf(world, 'pages', 'limit=501')).artifacts).toHaveLength(500);
    expect((await artifactsOf(world, 'pages', 'limit=0')).artifacts).toHaveLength(1);
  });

  test('are kept as configured, for converged and failed attempts', async () => {
    const keep = 'artifacts: {keep: {plot: failed, flux: never, log: never}, default: converged}';
    const files = [spectrum('s'), fileOf('plot.png', 'p'), fileOf('flux.dat', 'f'), fileOf('log/x', 'x')];
    const good = await givenTask('rules-good', keep);
    const { body } = await declare(node, good, listed(files));
    expect(body.artifacts.map(({ status }) => status)).toEqual(['upload', 'unwanted', 'unwanted', 'unwanted']);
    await reportWith(node, good, files);
    expect(await pathsOf(world, 'rules-good')).toEqual(['spectrum.txt']);
    const bad = await givenTask('rules-bad', keep);
    await reportWith(node, bad, files, FAILED);
    expect(await pathsOf(world, 'rules-bad')).toEqual(['plot.png']);
  });

  test('are stored once if the report is repeated, and by the repeat if the first report lacked them', async () => {
    const task = await givenTask('twice');
    await node.report(task).expect(200);
    for (let n = 0; n < 2; n += 1) await reportWith(node, task, [spectrum('twice')]);
    await world.sql(`insert into artifact_count (workflow_id, kind, files, bytes) values (0, 'spectrum', 7, 70)`);
    // A node that did not receive the response can report again without a new declaration.
    await node.report(task, { artifacts: listed([spectrum('twice')]) }).expect(200);
    expect((await useOf(world, 'twice')).kinds).toEqual([{ kind: 'spectrum', files: 1, bytes: 5 }]);
  });

  test('share one file if their contents are equal', async () => {
    const task = await givenTask('same');
    const before = (await filesOnDisk()).length;
    await reportWith(node, task, [fileOf('a.txt', 'the same'), fileOf('b.txt', 'the same')]);
    expect((await filesOnDisk()).length).toBe(before + 1);
    const again = await givenTask('same-again');
    const { body } = await declare(node, again, listed([fileOf('c.txt', 'the same')]));
    expect(body.artifacts).toEqual([{ path: 'c.txt', status: 'stored', offset: 8, reason: null }]);
    await node.report(again, { artifacts: listed([fileOf('c.txt', 'the same')]) }).expect(200);
  });
});

describe('an interrupted upload', () => {
  test('resumes where it ended, repeatedly', async () => {
    const task = await givenTask('cut');
    const file = fileOf('cut.bin', Buffer.alloc(1_000_000, 'cut'));
    await declare(node, task, listed([file]));
    const begun = beginUpload({ url: world.url, token: node.token }, task, file, { bytes: 300_000 });
    const received = async () => (await declare(node, task, listed([file]))).body.artifacts[0]!;
    await until(async () => (await received()).offset === 300_000, 'the first bytes to arrive');
    begun.cut();
    expect(await received()).toMatchObject({ status: 'upload', offset: 300_000 });
    const middle = { sha256: file.sha256, content: file.content.subarray(0, 700_000) };
    expect(await upload(node, task, middle, 300_000)).toMatchObject({
      status: 200,
      body: { received: 700_000, stored: false },
    });
    expect(await upload(node, task, file, 700_001)).toMatchObject({
      status: 409,
      body: { message: expect.stringContaining('continue at offset 700000') as unknown },
    });
    expect(await upload(node, task, file, 700_000)).toMatchObject({ status: 200, body: { stored: true } });
    await node.report(task, { artifacts: listed([file]) }).expect(200);
    expect((await download(world.url, file.sha256)).content.equals(file.content)).toBe(true);
    expect((await filesOnDisk()).filter((path) => path.includes('incoming'))).toEqual([]);
  });

  test('does no harm when its old connection delivers data after the resumption', async () => {
    const task = await givenTask('revived');
    const file = fileOf('revived.bin', Buffer.alloc(400_000, 'revived'));
    await declare(node, task, listed([file]));
    const stale = beginUpload({ url: world.url, token: node.token }, task, file, { bytes: 100_000 });
    await until(async () => (await declare(node, task, listed([file]))).body.artifacts[0]!.offset === 100_000);
    expect(await upload(node, task, file, 100_000)).toMatchObject({ body: { stored: true } });
    stale.cut();
    await node.report(task, { artifacts: listed([file]) }).expect(200);
    expect((await download(world.url, file.sha256)).content.equals(file.content)).toBe(true);
  });
});

describe('two overlapping uploads of one content', () => {
  /** Starts an upload that has sent its first bytes and waits. */
  async function givenBegun(name: string) {
    const task = await givenTask(name);
    const file = fileOf(`${name}.bin`, Buffer.alloc(400_000, name));
    await declare(node, task, listed([file]));
    const begun = beginUpload({ url: world.url, token: node.token }, task, file, { bytes: 100_000 });
    await until(async () => (await declare(node, task, listed([file]))).body.artifacts[0]!.offset === 100_000);
    return { task, file, begun };
  }

  async function expectWhole(task: TaskSpec, file: TestFile): Promise<void> {
    await node.report(task, { artifacts: listed([file]) }).expect(200);
    expect((await download(world.url, file.sha256)).content.equals(file.content)).toBe(true);
    expect((await filesOnDisk()).filter((path) => path.includes('incoming'))).toEqual([]);
  }

  test('both succeed if the second upload finishes first', async () => {
    const { task, file, begun } = await givenBegun('faster');
    expect(await upload(node, task, file)).toMatchObject({ status: 200, body: { stored: true } });
    expect(await begun.finish()).toMatchObject({ status: 200, body: { stored: true } });
    await expectWhole(task, file);
  });

  test('are checked separately, so the first upload succeeds even if the second has a wrong hash', async () => {
    const { task, file, begun } = await givenBegun('apart');
    const wrong = { sha256: file.sha256, content: Buffer.alloc(400_000, 'wrong') };
    expect((await upload(node, task, wrong)).status).toBe(400);
    expect(await begun.finish()).toMatchObject({ status: 200, body: { stored: true } });
    await expectWhole(task, file);
  });

  test('restart from the beginning if the shared part has the wrong hash', async () => {
    const task = await givenTask('beginning');
    const file = fileOf('beginning.bin', Buffer.alloc(400_000, 'beginning'));
    await declare(node, task, listed([file]));
    const wrong = Buffer.alloc(100_000, 'wrong');
    await upload(node, task, { sha256: file.sha256, content: wrong });
    const rest = { sha256: file.sha256, content: Buffer.concat([wrong, file.content.subarray(100_000)]) };
    const begun = beginUpload(
      { url: world.url, token: node.token },
      task,
      { ...file, ...rest },
      { bytes: 1, offset: 100_000 },
    );
    await until(async () => (await declare(node, task, listed([file]))).body.artifacts[0]!.offset === 100_001);
    for (const status of [(await upload(node, task, rest, 100_000)).status, (await begun.finish()).status])
      expect(status).toBe(400);
    expect((await declare(node, task, listed([file]))).body.artifacts).toMatchObject([{ status: 'upload', offset: 0 }]);
    expect(await upload(node, task, file)).toMatchObject({ status: 200, body: { stored: true } });
    await expectWhole(task, file);
  });

  test('get the offset to resume from if their parts were swept', async () => {
    const { task, file, begun } = await givenBegun('swept');
    await (await ArtifactStore.open(world.dataDir)).sweepIncoming(0);
    expect(await begun.finish()).toMatchObject({
      status: 409,
      body: { message: expect.stringContaining('continue at offset 0') as unknown },
    });
    expect(await upload(node, task, file)).toMatchObject({ status: 200, body: { stored: true } });
    await expectWhole(task, file);
  });
});
