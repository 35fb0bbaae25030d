import { chmod, mkdtemp, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { replaceFile } from './replace-file.ts';

let folder: string;
let target: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'replace-file-'));
  target = join(folder, 'kept.json');
});
afterEach(async () => {
  await rm(folder, { recursive: true });
});

test('creates and replaces a file, and removes the temporary one', async () => {
  expect(await replaceFile(target, (file) => file.writeFile('first').then(() => 5))).toBe(5);
  await replaceFile(target, (file) => file.writeFile('2'));
  expect(await readFile(target, 'utf8')).toBe('2');
  expect(await readdir(folder)).toEqual(['kept.json']);
});

test('changes nothing until the content is complete, or if writing fails', async () => {
  await writeFile(target, 'former');
  const broken = replaceFile(target, async (file) => {
    await file.writeFile('half of it');
    expect(await readFile(target, 'utf8')).toBe('former');
    throw new Error('cut off');
  });
  await expect(broken).rejects.toThrow('cut off');
  expect(await readFile(target, 'utf8')).toBe('former');
  expect(await readdir(folder)).toEqual(['kept.json']);
});

test("a secret stays private, regardless of the former file's mode", async () => {
  await writeFile(target, 'former');
  await chmod(target, 0o644);
  await replaceFile(target, (file) => file.writeFile('secret'), { mode: 0o600 });
  expect((await stat(target)).mode & 0o777).toBe(0o600);
});

test('removes only leftovers of a killed process, after an hour', async () => {
  const leftovers = ['.kept.json.1.bak', '.kept.json.1.tmp', '.kept.json.2.tmp', '.other.json.1.tmp'];
  for (const name of leftovers) await writeFile(join(folder, name), '');
  const before = new Date(Date.now() - 2 * 3_600_000);
  for (const name of leftovers.filter((one) => one !== '.kept.json.2.tmp'))
    await utimes(join(folder, name), before, before);
  await replaceFile(target, (file) => file.writeFile('new'));
  const [kept, , ...others] = leftovers;
  expect((await readdir(folder)).toSorted()).toEqual([kept, ...others, 'kept.json']);
});
