import { createHash } from 'node:crypto';
import { mkdtemp, mkdir, open, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { AssetFolder, type AssetFile } from './asset-folder.ts';
import { AssetStore } from './asset-store.ts';

/** Larger than the pieces in which a file is copied. */
const CONTENT = Buffer.alloc(5_000_000, 'line list ');
const SHA256 = createHash('sha256').update(CONTENT).digest('hex');

let root: string;
let dir: string;
let folder: AssetFolder;
let store: AssetStore;
let asset: AssetFile;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'asset-store-'));
  dir = join(root, 'assets');
  await mkdir(dir);
  await writeFile(join(dir, 'lines.dat'), CONTENT);
  folder = new AssetFolder(dir);
  store = await AssetStore.open(join(root, 'data'));
  asset = (await folder.find('lines.dat')) as AssetFile;
});
afterEach(async () => {
  await rm(root, { recursive: true });
});

const signal = undefined;
const incoming = async () => await readdir(join(root, 'data', 'assets', 'incoming'));

test('a copy does not change when the file is edited in place', async () => {
  expect(await store.keep(folder, asset, { signal })).toEqual({
    kind: 'kept',
    sha256: SHA256,
    sizeBytes: CONTENT.length,
  });
  const file = await open(asset.file, 'r+');
  await file.write('edited', 0);
  await file.close();
  expect((await readFile(store.contents.pathOf(SHA256))).equals(CONTENT)).toBe(true);
});

test('a new store contains only the folders of its contents', async () => {
  const folders = async () => (await readdir(join(root, 'data', 'assets'))).toSorted();
  expect(await folders()).toEqual(['incoming']);
  await store.keep(folder, asset, { signal });
  expect(await folders()).toEqual([SHA256.slice(0, 2), 'incoming'].toSorted());
});

test('content that is already kept is not copied again', async () => {
  await store.keep(folder, asset, { signal });
  const { mtimeMs, ino } = await stat(store.contents.pathOf(SHA256));
  let copied = 0;
  const again = await store.keep(folder, asset, { signal, onCopied: (bytes) => void (copied += bytes) });
  expect([again.kind, copied]).toEqual(['kept', 0]);
  expect(await stat(store.contents.pathOf(SHA256))).toMatchObject({ mtimeMs, ino });
});

describe.each([
  ['edited in place', async (path: string) => await writeFile(path, Buffer.alloc(CONTENT.length, 'other text '))],
  ['cut off', async (path: string) => await writeFile(path, 'short')],
  ['removed', async (path: string) => await rm(path)],
  [
    'replaced by another file with the same content',
    async (path: string) => {
      await writeFile(`${path}.new`, CONTENT);
      await rename(`${path}.new`, path);
    },
  ],
])('a file that is %s while it is copied', (_, change) => {
  test('a file that is written to while it is read is not kept', async () => {
    let changed = false;
    const onCopied = async () => {
      if (!changed) await change(asset.file);
      changed = true;
    };
    expect(await store.keep(folder, asset, { signal, onCopied })).toEqual({ kind: 'changing' });
    expect(await store.contents.sizeOf(SHA256)).toBeUndefined();
    expect(await incoming()).toEqual([]);
  });
});

test('a wanted version is not confused with another', async () => {
  const wanted = 'f'.repeat(64);
  expect(await store.keep(folder, asset, { signal, wanted })).toEqual({ kind: 'other', sha256: SHA256 });
  expect(await store.contents.sizeOf(SHA256)).toBeUndefined();
});

test('an interrupted copy leaves nothing', async () => {
  const stop = new AbortController();
  const copying = store.keep(folder, asset, { signal: stop.signal, onCopied: () => stop.abort() });
  await expect(copying).rejects.toMatchObject({ name: 'AbortError' });
  expect(await store.contents.sizeOf(SHA256)).toBeUndefined();
  expect(await incoming()).toEqual([]);
});
