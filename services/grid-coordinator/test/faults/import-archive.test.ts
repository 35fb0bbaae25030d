import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ClusterStatus, TaskSpec } from '@almagest/contracts/grid';
import { beforeAll, expect, test } from '@jest/globals';
import { until } from '@almagest/test-kit/until';
import {
  filesIn,
  givenResults,
  importArchive,
  openBag,
  pack,
  readImportOf,
  requestArchive,
  startImport,
  unpack,
} from '../archives.ts';
import { declare, fileOf, listed, reportWith, useOf } from '../artifact-calls.ts';
import { BAD_ARCHIVES, setArchive } from '../bad-archives.ts';
import { lockRows } from '../row-locks.ts';
import {
  configYaml,
  givenNode,
  givenRunning,
  OFTEN_SWEPT,
  openWorld,
  pointsOf,
  start,
  statusOf,
  useWorld,
  type TestNode,
  type World,
} from '../world.ts';

const origin = useWorld();
const empty = useWorld({ env: { MAX_ARCHIVE_BYTES: '1000000' } });
let archive: Buffer;
let files: Map<string, Buffer>;
beforeAll(async () => {
  await givenResults(origin, 'sdb');
  await givenJudgements();
  archive = (await requestArchive(origin.url, 'sdb')).bytes;
  files = openBag(archive, 'sdb');
  setArchive(archive);
});

/** Checks one model. Rejects another model and accepts it again. */
async function givenJudgements(): Promise<void> {
  const converged = (await pointsOf(origin, 'sdb')).filter(({ status }) => status === 'converged');
  const [first, second] = converged.map(({ name }) => `/api/workflows/sdb/points/${name}/judgements`);
  const judge = (url: string | undefined, kind: string) =>
    origin.admin('post', url ?? '').send({ kind, note: `${kind} — é` });
  await judge(first, 'checked').expect(200);
  await judge(second, 'rejected').expect(200);
  await judge(second, 'accepted').expect(200);
}

test.each(BAD_ARCHIVES)('refuses an archive that %s and stores nothing from it', async (_, bad, message) => {
  const outcome = await importArchive(empty, bad());
  expect([outcome.status, outcome.message]).toEqual(['refused', expect.stringMatching(message)]);
  for (const table of [
    'workflow',
    'point',
    'task',
    'model',
    'current_model',
    'imported_model',
    'point_count_delta',
    'point_count',
    'artifact',
  ])
    expect([table, await empty.sql(`select 1 from ${table}`)]).toEqual([table, []]);
  await until(() => readdirSync(join(empty.dataDir, 'imports')).length === 0, 'the archive to be removed');
});

test('refuses a piece announced as too large, too long or misplaced, and the upload resumes', async () => {
  const sha256 = createHash('sha256').update(archive).digest('hex');
  const put = (query: string, body: Buffer) =>
    empty.admin('put', `/api/imports/${sha256}?${query}`).set('Content-Type', 'application/octet-stream').send(body);
  await empty.admin('get', `/api/imports/${sha256}`).expect(404);
  await put('offset=0&size=1000001', archive).expect(413);
  await put(`offset=700&size=${archive.length}`, archive.subarray(700)).expect(409);
  await put('offset=0&size=100', archive.subarray(0, 600)).expect(400);
  await put('offset=0', archive).expect(400);
  await empty.anyone('put', `/api/imports/${sha256}?offset=0&size=9`).send(Buffer.from('x')).expect(401);
  const first = await put(`offset=0&size=${archive.length}`, archive.subarray(0, 600)).expect(200);
  expect(first.body).toMatchObject({ data: { status: 'uploading', received_bytes: 600, size_bytes: archive.length } });
  const { body } = await put(`offset=0&size=${archive.length}`, archive.subarray(0, 600)).expect(409);
  expect(body).toMatchObject({ message: expect.stringContaining('must start at offset 600') });
});

/** Returns the data of a page without row ids, which differ between databases. */
async function textOf(world: World, path: string): Promise<string> {
  const { body } = await world.admin('get', `/api/workflows/sdb/${path}`).expect(200);
  return JSON.stringify(body).replaceAll(/"id":\d+,?/g, '');
}

test('an import restores points, attempts, models and records, and its export is identical byte for byte', async () => {
  const sha256 = createHash('sha256').update(archive).digest('hex');
  const rest = archive.subarray(600);
  await empty
    .admin('put', `/api/imports/${sha256}?offset=600&size=${archive.length}`)
    .set('Content-Type', 'application/octet-stream')
    .send(rest);
  const outcome = await importArchive(empty, Buffer.from(archive));
  expect(outcome).toMatchObject({
    status: 'done',
    workflow: 'sdb',
    message: expect.stringMatching(
      /^4 points, 5 attempts, 2 models, 3 judgements, 0 reproductions, 5 records and 4 artifacts$/,
    ),
  });
  expect((await requestArchive(empty.url, 'sdb')).bytes.equals(archive)).toBe(true);
  expect(await pointsOf(empty, 'sdb')).toEqual(await pointsOf(origin, 'sdb'));
  for (const { name } of await pointsOf(origin, 'sdb')) {
    const detail = async (world: World) =>
      (await world.admin('get', `/api/workflows/sdb/points/${name}`).expect(200)).body;
    expect(await detail(empty)).toEqual(await detail(origin));
  }
  for (const [path, told] of [
    ['judgements', /"judged_at"/],
    ['failures', /"cause"/],
    ...(await pointsOf(origin, 'sdb')).map(({ name }) => [`points/${name}/explain`, /"reason"/] as const),
    ...(await pointsOf(origin, 'sdb'))
      .filter(({ status }) => status === 'converged')
      .map(({ name }) => [`points/${name}/provenance`, /"config/] as const),
  ] as const) {
    const here = await textOf(empty, path);
    expect([path, here]).toEqual([path, expect.stringMatching(told)]);
    expect([path, here]).toEqual([path, await textOf(origin, path)]);
  }
  const stats = async (world: World) =>
    (await world.admin('get', '/api/workflows/sdb/stats').expect(200)).body as { data: object };
  expect({ ...(await stats(empty)).data, eta_sec: 0 }).toEqual({ ...(await stats(origin)).data, eta_sec: 0 });
  // Files of refused archives stay until the sweep.
  const stored = filesIn(join(empty.dataDir, 'seeds'));
  for (const [name, content] of filesIn(join(origin.dataDir, 'seeds')))
    expect([name, stored.get(name)?.equals(content)]).toEqual([name, true]);
});

/** Drops the files that only archives of this version have. */
function ofEarlierVersion(): Map<string, Buffer> {
  const later = new Set(['starts', 'judgements', 'reproductions', 'counts'].map((name) => `data/rows/${name}.jsonl`));
  return new Map([...files].filter(([path]) => !later.has(path)));
}

test('importing the same archive again changes nothing, and another archive for an existing workflow is refused', async () => {
  expect(await importArchive(empty, archive)).toMatchObject({ status: 'done', workflow: 'sdb' });
  const other = await importArchive(empty, pack(files));
  expect(other).toMatchObject({
    status: 'refused',
    message: expect.stringContaining('workflow sdb already exists'),
  });
  expect((await requestArchive(empty.url, 'sdb')).bytes.equals(archive)).toBe(true);
});

test('imports an archive that another program has unpacked and repacked', async () => {
  await empty.admin('delete', '/api/workflows/sdb').expect(200);
  const { folder, remove } = unpack(archive);
  const bag = join(folder, 'sdb');
  for (const name of ['bagit.txt', 'bag-info.txt', 'manifest-sha256.txt'])
    writeFileSync(join(bag, name), readFileSync(join(bag, name), 'utf8').replaceAll('\n', '\r\n'));
  rmSync(join(bag, 'tagmanifest-sha256.txt'));
  writeFileSync(join(bag, 'notes.txt'), 'a tag file of another program');
  // This archive has entries for folders, the data first, and GNU tar entries for long paths.
  const repacked = execFileSync('tar', ['-cf', '-', '--format=gnu', '--sort=name', 'sdb'], { cwd: folder });
  remove();
  expect(await importArchive(empty, repacked)).toMatchObject({ status: 'done', workflow: 'sdb' });
  expect((await requestArchive(empty.url, 'sdb')).bytes.equals(archive)).toBe(true);
});

test('imports an archive of an earlier version, without starts, judgements, reproductions and counts', async () => {
  await empty.admin('delete', '/api/workflows/sdb').expect(200);
  expect(await importArchive(empty, pack(ofEarlierVersion()))).toMatchObject({
    status: 'done',
    message: expect.stringContaining('2 models, 0 judgements, 0 reproductions'),
  });
  await empty.admin('delete', '/api/workflows/sdb').expect(200);
  expect(await importArchive(empty, archive)).toMatchObject({ status: 'done' });
});

function artifactBytes(): number {
  const artifacts = [...files].filter(([path]) => path.startsWith('data/artifacts/'));
  return artifacts.reduce((sum, [, { length }]) => sum + length, 0);
}

test('an archive whose artifacts exceed the remaining quota is refused as a whole, and accepted when there is room', async () => {
  const bytes = artifactBytes();
  await using narrow = await openWorld({ env: { ...OFTEN_SWEPT, MAX_ARTIFACT_BYTES: String(bytes) } });
  // Declared artifacts of nodes count towards the quota.
  const node = await givenNode(narrow, 'n1');
  await givenRunning(narrow, 'w', configYaml());
  const task = await node.claimSoon();
  const file = fileOf('spectrum.txt', 'x');
  await declare(node, task, listed([file]));
  expect(await importArchive(narrow, archive)).toMatchObject({
    status: 'refused',
    message: expect.stringMatching(
      new RegExp(`artifacts of the archive have ${bytes} bytes, but MAX_ARTIFACT_BYTES .* leaves only ${bytes - 1}`),
    ),
  });
  expect(await narrow.sql(`select from artifact_upload where sha256 <> $1`, [file.sha256])).toEqual([]);
  await node.converge(task);
  // Blocks the last statement of the transaction that stores the import's rows.
  const writing = await lockRows(narrow, 'lock table artifact_count_delta in share mode');
  await startImport(narrow, archive);
  await until(async () => (await narrow.sql('select from archive_import where artifact_bytes > 0')).length > 0);
  const last = await givenRunningTask(narrow, node);
  const declared = async () => (await declare(node, last, listed([file]))).body.artifacts;
  const refused = [{ status: 'refused', reason: expect.stringContaining('MAX_ARTIFACT_BYTES') }];
  const meanwhile = await declared();
  await writing.release();
  expect(meanwhile).toMatchObject(refused);
  expect(await importArchive(narrow, archive)).toMatchObject({ status: 'done', failed_tries: 0 });
  // The import has used the whole quota, once.
  expect(await declared()).toMatchObject(refused);
  expect((await useOf(narrow, 'sdb')).used_bytes).toBe(bytes);
});

async function givenRunningTask(world: World, node: TestNode): Promise<TaskSpec> {
  await givenRunning(world, 'v', configYaml());
  return await node.claimSoon();
}

/** Replaces a folder with a file. */
function withoutFolder(folder: string): { readonly restore: () => void } {
  renameSync(folder, `${folder}.away`);
  writeFileSync(folder, 'no folder');
  const restore = () => {
    rmSync(folder);
    renameSync(`${folder}.away`, folder);
  };
  return { restore };
}

test('an import that fails shows why, retries automatically, and is given up after a day', async () => {
  // Quota taken by an earlier try does not count twice.
  const env = { ...OFTEN_SWEPT, LOG_LEVEL: 'silent', MAX_ARTIFACT_BYTES: String(artifactBytes()) };
  const world = await openWorld({ env });
  const failingImports = async () => {
    const { body } = await world.admin('get', '/api/status').expect(200);
    return (body as ClusterStatus).failing_imports;
  };
  const untilTried = async (sha256: string, tries: number) =>
    await until(async () => (await readImportOf(world, sha256)).failed_tries === tries, `try ${tries} to fail`);
  /** Ends the wait before the next try. */
  const nextTry = (sha256: string) =>
    world.sql(`update archive_import set updated_at = now() - interval '61 minutes' where sha256 = $1`, [sha256]);
  try {
    expect(await failingImports()).toBeUndefined();
    const records = withoutFolder(join(world.dataDir, 'diagnostics'));
    const sha256 = await startImport(world, archive);
    await untilTried(sha256, 1);
    expect(await readImportOf(world, sha256)).toMatchObject({
      status: 'waiting',
      workflow: null,
      message: expect.stringMatching(/EEXIST|ENOTDIR/),
    });
    // The import's reserved quota stays unavailable to tasks meanwhile.
    const node = await givenNode(world, 'n1');
    const task = await givenRunningTask(world, node);
    const { body } = await declare(node, task, listed([fileOf('spectrum.txt', 'x')]));
    expect(body.artifacts).toMatchObject([{ status: 'refused' }]);
    await nextTry(sha256);
    await untilTried(sha256, 2);
    expect(await failingImports()).toEqual([
      { sha256, size_bytes: archive.length, failed_tries: 2, message: expect.stringMatching(/EEXIST|ENOTDIR/) },
    ]);
    records.restore();
    await nextTry(sha256);
    expect(await importArchive(world, archive)).toMatchObject({ status: 'done', workflow: 'sdb', failed_tries: 0 });
    expect(await failingImports()).toBeUndefined();

    const other = pack(new Map(files));
    await world.admin('delete', '/api/workflows/sdb').expect(200);
    withoutFolder(join(world.dataDir, 'diagnostics'));
    const lost = await startImport(world, other);
    await untilTried(lost, 1);
    await world.sql('update archive_import set failed_tries = 29 where sha256 = $1', [lost]);
    await nextTry(lost);
    expect(await importArchive(world, other)).toMatchObject({
      status: 'refused',
      message: expect.stringMatching(/^given up after 30 attempts\. The last attempt failed with: (?:EEXIST|ENOTDIR)/),
    });
    await until(() => readdirSync(join(world.dataDir, 'imports')).length === 0, 'the archive to be removed');
  } finally {
    await world.close();
  }
});

test('restores files of one attempt with equal content that are placed concurrently', async () => {
  await givenRunning(origin, 'copies', configYaml());
  const node = await givenNode(origin, 'node-of-copies');
  const copies = Array.from({ length: 40 }, (_, index) => fileOf(`copies/${index}.txt`, 'the same'));
  await reportWith(node, await node.claimSoon(), [...copies, fileOf('large.bin', Buffer.alloc(1_500_000, 'x'))]);
  const { bytes } = await requestArchive(origin.url, 'copies');
  await using elsewhere = await openWorld();
  expect(await importArchive(elsewhere, bytes)).toMatchObject({
    status: 'done',
    message: expect.stringContaining('41 artifacts'),
  });
  expect((await requestArchive(elsewhere.url, 'copies')).bytes.equals(bytes)).toBe(true);
  const left = readdirSync(join(elsewhere.dataDir, 'artifacts', 'incoming'), {
    recursive: true,
    withFileTypes: true,
  });
  expect(left.filter((entry) => entry.isFile())).toEqual([]);
});

test('an imported workflow resumes where it stopped, and open points start from the imported models', async () => {
  expect(await statusOf(empty, 'sdb')).toBe('paused');
  await start(empty, 'sdb');
  const node = await givenNode(empty, 'fresh');
  const cold = await node.claimSoon();
  await node.fail(cold);
  const seeded = await node.claimSoon();
  expect([seeded.point_name, seeded.task_type]).toEqual([cold.point_name, 'seed_step']);
  const seed = await empty.as(node.token, 'get', `/api/seed/${seeded.seed_point_name}`).expect(200);
  expect((seed.body as Buffer).toString()).toBe(`model of ${seeded.seed_point_name} in sdb`);
  await node.converge(seeded);
});
