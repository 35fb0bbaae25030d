import { readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { useDiskSyncs } from '@almagest/test-kit/disk-syncs';
import { expect, test } from '@jest/globals';
import { givenParsed } from './retrieval/passages.ts';
import { HTML } from './upload-calls.ts';
import { useWorld } from './world.ts';

const lostInPowerCut = useDiskSyncs();
const world = useWorld();

test('files of a paper and their folders are synced to disk before its row names them', async () => {
  const { bibcode } = await givenParsed(world, 'marchetti2016');
  await world.call('post', '/api/papers/files').send({ bibcode, preprint_version: 1 }).expect(200);
  const own = world.call('post', '/api/papers/files').field({ bibcode, type: 'html' });
  await own.attach('file', HTML, 'f').expect(200);
  const papers = join(world.libraryDir, 'papers');
  const files = readdirSync(papers, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name));
  // A page, a PDF and a text, and the two added files.
  expect(files.length).toBeGreaterThan(4);
  const foldersOf = (path: string): string[] =>
    dirname(path) === papers ? [] : [dirname(path), ...foldersOf(dirname(path))];
  const paths = new Set(files.flatMap((path) => [path, ...foldersOf(path)]));
  expect([...paths].flatMap(lostInPowerCut)).toEqual([]);
});
