import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { open } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { useDiskSyncs } from '@almagest/test-kit/disk-syncs';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { MadeFolders } from './made-folders.ts';
import { replaceFile } from './replace-file.ts';
import { FolderSync, StagedFile, syncFile } from './staged-file.ts';
import { TextSeal } from './text-seal.ts';
import { writeWhole } from './write-whole.ts';

const lostInPowerCut = useDiskSyncs();

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'power-cut-'));
});
afterEach(() => {
  rmSync(root, { recursive: true });
});

test('a replaced file is on disk', async () => {
  const target = join(root, 'kept.json');
  await replaceFile(target, (file) => file.writeFile('first'));
  expect(lostInPowerCut(target)).toEqual([]);
});

test('a staged file is on disk with the folders that were made for it, also after a sweep', async () => {
  const folders = new MadeFolders(2);
  const place = async (name: string): Promise<string> => {
    const staged = new StagedFile(root);
    staged.write(Buffer.from(name));
    await staged.finish();
    const folder = join(root, 'shard', 'paper');
    const found = staged.putInPlace(folder, name);
    await folders.sync(folder, found);
    // A transaction that is repeated puts the file in place again.
    expect(staged.putInPlace(folder, name)).toBe('folder there');
    staged.discard();
    return join(folder, name);
  };
  const lost = (path: string) => [path, dirname(path), dirname(dirname(path))].flatMap(lostInPowerCut);
  expect(lost(await place('a'))).toEqual([]);
  expect(lostInPowerCut(await place('b'))).toEqual([]);
  rmSync(join(root, 'shard'), { recursive: true });
  expect(lost(await place('c'))).toEqual([]);
});

test('a staged file cannot be moved twice or onto a folder, and discarding it removes it', () => {
  const staged = new StagedFile(root);
  staged.putInPlace(root, 'a');
  rmSync(join(root, 'a'));
  expect(() => staged.putInPlace(root, 'a')).toThrow('ENOENT');
  staged.discard();
  const other = new StagedFile(root);
  other.discard();
  other.discard();
  expect(() => statSync(other.path)).toThrow('ENOENT');
  // The name is a folder.
  const third = new StagedFile(root);
  mkdirSync(join(root, 'folder'));
  expect(() => third.putInPlace(root, 'folder')).toThrow('EISDIR');
  third.discard();
});

test('no descriptor stays open, whether a file is finished, replaced, discarded or fails', async () => {
  const opened = () => readdirSync('/proc/self/fd').length;
  const before = opened();
  for (let round = 0; round < 5; round += 1) {
    const staged = new StagedFile(root);
    await staged.finish();
    staged.putInPlace(root, 'finished');
    new StagedFile(root).discard();
    await syncFile(root);
    await replaceFile(join(root, 'replaced'), (file) => file.writeFile('x'));
    await expect(replaceFile(root, () => Promise.reject(new Error('full')))).rejects.toThrow('full');
  }
  expect(opened()).toBe(before);
});

test('all bytes are written at their position, even if each call writes only some', async () => {
  const file = await open(join(root, 'bytes'), 'w+');
  const some = { write: (...[bytes, from, length, at]: Write) => file.write(bytes, from, Math.min(length, 3), at) };
  await writeWhole(some as typeof file, Buffer.from('0123456789'));
  await writeWhole(some as typeof file, Buffer.from('abcd'), 4);
  await file.close();
  expect(readFileSync(join(root, 'bytes'), 'utf8')).toBe('0123abcd89');
});

type Write = [bytes: Uint8Array, from: number, length: number, at: number | null];

test('a file that is renamed during a sync of its folder gets another sync, which concurrent callers share', async () => {
  const folders = new FolderSync();
  for (const name of ['a', 'b']) {
    writeFileSync(join(root, 'new'), name);
    await syncFile(join(root, 'new'));
    const first = folders.sync(root);
    renameSync(join(root, 'new'), join(root, name));
    await Promise.all([first, folders.sync(root)]);
    expect(lostInPowerCut(join(root, name))).toEqual([]);
  }
  const gone = join(root, 'gone');
  mkdirSync(gone);
  const [running, waiting] = [folders.sync(gone), folders.sync(gone)];
  rmSync(gone, { recursive: true });
  await running;
  await expect(waiting).rejects.toThrow('ENOENT');
});

test('the secret of sealed texts is made once, durably, and readable by its owner only', async () => {
  const [one, other] = await Promise.all([TextSeal.open(root, 'tokens'), TextSeal.open(root, 'tokens')]);
  const path = join(root, 'server-secret');
  expect(readdirSync(root)).toEqual(['server-secret']);
  expect(lostInPowerCut(path)).toEqual([]);
  expect(statSync(path).mode & 0o777).toBe(0o600);
  const sealed = one.seal('gn_x');
  expect(other.open(sealed)).toBe('gn_x');
  expect((await TextSeal.open(root, 'libraries')).open(sealed)).toBeUndefined();
  sealed[sealed.length - 1]! ^= 1;
  expect(one.open(sealed)).toBeUndefined();
  writeFileSync(path, Buffer.alloc(readFileSync(path).length));
  expect((await TextSeal.open(root, 'tokens')).open(one.seal('gn_x'))).toBeUndefined();
  await expect(TextSeal.open(join(root, 'nowhere'), 'tokens')).rejects.toThrow('ENOENT');
});
