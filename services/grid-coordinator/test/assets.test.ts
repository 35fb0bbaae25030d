import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Asset, AssetsPage, Provenance } from '@almagest/contracts/grid';
import { openDatabase } from '@almagest/service-kit/database';
import { openLog } from '@almagest/service-kit/log';
import { until } from '@almagest/test-kit/until';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { scanAssets } from '../src/application/assets/scan-assets.ts';
import { sweepAssets } from '../src/application/assets/sweep-assets.ts';
import { AssetFolder } from '../src/files/asset-folder.ts';
import { AssetStore } from '../src/files/asset-store.ts';
import type { Database } from '../src/persistence/database.ts';
import { lockRows } from './row-locks.ts';
import { configYaml, givenNode, givenRunning, givenWorkflow, openWorld, start, statusOf, useWorld } from './world.ts';

const world = useWorld();
beforeAll(async () => {
  await mkdir(join(world.assetsDir, 'atoms'), { recursive: true });
});

const hashOf = (content: string) => createHash('sha256').update(content).digest('hex');
const put = async (path: string, content: string, at = world) => await writeFile(join(at.assetsDir, path), content);
const naming = (...paths: string[]) => configYaml({}, `assets: [${paths.join(', ')}]\n`);
const copyOf = (content: string) =>
  join(world.dataDir, 'assets', hashOf(content).slice(0, 2), hashOf(content).slice(2));

async function withDatabase(work: (deps: Parameters<typeof sweepAssets>[0]) => Promise<void>): Promise<void> {
  const at = { url: world.databaseUrl, schema: 'grid' };
  const { db } = openDatabase<Database>(at, { max: 2, onFault: () => undefined, forJobs: true });
  const assetStore = await AssetStore.open(world.dataDir);
  await work({ db, assetStore, log: openLog('test', 'error') });
  await db.destroy();
}

/** Runs the hourly cleanup of copies immediately. */
const sweepNow = async () => await withDatabase(sweepAssets);

async function listed(query = ''): Promise<AssetsPage> {
  const { body } = await world.admin('get', `/api/assets${query}`).expect(200);
  return (body as { data: AssetsPage }).data;
}

async function assetAt(path: string): Promise<Asset | undefined> {
  const { assets } = await listed(`?path=${encodeURIComponent(path)}`);
  return assets[0];
}

/** Polls the assets folder until it lists the content, which must be unchanged for a second. */
async function seen(path: string, content: string | null): Promise<Asset> {
  const sha256 = content === null ? null : hashOf(content);
  return await until(async () => {
    await withDatabase(({ db }) => scanAssets({ db, assets: new AssetFolder(world.assetsDir) }));
    const asset = await assetAt(path);
    return asset?.sha256 === sha256 ? asset : undefined;
  }, `${path} to be seen`);
}

const pinsOf = async (name: string) =>
  await world.sql<{ expansion: number; path: string; sha256: string }>(
    `select pin.expansion, path, sha256 from asset_pin as pin join workflow on workflow.id = workflow_id
     where name = $1 order by 1, 2`,
    [name],
  );

const warningsOf = async (name: string, at = world) => {
  const { body } = await at.admin('get', `/api/workflows/${name}/stats`).expect(200);
  return (body as { data: { warnings: string[] } }).data.warnings;
};

test('lists each version of a file with the time it was first seen, even after the file is gone', async () => {
  await put('atoms/seen.dat', 'first');
  await seen('atoms/seen.dat', 'first');
  await put('atoms/seen.dat', 'second, longer');
  const changed = await seen('atoms/seen.dat', 'second, longer');
  expect(changed.versions).toMatchObject([
    { sha256: hashOf('second, longer'), size_bytes: 14, current: true, workflows: [] },
    { sha256: hashOf('first'), size_bytes: 5, current: false, workflows: [] },
  ]);
  await rm(join(world.assetsDir, 'atoms/seen.dat'));
  const gone = await seen('atoms/seen.dat', null);
  expect(gone.versions.map(({ current }) => current)).toEqual([false, false]);
});

test('lists assets page by page, ordered by path', async () => {
  for (const path of ['p1.dat', 'p2.dat', 'p3.dat']) await put(path, path);
  await seen('p3.dat', 'p3.dat');
  const paths: string[] = [];
  for (let after: string | null = 'p'; after !== null;) {
    const page: AssetsPage = await listed(`?limit=1&after=${after}`);
    paths.push(...page.assets.map(({ path }) => path));
    after = page.next;
  }
  expect(paths).toEqual(['p1.dat', 'p2.dat', 'p3.dat']);
});

describe('a start', () => {
  const download = (path: string, content: string) =>
    world.admin('get', `/api/data/file/${path}?version=${hashOf(content)}`);

  test('pins the current files and serves them after they change, while a new run pins the new files', async () => {
    await put('atoms/he.dat', 'helium');
    await put('gfVIS99.dat', 'lines');
    const yaml = configYaml({}, 'assets: [atoms/he.dat]\nassets_linelist: yes\n');
    await givenRunning(world, 'pins', yaml);
    await put('atoms/he.dat', 'HELIUM');
    const answer = await download('atoms/he.dat', 'helium').expect(200);
    expect([String(answer.body), answer.headers['etag']]).toEqual(['helium', `"${hashOf('helium')}"`]);
    expect(answer.headers['cache-control']).toBe('private, no-cache');
    const lines = world.admin('get', `/api/data/linelist?version=${hashOf('lines')}`);
    expect(String((await lines.expect(200)).body)).toBe('lines');
    await download('atoms/he.dat', 'HELIUM').expect(404);
    await download('gfVIS99.dat', 'helium').expect(404);
    const node = await givenNode(world, 'n1');
    await node.converge(await node.claimSoon());
    await start(world, 'pins');
    expect(await pinsOf('pins')).toEqual([
      { expansion: 1, path: 'atoms/he.dat', sha256: hashOf('helium') },
      { expansion: 1, path: 'gfVIS99.dat', sha256: hashOf('lines') },
      { expansion: 2, path: 'atoms/he.dat', sha256: hashOf('HELIUM') },
      { expansion: 2, path: 'gfVIS99.dat', sha256: hashOf('lines') },
    ]);
    await download('atoms/he.dat', 'HELIUM').expect(200);
    expect((await assetAt('atoms/he.dat'))?.versions.map(({ workflows }) => workflows)).toEqual([['pins'], ['pins']]);
  });

  test('keeps its versions when resumed, even if files are gone, and pins missing files', async () => {
    await put('kept.dat', 'kept');
    await givenRunning(world, 'resumed', naming('kept.dat'));
    await world.admin('post', '/api/workflows/resumed/stop').expect(200);
    await rm(join(world.assetsDir, 'kept.dat'));
    await put('added.dat', 'added');
    const changed = { name: 'resumed', description: null, config_yaml: naming('kept.dat', 'added.dat') };
    await world.admin('put', '/api/workflows/resumed').send(changed).expect(200);
    await start(world, 'resumed');
    expect((await pinsOf('resumed')).filter(({ expansion }) => expansion === 2)).toEqual([
      { expansion: 2, path: 'added.dat', sha256: hashOf('added') },
      { expansion: 2, path: 'kept.dat', sha256: hashOf('kept') },
    ]);
    await world.admin('delete', '/api/workflows/resumed').expect(200);
  });

  test('is refused if an asset is missing, with its name and what to do', async () => {
    await put('there.dat', 'there');
    await givenWorkflow(world, 'missing', naming('there.dat', 'atoms/absent.dat'));
    const { body } = await world.admin('post', '/api/workflows/missing/start').expect(400);
    expect((body as { message: string }).message).toMatch(
      /missing from .* \(ASSETS_DIR\): atoms\/absent\.dat\. Add them/,
    );
    expect(await statusOf(world, 'missing')).toBe('idle');
  });

  test.each(['assets: ../he.dat', 'assets: [/etc/passwd]', 'assets: [.hidden]', 'assets_linelist: perhaps'])(
    'rejects an asset path that cannot be in the folder: %s',
    async (key) => {
      const workflow = { name: 'wrong', description: null, config_yaml: configYaml({}, `${key}\n`) };
      const { body } = await world.admin('post', '/api/workflows').send(workflow).expect(400);
      expect((body as { message: string }).message).toContain(`config_yaml: ${key.split(':', 1)[0]}`);
    },
  );
});

describe('a task', () => {
  test('lists the versions of the start that it was claimed under, and its provenance the versions its node used', async () => {
    await put('lines.dat', 'old lines');
    await put('he.dat', 'helium');
    await givenRunning(
      world,
      'used',
      configYaml({ teff: ['20000', '22000', '24000'] }, 'assets: [lines.dat, he.dat]\n'),
    );
    const pinned = { 'lines.dat': hashOf('old lines'), 'he.dat': hashOf('helium') };
    const node = await givenNode(world, 'n2');
    const [told, silent, other] = [await node.claimSoon(), await node.claimSoon(), await node.claimSoon()];
    for (const task of [told, silent, other])
      expect(task).toMatchObject({ workflow_name: 'used', asset_versions: pinned });
    await put('lines.dat', 'new lines');
    await node.report(told, { seed: 'told', asset_versions: pinned }).expect(200);
    await node.report(silent, { seed: 'silent' }).expect(200);
    const own = { ...pinned, 'lines.dat': hashOf('lines of the node') };
    await node.report(other, { seed: 'other', asset_versions: { ...own, '../x': hashOf('') } }).expect(200);
    expect(await assetsOf(told.point_name)).toEqual({ told_by: 'node', versions: pinned });
    expect(await assetsOf(silent.point_name)).toEqual({ told_by: 'start', versions: pinned });
    expect(await assetsOf(other.point_name)).toEqual({ told_by: 'node', versions: own });
  });

  test('of a workflow without assets lists none, but its provenance has the versions its node used', async () => {
    await givenRunning(world, 'without', configYaml());
    const node = await givenNode(world, 'n3');
    const task = await node.claimSoon();
    expect(task).toMatchObject({ workflow_name: 'without', asset_versions: {} });
    await node.report(task, { seed: 'model', asset_versions: { 'own.dat': hashOf('own') } }).expect(200);
    expect(await assetsOf(task.point_name, 'without')).toEqual({
      told_by: 'node',
      versions: { 'own.dat': hashOf('own') },
    });
  });

  test('is refused with malformed versions', async () => {
    await givenRunning(world, 'malformed', configYaml());
    const node = await givenNode(world, 'n4');
    const task = await node.claimSoon();
    await node.report(task, { asset_versions: { 'a.dat': 'no hash' } }).expect(400);
    await node.converge(task);
  });

  async function assetsOf(point: string, workflow = 'used') {
    const { body } = await world.admin('get', `/api/workflows/${workflow}/points/${point}/provenance`).expect(200);
    return (body as { data: Provenance }).data.models[0]?.task?.assets;
  }
});

test('a start waits with a warning while an asset is missing, and continues when it returns', async () => {
  await using other = await openWorld({ worker: false });
  await mkdir(other.assetsDir, { recursive: true });
  await put('brief.dat', 'brief', other);
  await givenWorkflow(other, 'w', naming('brief.dat'));
  await other.admin('post', '/api/workflows/w/start').expect(200);
  await rm(join(other.assetsDir, 'brief.dat'));
  await other.startWorker();
  await until(async () => (await warningsOf('w', other)).length > 0, 'a warning');
  expect(await warningsOf('w', other)).toEqual([
    "assets: brief.dat is missing from the worker's assets folder (ASSETS_DIR). Add it. The start then continues automatically.",
  ]);
  expect(await statusOf(other, 'w')).toBe('initializing');
  await put('brief.dat', 'back', other);
  await until(async () => (await statusOf(other, 'w')) === 'running', 'the start to continue');
  expect(await warningsOf('w', other)).toEqual([]);
});

describe('the cleanup', () => {
  const LOCK = `hashtextextended(concat_ws(' ', current_schema(), 'asset contents'), 0)`;

  test('removes a copy when the last workflow started with it is deleted', async () => {
    await put('shared.dat', 'shared content');
    for (const name of ['one', 'two']) await givenRunning(world, name, naming('shared.dat'));
    await world.admin('delete', '/api/workflows/one').expect(200);
    await sweepNow();
    expect(existsSync(copyOf('shared content'))).toBe(true);
    await world.admin('delete', '/api/workflows/two').expect(200);
    await sweepNow();
    expect(existsSync(copyOf('shared content'))).toBe(false);
  });

  test('waits for a start that pins a copy, and keeps the copy', async () => {
    await put('raced.dat', 'raced content');
    await givenRunning(world, 'first', naming('raced.dat'));
    await givenWorkflow(world, 'second', naming('raced.dat'));
    // Performs the steps of a start and stops before its commit.
    const pinning = await lockRows(
      world,
      `with locked as materialized (select pg_advisory_xact_lock_shared(${LOCK}))
       insert into asset_pin (workflow_id, expansion, run, path, sha256)
       select id, 1, 1, 'raced.dat', $1 from workflow, locked where name = 'second'`,
      [hashOf('raced content')],
    );
    await world.admin('delete', '/api/workflows/first').expect(200);
    const sweeping = sweepNow();
    await pinning.untilBlocked(1);
    await pinning.commit();
    await sweeping;
    expect(existsSync(copyOf('raced content'))).toBe(true);
  });
});
