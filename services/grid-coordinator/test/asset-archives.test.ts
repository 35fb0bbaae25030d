import { createHash } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Provenance } from '@almagest/contracts/grid';
import { until } from '@almagest/test-kit/until';
import { beforeAll, expect, test } from '@jest/globals';
import { importArchive, openBag, requestArchive } from './archives.ts';
import { configYaml, givenNode, givenRunning, start, statusOf, useWorld, type World } from './world.ts';

const origin = useWorld();
const other = useWorld();
let point: string;
beforeAll(async () => {
  for (const world of [origin, other]) await mkdir(world.assetsDir, { recursive: true });
  await writeFile(join(origin.assetsDir, 'lines.dat'), 'lines');
  await givenRunning(origin, 'w', configYaml({ teff: ['20000', '22000'] }, 'assets: [lines.dat]\n'));
  const node = await givenNode(origin, 'n1');
  const task = await node.claimSoon();
  point = task.point_name;
  await node.converge(task);
  await origin.admin('post', '/api/workflows/w/stop').expect(200);
});

const SHA256 = createHash('sha256').update('lines').digest('hex');

const provenanceAt = async (world: World) => {
  const { body } = await world.admin('get', `/api/workflows/w/points/${point}/provenance`).expect(200);
  return (body as { data: Provenance }).data.models[0];
};

const warningsAt = async (world: World) => {
  const { body } = await world.admin('get', '/api/workflows/w/stats').expect(200);
  return (body as { data: { warnings: string[] } }).data.warnings.join();
};

test('an archive contains the versions of assets, and an imported run resumes only with them', async () => {
  const { bytes } = await requestArchive(origin.url, 'w');
  const workflow = JSON.parse(String(openBag(bytes, 'w').get('data/rows/workflow.json'))) as unknown;
  const pin = { expansion: 1, run: 1, path: 'lines.dat', sha256: SHA256 };
  expect(workflow).toMatchObject({ expansion: 1, assets: [pin] });
  expect(await importArchive(other, bytes)).toMatchObject({ status: 'done' });
  const assets = { told_by: 'start', versions: { 'lines.dat': SHA256 } };
  expect(await provenanceAt(other)).toMatchObject({ task: { assets } });

  await writeFile(join(other.assetsDir, 'lines.dat'), 'other lines');
  await other.admin('post', '/api/workflows/w/start').expect(200);
  await until(async () => (await warningsAt(other)) !== '', 'a warning');
  expect(await warningsAt(other)).toMatch(/this run uses version \w{12} of lines\.dat, but no copy is kept/);
  expect(await statusOf(other, 'w')).toBe('initializing');
  await writeFile(join(other.assetsDir, 'lines.dat'), 'lines');
  await until(async () => (await statusOf(other, 'w')) === 'running', 'the start to continue');
  const node = await givenNode(other, 'n1');
  expect(await node.claimSoon()).toMatchObject({ asset_versions: { 'lines.dat': SHA256 } });
  // The model belongs to a start of the other installation, which the archive contains.
  const { configuration } = (await provenanceAt(origin)) ?? {};
  expect(await provenanceAt(other)).toMatchObject({ configuration, task: { assets } });
});

test('exports and imports a workflow without assets as before', async () => {
  await givenRunning(origin, 'plain', configYaml());
  await origin.admin('post', '/api/workflows/plain/stop').expect(200);
  const { bytes } = await requestArchive(origin.url, 'plain');
  expect(await importArchive(other, bytes)).toMatchObject({ status: 'done' });
  await start(other, 'plain');
  expect(await statusOf(other, 'plain')).toBe('running');
});
