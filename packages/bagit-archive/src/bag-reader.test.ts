import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { BAG_DECLARATION, manifestLine } from './bag-format.ts';
import { BagReader } from './bag-reader.ts';
import { DamagedArchive } from './damaged-archive.ts';
import { END_OF_ARCHIVE, entryHead, entryPadding } from './tar-entry.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'bag-reader-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

const sha256 = (content: string) => createHash('sha256').update(content).digest('hex');

/** A bag whose first file has a path that needs an extended header. */
function bagOf(contents: readonly string[]): Buffer {
  const payload = contents.map((content, index): [string, string] => [
    `data/${index === 0 ? 'é'.repeat(60) : 'file'}-${index}`,
    content,
  ]);
  const lines = (files: readonly (readonly [string, string])[]) =>
    files.map(([path, content]) => manifestLine(sha256(content), path)).join('');
  const bytes = contents.reduce((sum, content) => sum + Buffer.byteLength(content), 0);
  const tags: [string, string][] = [
    ['bagit.txt', BAG_DECLARATION],
    ['bag-info.txt', `Payload-Oxum: ${bytes}.${contents.length}\n`],
    ['manifest-sha256.txt', lines(payload)],
  ];
  const entries = [...tags, ['tagmanifest-sha256.txt', lines(tags)] as const, ...payload].flatMap(([path, content]) => {
    const sizeBytes = Buffer.byteLength(content);
    const head = entryHead({ path: `bag/${path}`, sizeBytes, mtimeSec: 0 });
    return [head, Buffer.from(content), Buffer.alloc(entryPadding(sizeBytes))];
  });
  return Buffer.concat([...entries, END_OF_ARCHIVE]);
}

/** The paths and hashes of an archive that was read to its end; null of one that was refused. */
async function read(archive: Buffer): Promise<string[] | null> {
  const path = join(folder, 'archive.tar');
  writeFileSync(path, archive);
  const files: string[] = [];
  try {
    await new BagReader(path).verify((file) => files.push(`${file.path} ${file.sha256}`));
  } catch (error) {
    if (!(error instanceof DamagedArchive)) throw error;
    return null;
  }
  return files;
}

const contents = fc.array(fc.string({ unit: 'binary', maxLength: 1_200 }), { minLength: 1, maxLength: 4 });

test('a bag is read as it was written', async () => {
  await fc.assert(
    fc.asyncProperty(contents, async (given) => {
      expect((await read(bagOf(given)))?.map((file) => file.split(' ')[1])).toEqual(given.map(sha256));
    }),
    { numRuns: 30 },
  );
});

test('an archive that is cut anywhere is refused', async () => {
  const whole = bagOf(['first', 'x'.repeat(512), '']);
  const blocks = Array.from({ length: whole.length / 512 }, (_, index) => index * 512);
  for (const at of blocks.flatMap((block) => [block, block + 1, block + 511]))
    expect([at, await read(whole.subarray(0, at))]).toEqual([at, null]);
});

test('an archive with a changed byte is refused, or the byte says nothing: it is never read as another one', async () => {
  let refused = 0;
  await fc.assert(
    fc.asyncProperty(contents, fc.nat(), fc.integer({ min: 1, max: 255 }), async (given, place, change) => {
      const whole = bagOf(given);
      const before = await read(whole);
      const at = place % whole.length;
      whole.writeUInt8(whole.readUInt8(at) ^ change, at);
      const after = await read(whole);
      if (after === null) refused += 1;
      else expect(after).toEqual(before);
    }),
    { numRuns: 200 },
  );
  expect(refused).toBeGreaterThan(0);
});

test('an archive behind another one is refused, with or without the end between them', async () => {
  const whole = bagOf(['first']);
  const withoutEnd = whole.subarray(0, whole.length - END_OF_ARCHIVE.length);
  expect(await read(Buffer.concat([whole, whole]))).toBeNull();
  expect(await read(Buffer.concat([withoutEnd, whole]))).toBeNull();
});
