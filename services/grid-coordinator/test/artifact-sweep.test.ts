import { existsSync, readdirSync } from 'node:fs';
import { mkdir, mkdtemp, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDatabase } from '@almagest/service-kit/database';
import { openLog } from '@almagest/service-kit/log';
import { until } from '@almagest/test-kit/until';
import { expect, test } from '@jest/globals';
import pg from 'pg';
import { sweepArtifacts } from '../src/application/artifacts/sweep-artifacts.ts';
import { ArtifactStore } from '../src/files/artifact-store.ts';
import type { Database } from '../src/persistence/database.ts';
import { declare, fileOf, listed, pathsOf, reportWith, upload, useOf } from './artifact-calls.ts';
import { lockRows } from './row-locks.ts';
import { configYaml, givenRunning, useNode, useWorld } from './world.ts';

const world = useWorld();
const node = useNode(world, 'n1');

const LOCK = `hashtextextended(concat_ws(' ', current_schema(), 'artifact contents'), 0)`;

function placeOf(sha256: string): string {
  return join(world.dataDir, 'artifacts', sha256.slice(0, 2), sha256.slice(2));
}

async function givenTask(name: string) {
  await givenRunning(world, name, configYaml({}, 'timeout_sec: 0\n'));
  return await node.claimSoon();
}

/** Runs the hourly sweep immediately. */
async function sweepNow(logRetentionDays = 30): Promise<void> {
  const { db } = openDatabase<Database>(
    { url: world.databaseUrl, schema: 'grid' },
    { max: 2, onFault: () => undefined, forJobs: true },
  );
  const artifacts = await ArtifactStore.open(world.dataDir);
  await sweepArtifacts({ db, log: openLog('test', 'error'), artifacts, logRetentionDays });
  await db.destroy();
}

test('keeps content that is declared while the sweep looks for it', async () => {
  const file = fileOf('a.txt', 'about to be referred to');
  const first = await givenTask('first');
  await reportWith(node, first, [file]);
  const task = await givenTask('second');
  // Performs the steps of a declaration and stops before its commit.
  const client = new pg.Client({ connectionString: world.databaseUrl, options: '-c search_path=grid' });
  await client.connect();
  await client.query('begin');
  await client.query(`select pg_advisory_xact_lock_shared(${LOCK})`);
  await client.query(
    'insert into artifact_upload (task_id, sha256, size_bytes, workflow_id) select $1, $2, $3, workflow_id from task where id = $1',
    [task.task_id, file.sha256, file.size_bytes],
  );
  const removed = world.sql('delete from artifact where sha256 = $1', [file.sha256]);
  await removed;
  const sweeping = sweepNow();
  await until(async () => {
    const [row] = await world.sql<{ n: number }>(
      `select count(*)::int as n from pg_stat_activity where datname = current_database() and wait_event = 'advisory'`,
    );
    return (row?.n ?? 0) > 0;
  }, 'the sweep to wait');
  await client.query('commit');
  await client.end();
  await sweeping;
  expect(existsSync(placeOf(file.sha256))).toBe(true);
  await node.report(task, { artifacts: listed([file]) }).expect(200);
});

test('requests content again if it is removed while being declared', async () => {
  const file = fileOf('b.txt', 'about to be removed');
  const first = await givenTask('third');
  await reportWith(node, first, [file]);
  const task = await givenTask('fourth');
  // Takes the lock of the sweep.
  const sweep = await lockRows(world, `select pg_advisory_xact_lock(${LOCK})`);
  const declared = declare(node, task, listed([file]));
  await sweep.untilBlocked(1);
  await rm(placeOf(file.sha256));
  await sweep.release();
  expect((await declared).body.artifacts).toMatchObject([{ status: 'upload', offset: 0 }]);
  await upload(node, task, file);
  await node.report(task, { artifacts: listed([file]) }).expect(200);
});

test('does not acknowledge a report whose content was removed after its declaration', async () => {
  const file = fileOf('gone.txt', 'removed before the report');
  const task = await givenTask('gone');
  await declare(node, task, listed([file]));
  await upload(node, task, file);
  await world.sql(`update artifact_upload set declared_at = now() - interval '2 days'`);
  await sweepNow();
  expect(existsSync(placeOf(file.sha256))).toBe(false);
  await node.report(task, { artifacts: listed([file]) }).expect(412);
  expect(await pathsOf(world, 'gone')).toEqual([]);
  await reportWith(node, task, [file]);
  await sweepNow();
  expect(existsSync(placeOf(file.sha256))).toBe(true);
});

test('uploads and reports keep content that their task has declared', async () => {
  const [file, other] = [fileOf('a.bin', Buffer.alloc(900, 'a')), fileOf('b.bin', Buffer.alloc(900, 'b'))];
  const [uploading, reporting, silent] = [await givenTask('up'), await givenTask('told'), await givenTask('silent')];
  for (const task of [uploading, reporting, silent]) await declare(node, task, listed([file, other]));
  const age = async (ago: string) => {
    await world.sql(`update artifact_upload set declared_at = now() - $1::interval`, [ago]);
  };
  const declaredWithin = async (time: string) => {
    const rows = await world.sql<{ task: string; sha256: string }>(
      `select task_id as task, sha256 from artifact_upload where declared_at > now() - $1::interval`,
      [time],
    );
    return rows.map(({ task, sha256 }) => `${task} ${sha256}`).toSorted();
  };
  const part = { sha256: file.sha256, content: file.content.subarray(0, 400) };
  const times = async () => await world.sql('select task_id, sha256, declared_at from artifact_upload order by 1, 2');
  await age('1 second');
  const fresh = await times();
  await upload(node, uploading, part);
  expect(await times()).toEqual(fresh);
  await age('23 hours');
  await upload(node, uploading, { ...part, content: file.content.subarray(0, 500) }, 400);
  expect(await declaredWithin('1 hour')).toEqual([`${uploading.task_id} ${file.sha256}`]);
  await age('23 hours');
  await node.report(reporting, { artifacts: listed([file, other]) }).expect(412);
  const ofReport = [file, other].map(({ sha256 }) => `${reporting.task_id} ${sha256}`);
  expect(await declaredWithin('1 hour')).toEqual(ofReport.toSorted());
  for (const task of [uploading, reporting, silent]) await reportWith(node, task, [file, other]);
  const undeclared = await givenTask('undeclared');
  await node.report(undeclared, { artifacts: listed([file]) }).expect(412);
  await reportWith(node, undeclared, [file]);
});

test('an upload extends the deadline of its running task and never shortens it', async () => {
  const file = fileOf('slow.bin', 'slow');
  const [task, other] = [await givenTask('slow'), await givenTask('other')];
  const setDeadlines = async (ahead: string) => {
    await world.sql('update task set deadline = now() + $1::interval', [ahead]);
  };
  const deadlineOf = async ({ task_id: id }: typeof task) =>
    (await world.sql<{ deadline: Date }>('select deadline from task where id = $1', [id]))[0]?.deadline.getTime() ?? 0;
  await setDeadlines('9 days');
  const far = await deadlineOf(task);
  await declare(node, task, listed([file]));
  expect(await deadlineOf(task)).toBe(far);
  for (const extend of [() => declare(node, task, listed([file])), () => upload(node, task, file)]) {
    await setDeadlines('90 seconds');
    const [mine, others] = [await deadlineOf(task), await deadlineOf(other)];
    await extend();
    expect(await deadlineOf(task)).toBeGreaterThan(mine);
    expect(await deadlineOf(other)).toBe(others);
  }
  await node.report(task, { artifacts: listed([file]) }).expect(200);
  await setDeadlines('90 seconds');
  const last = await deadlineOf(task);
  await declare(node, task, listed([file]));
  expect(await deadlineOf(task)).toBe(last);
});

test('deletes expired logs and keeps other artifacts', async () => {
  const files = [fileOf('log/stdout.log', 'said', { kind: 'log' }), fileOf('spectrum.txt', 'stays')];
  const task = await givenTask('logs');
  await reportWith(node, task, files);
  await world.sql(`update artifact set stored_at = now() - interval '29 days'`);
  await sweepNow();
  expect(await pathsOf(world, 'logs')).toEqual(['log/stdout.log', 'spectrum.txt']);
  await world.sql(`update artifact set stored_at = now() - interval '31 days'`);
  await sweepNow();
  expect(await pathsOf(world, 'logs')).toEqual(['spectrum.txt']);
  expect((await useOf(world, 'logs')).kinds).toEqual([{ kind: 'spectrum', files: 1, bytes: 5 }]);
  expect(files.map(({ sha256 }) => existsSync(placeOf(sha256)))).toEqual([false, true]);
});

test('removes all traces of abandoned uploads', async () => {
  const parts = () => {
    const entries = readdirSync(join(world.dataDir, 'artifacts/incoming'), { recursive: true, withFileTypes: true });
    return entries.filter((entry) => entry.isFile());
  };
  const file = fileOf('half.bin', Buffer.alloc(1000, 'h'));
  const task = await givenTask('half');
  await declare(node, task, listed([file]));
  await upload(node, task, { sha256: file.sha256, content: file.content.subarray(0, 400) });
  await sweepNow();
  expect(parts()).toHaveLength(1);
  await world.sql(`update artifact_upload set declared_at = now() - interval '2 days'`);
  for (const { parentPath, name } of parts()) await utimes(join(parentPath, name), 0, 0);
  await sweepNow();
  expect(parts()).toEqual([]);
  await node.converge(task);
});

test('removes contents in batches, so that no declaration waits long', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'artifact-sweep-'));
  try {
    const store = await ArtifactStore.open(folder);
    const contents = Array.from({ length: 450 }, (_, index) => `ab${String(index).padStart(62, '0')}`);
    await mkdir(join(folder, 'artifacts/ab'));
    for (const sha256 of contents) await writeFile(store.contents.pathOf(sha256), '');
    const kept = contents.slice(0, 3);
    const calls: number[] = [];
    const removed = await store.contents.sweep(
      () => Promise.resolve(new Set(kept.slice(0, 1))),
      async (candidates, remove) => {
        calls.push(candidates.length);
        // Two of the candidates have been referenced since.
        await remove(candidates.filter((sha256) => !kept.includes(sha256)));
      },
    );
    expect([removed, calls]).toEqual([447, [200, 200, 49]]);
    expect(contents.filter((sha256) => existsSync(store.contents.pathOf(sha256)))).toEqual(kept);
  } finally {
    await rm(folder, { recursive: true });
  }
});
