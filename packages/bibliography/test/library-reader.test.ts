import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { LibraryReader, UnreadableFileError } from '@almagest/bibliography';

let folder: string;
const reader = new LibraryReader();
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'library-reader-'));
});
afterAll(async () => {
  await reader.close();
  await rm(folder, { recursive: true });
});

async function fileOf(text: string): Promise<string> {
  const path = join(folder, 'library');
  await writeFile(path, text);
  return path;
}

test('a long file is read in parts, in order, with other work in between', async () => {
  const entries = Array.from({ length: 1_100 }, (_, number) => `@misc{k${number}, title={Star ${number}}}`);
  const { format, parts } = await reader.read({ path: await fileOf(entries.join('\n')) });
  const keys: string[] = [];
  let turns = 0;
  let number = 0;
  for await (const part of parts()) {
    expect(turns).toBe(number);
    number += 1;
    setImmediate(() => (turns += 1));
    for (const { key } of part) keys.push(key);
  }
  expect(number).toBeGreaterThan(1);
  expect([format, keys]).toEqual(['bibtex', entries.map((_, at) => `k${at}`)]);
});

test('a file that cannot be read is refused', async () => {
  await expect(reader.read({ path: await fileOf('no library') })).rejects.toThrow(UnreadableFileError);
});
