import { useDiskSyncs } from '@almagest/test-kit/disk-syncs';
import { readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from '@jest/globals';
import { declare, fileOf, listed, upload } from './artifact-calls.ts';
import { startImport } from './archives.ts';
import { importResult } from './imports.ts';
import { configYaml, givenRunning, useNode, useWorld } from './world.ts';

const lostInPowerCut = useDiskSyncs();
const world = useWorld();
const node = useNode(world, 'n1');

/** Returns the stored files whose path matches, and the folders between them and the data folder. */
function stored(pattern: RegExp): string[] {
  const files = readdirSync(world.dataDir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
    .filter((path) => pattern.test(path));
  expect(files).not.toEqual([]);
  // The first start has created the top-level folders.
  const foldersOf = (path: string): string[] =>
    dirname(dirname(path)) === world.dataDir ? [] : [dirname(path), ...foldersOf(dirname(path))];
  return [...new Set(files.flatMap((path) => [path, ...foldersOf(path)]))];
}

const lost = (pattern: RegExp) => stored(pattern).flatMap(lostInPowerCut);

test('everything that a node has handed over is on disk when it gets its answer', async () => {
  await givenRunning(world, 'w', configYaml({ teff: ['1', '2'] }, 'atmosphere: {strategies: [cold_run]}'));
  await node.report(await node.claimSoon(), { seed: 'a model' }).expect(200);
  expect(lost(/\/seeds\//)).toEqual([]);
  const task = await node.claimSoon();
  const file = fileOf('spectrum.txt', '4000 1.0');
  await declare(node, task, listed([file]));
  expect(await upload(node, task, file)).toMatchObject({ body: { stored: true } });
  expect(lost(/\/artifacts\//)).toEqual([]);
  await node.report(task, { artifacts: listed([file]), summary_json: '{"converged": true}' }).expect(200);
  expect(lost(/\/diagnostics\//)).toEqual([]);
});

test('an imported result is on disk when it is acknowledged', async () => {
  await importResult(world, { name: 'p1', params: { teff: 31_000 } }).expect(200);
  expect(lost(/\/seeds\/.*p1|-imported\/p1\//)).toEqual([]);
});

test('each piece of an archive is on disk when it is acknowledged', async () => {
  const sha256 = await startImport(world, Buffer.from('the first piece'));
  expect(lost(new RegExp(`/imports/${sha256}`))).toEqual([]);
});
