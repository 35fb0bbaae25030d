import { mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { removeOldFiles } from './remove-old-files.ts';

const HOUR_MS = 3_600_000;

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'old-files-'));
  for (const name of ['old', 'new']) await writeFile(join(folder, name), '');
  const before = new Date(Date.now() - 2 * HOUR_MS);
  await utimes(join(folder, 'old'), before, before);
});
afterEach(async () => {
  jest.restoreAllMocks();
  await rm(folder, { recursive: true });
});

test('only files that have not changed for a long time are removed', async () => {
  expect(await removeOldFiles(folder, ['old', 'new', 'gone'], HOUR_MS)).toBe(1);
  expect(await readdir(folder)).toEqual(['new']);
});

test.each([
  ['forward', 3 * HOUR_MS],
  ['back', -3 * HOUR_MS],
])('a clock that jumps %s makes no file old', async (_, jumpMs) => {
  const now = Date.now();
  jest.spyOn(Date, 'now').mockReturnValue(now + jumpMs);
  if (jumpMs < 0) {
    const jumped = new Date(now + jumpMs);
    await utimes(join(folder, 'new'), jumped, jumped);
  }
  await removeOldFiles(folder, ['new'], HOUR_MS);
  expect((await readdir(folder)).toSorted()).toEqual(['new', 'old']);
});
