import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { TaskSpec } from '@almagest/contracts/grid';
import { until } from '@almagest/test-kit/until';
import { describe, expect, test } from '@jest/globals';
import {
  declare,
  download,
  fileOf,
  handOver,
  listed,
  pathsOf,
  reportWith,
  upload,
  uploadPath,
  useOf,
  type TestFile,
} from './artifact-calls.ts';
import { lockRows } from './row-locks.ts';
import { configYaml, givenNode, givenRunning, pointsOf, useNode, useWorld } from './world.ts';

const QUOTA = 3_000_000;
const QUOTA_LOCK = `hashtextextended(concat_ws(' ', current_schema(), 'artifact quota'), 0)`;

const world = useWorld({ env: { MAX_ARTIFACT_BYTES: String(QUOTA) } });
const node = useNode(world, 'n1');
const other = useNode(world, 'n2');

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

describe('refuses, without keeping anything,', () => {
  const BAD_PATHS = [
    '',
    '../x',
    'a/../b',
    '/etc/passwd',
    'a//b',
    'a/',
    '.hidden',
    'a\\b',
    'a\u0000',
    'a\nb',
    'a\u007f',
    'a\u009b31m',
    'spectrum\u202etxt.exe',
    'a/\u2066b',
    'a\u200fb',
    'x'.repeat(256),
  ];

  test('paths that leave the folder', async () => {
    const task = await givenTask('paths');
    for (const path of BAD_PATHS) {
      const bad = [{ ...listed([spectrum('x')])[0]!, path }];
      expect([path, (await declare(node, task, bad)).status]).toEqual([path, 400]);
      const { status, body } = await node.report(task, { artifacts: bad });
      expect([status, (body as { message: string }).message]).toEqual([400, expect.stringContaining('artifacts')]);
    }
    // The message names invisible characters.
    const { body } = await declare(node, task, [{ ...listed([spectrum('x')])[0]!, path: 'spectrum\u202etxt.exe' }]);
    expect(body.message).toMatch(/^body: artifacts\[0\]\.path: must be a relative path .*, without U\+202E$/);
    // The refused report has changed nothing.
    expect(await pointsOf(world, 'paths')).toMatchObject([{ status: 'running' }]);
    await node.converge(task);
  });

  test('lists with a duplicate path, two sizes for one content, or a file that is also a folder', async () => {
    const task = await givenTask('lists');
    const [one] = listed([spectrum('x')]);
    for (const list of [
      [one!, one!],
      [one!, { ...one!, path: 'b', size_bytes: 7 }],
      [one!, { ...one!, path: `${one!.path}/b` }],
    ]) {
      const { status, body } = await declare(node, task, list);
      expect([status, body.message]).toEqual([
        400,
        expect.stringMatching(/occurs twice|has 1 bytes, but|is a file, but a folder/),
      ]);
      await node.report(task, { artifacts: list }).expect(400);
    }
    await node.converge(task);
  });

  test('content with a different hash', async () => {
    const task = await givenTask('hash');
    const file = spectrum('right');
    await declare(node, task, listed([file]));
    const before = await filesOnDisk();
    const wrong = await upload(node, task, { sha256: file.sha256, content: Buffer.from('wrong') });
    expect([wrong.status, wrong.body.message]).toEqual([400, expect.stringContaining('send it again from offset 0')]);
    expect(await filesOnDisk()).toEqual(before);
    const report = () => node.report(task, { artifacts: listed([file]) });
    const early = await report();
    expect([early.status, (early.body as { message: string }).message]).toEqual([
      412,
      expect.stringMatching(/'spectrum\.txt'.*is missing\. Declare it/),
    ]);
    expect(await upload(node, task, file)).toMatchObject({ body: { stored: true } });
    await report().expect(200);
  });

  test('content larger than declared, with and without Content-Length', async () => {
    const task = await givenTask('large');
    const file = spectrum('small');
    await declare(node, task, listed([file]));
    const before = await filesOnDisk();
    const more = Buffer.from('small and more');
    const told = await upload(node, task, { sha256: file.sha256, content: more });
    expect([told.status, told.body.message]).toEqual([413, expect.stringContaining('declared 5 bytes')]);
    const chunked = await fetch(world.url + uploadPath(task, file.sha256), {
      method: 'PUT',
      headers: { authorization: `Bearer ${node.token}` },
      body: new Blob([more]).stream(),
      duplex: 'half',
    });
    expect(chunked.status).toBe(413);
    // A client with much more to send still receives the response, every time.
    for (let turn = 0; turn < 3; turn += 1) {
      const long = await fetch(world.url + uploadPath(task, file.sha256), {
        method: 'PUT',
        headers: { authorization: `Bearer ${node.token}` },
        body: new Blob([new Uint8Array(4_000_000)]).stream(),
        duplex: 'half',
      });
      expect(long.status).toBe(413);
    }
    expect(await filesOnDisk()).toEqual(before);
    await node.converge(task);
  });

  test('more files or bytes than the workflow allows, and keeps the others', async () => {
    const task = await givenTask('limits', 'artifacts: {max_files_per_task: 2, max_bytes_per_task: 10}');
    const files = [fileOf('a', '123456'), fileOf('b', '123456 too'), fileOf('c', '1234'), fileOf('d', '')];
    const { body } = await declare(node, task, listed(files));
    expect(body.artifacts.map(({ status }) => status)).toEqual(['upload', 'refused', 'upload', 'refused']);
    expect(body.artifacts.map(({ reason }) => reason).filter((reason) => reason !== null)).toEqual([
      expect.stringContaining('max_bytes_per_task'),
      expect.stringContaining('max_files_per_task'),
    ]);
    expect((await upload(node, task, files[1]!)).status).toBe(404);
    await handOver(node, task, [files[0]!, files[2]!]);
    await node.report(task, { artifacts: listed(files) }).expect(413);
    expect(await pathsOf(world, 'limits')).toEqual([]);
    await node.report(task, { artifacts: listed([files[0]!, files[2]!]) }).expect(200);
  });

  test('content that exceeds the quota, until a workflow is deleted', async () => {
    const task = await givenTask('quota');
    await givenRunning(world, 'kept', configYaml());
    await node.converge(await node.claimSoon());
    const { used_bytes: used, quota_bytes: quota } = await useOf(world, 'kept');
    expect(quota).toBe(QUOTA);
    const { text } = await world.anyone('get', '/metrics').expect(200);
    expect(text).toMatch(/^grid_artifact_bytes \d+$/m);
    expect(text).toMatch(new RegExp(`^grid_artifact_quota_bytes ${QUOTA}$`, 'm'));
    const large = fileOf('large.bin', Buffer.alloc(QUOTA - used, 'q'));
    await reportWith(node, task, [large]);
    const next = await givenTask('quota-next');
    const { body } = await declare(node, next, listed([spectrum('over'), fileOf('empty', '')]));
    expect(body.artifacts).toMatchObject([
      { status: 'refused', reason: expect.stringContaining('MAX_ARTIFACT_BYTES') as unknown },
      { status: 'upload', reason: null },
    ]);
    // The model itself is accepted.
    await node.converge(next);

    const held = (await filesOnDisk()).length;
    await world.admin('delete', '/api/workflows/quota').expect(200);
    await until(async () => (await useOf(world, 'kept')).used_bytes <= used, 'the quota to be free');
    await until(async () => (await filesOnDisk()).length === held - 1, 'the content to be removed');
    expect((await download(world.url, large.sha256)).status).toBe(404);
  });

  test('content that exceeds the quota together with concurrent declarations of other tasks', async () => {
    const [first, second] = [await givenTask('quota-first'), await givenTask('quota-second')];
    const { used_bytes: used } = await useOf(world, 'quota-first');
    // Adds an import that has ended, and an import that has not reserved its part yet.
    await world.sql(
      `insert into archive_import (sha256, size_bytes, status, workflow_id, artifact_bytes, updated_at)
       values ('a', 1, 'done', 1000, $1, now()), ('b', 1, 'waiting', null, $1, now() + interval '1 day')`,
      [QUOTA],
    );
    const size = QUOTA - used - 1_000;
    const files = (name: string) => [fileOf(name, Buffer.alloc(size, name))];
    const statusesOf = (answers: readonly Awaited<ReturnType<typeof declare>>[]) =>
      answers.flatMap(({ body }) => body.artifacts.map(({ status }) => status));
    // Both declarations wait for a third declaration. Without the lock, both would see the same free space.
    const declaring = await lockRows(world, `select pg_advisory_xact_lock(${QUOTA_LOCK})`);
    const both = Promise.all([declare(node, first, listed(files('a'))), declare(node, second, listed(files('b')))]);
    await declaring.untilBlocked(2);
    await declaring.release();
    expect(new Set(statusesOf(await both))).toEqual(new Set(['upload', 'refused']));
    // A repeated declaration does not count twice, and a new declaration replaces the old declaration.
    const [holder, other] = statusesOf(await both)[0] === 'upload' ? [first, second] : [second, first];
    expect(statusesOf([await declare(node, holder, listed(files('c')))])).toEqual(['upload']);
    expect(statusesOf([await declare(node, other, listed(files('b')))])).toEqual(['refused']);
    // A report without the files releases their declared space.
    await node.converge(holder);
    expect(statusesOf([await declare(node, other, listed(files('b')))])).toEqual(['upload']);
    await node.converge(other);
  });

  test('content for more ended tasks than the node has slots, until it reports one of them', async () => {
    const slow = await givenNode(world, 'one-slot', 1);
    const tasks: TaskSpec[] = [];
    for (const name of ['late-1', 'late-2']) {
      await givenRunning(world, name, configYaml({}, 'artifacts: {max_bytes_per_task: 100}'));
      const task = await slow.claimSoon();
      await slow.converge(task);
      tasks.push(task);
    }
    const [first, second] = tasks as [TaskSpec, TaskSpec];
    const [large, small] = [fileOf('large', Buffer.alloc(90, 'l')), fileOf('small', 'more than ten')];
    // Declarations of another node do not count.
    const foreign = await givenTask('late-0');
    await node.converge(foreign);
    await handOver(node, foreign, [fileOf('foreign', Buffer.alloc(90, 'f'))]);
    await handOver(slow, first, [large]);
    const { status, body } = await declare(slow, second, listed([small]));
    expect([status, body.message]).toEqual([
      503,
      expect.stringMatching(/^node one-slot has declared 90 bytes .* ended/),
    ]);
    // Running and ended tasks don't limit each other. A repeated declaration counts once.
    await givenRunning(world, 'late-3', configYaml({}, 'artifacts: {max_bytes_per_task: 100}'));
    const [running, now] = [await slow.claimSoon(), fileOf('now', Buffer.alloc(50, 'n'))];
    await handOver(slow, running, [now]);
    await handOver(slow, first, [large]);
    await slow.report(running, { artifacts: listed([now]) }).expect(200);
    await slow.report(first, { artifacts: listed([large]) }).expect(200);
    await reportWith(slow, second, [small]);
    await reportWith(node, foreign, [fileOf('foreign', Buffer.alloc(90, 'f'))]);
    expect(await pathsOf(world, 'late-2')).toEqual(['small']);
  });

  test('content that the task declared earlier but no longer declares', async () => {
    const task = await givenTask('again');
    const [one, another] = [spectrum('one'), spectrum('another')];
    for (let turn = 0; turn < 3; turn += 1) {
      await declare(node, task, listed([one]));
      await declare(node, task, listed([another]));
    }
    const rows = await world.sql('select sha256 from artifact_upload where task_id = $1', [task.task_id]);
    expect(rows).toEqual([{ sha256: another.sha256 }]);
    expect((await upload(node, task, one)).status).toBe(404);
    await reportWith(node, task, [another]);
  });

  test('the content of another task that this task has not declared', async () => {
    const lender = await givenTask('lends');
    const borrower = await givenTask('borrows');
    const file = spectrum('shared');
    await handOver(node, lender, [file]);
    const borrowed = await node.report(borrower, { artifacts: listed([file]) });
    expect([borrowed.status, (borrowed.body as { message: string }).message]).toEqual([
      412,
      expect.stringContaining(`artifact '${file.path}'`),
    ]);
    expect((await upload(node, borrower, file)).status).toBe(404);
    await declare(node, borrower, listed([{ ...file, size_bytes: 1 }]));
    await node.report(borrower, { artifacts: listed([file]) }).expect(412);
    await declare(node, borrower, listed([file]));
    await node.report(borrower, { artifacts: listed([file]) }).expect(200);
    expect(await pathsOf(world, 'borrows')).toEqual([file.path]);
    await node.converge(lender);
  });

  test('files for another node’s task, an unknown task, or an ended task', async () => {
    const task = await givenTask('others', 'timeout_sec: 0');
    const files = listed([spectrum('x')]);
    await declare(node, task, files);
    for (const answer of [await declare(other, task, files), await upload(other, task, spectrum('x'))])
      expect([answer.status, answer.body.message]).toEqual([
        409,
        expect.stringContaining('another node holds the task'),
      ]);
    const unknown = { ...task, task_id: '00000000-0000-4000-8000-000000000000' };
    expect((await declare(node, unknown, files)).status).toBe(409);
    expect((await upload(node, task, spectrum('never declared'))).status).toBe(404);

    await node.fail(task);
    await world.admin('post', '/api/workflows/others/points/rearm').send({}).expect(200);
    await world.admin('post', '/api/workflows/others/start');
    const again = await other.claimSoon();
    expect(again.point_name).toBe(task.point_name);
    for (const answer of [await declare(node, task, files), await upload(node, task, spectrum('x'))])
      expect([answer.status, answer.body.message]).toEqual([409, expect.stringContaining('claimed again since')]);
    await other.converge(again);
  });
});
