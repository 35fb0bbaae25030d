import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { BAG_DECLARATION, isSafePath, manifestLine } from './bag-format.ts';
import { BagReader } from './bag-reader.ts';
import { DamagedArchiveError } from './damaged-archive-error.ts';
import { END_OF_ARCHIVE, entryHead, entryPadding } from './tar-entry.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'bag-reader-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

const sha256 = (content: string) => createHash('sha256').update(content).digest('hex');

/** Returns a bag whose first file has a path that needs an extended header. */
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

/** Returns the paths and hashes of an archive, or null if it is refused. */
async function read(archive: Buffer): Promise<string[] | null> {
  const path = join(folder, 'archive.tar');
  writeFileSync(path, archive);
  const files: string[] = [];
  try {
    await new BagReader(path).verify((file) => files.push(`${file.path} ${file.sha256}`));
  } catch (error) {
    if (!(error instanceof DamagedArchiveError)) throw error;
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

test('an archive that is truncated anywhere is refused', async () => {
  const whole = bagOf(['first', 'x'.repeat(512), '']);
  const blocks = Array.from({ length: whole.length / 512 }, (_, index) => index * 512);
  for (const at of blocks.flatMap((block) => [block, block + 1, block + 511]))
    expect([at, await read(whole.subarray(0, at))]).toEqual([at, null]);
});

test('an archive with a changed byte is refused or read as the same archive, never as another one', async () => {
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

test('an archive followed by another one is refused, with or without an end marker between them', async () => {
  const whole = bagOf(['first']);
  const withoutEnd = whole.subarray(0, whole.length - END_OF_ARCHIVE.length);
  expect(await read(Buffer.concat([whole, whole]))).toBeNull();
  expect(await read(Buffer.concat([withoutEnd, whole]))).toBeNull();
});

/** Variations in how other programs write the same bag. */
const packing = fc.record({
  order: fc.array(fc.nat(), { minLength: 12, maxLength: 12 }),
  root: fc.constantFrom('bag/', './bag/', 'my bag/', ''),
  folders: fc.boolean(),
  lineEnd: fc.constantFrom('\n', '\r\n'),
  between: fc.constantFrom('  ', ' ', '\t', ' *', '  ./'),
  upperCase: fc.boolean(),
  version: fc.constantFrom('1.0', '0.97'),
  tagManifest: fc.boolean(),
  info: fc.constantFrom('none', 'short', 'sum'),
  more: fc.boolean(),
  zeros: fc.nat({ max: 20 }),
});
type Packing = typeof packing extends fc.Arbitrary<infer Value> ? Value : never;

function entryOf(path: string, content: string): Buffer {
  const sizeBytes = Buffer.byteLength(content);
  const head = entryHead({ path, sizeBytes, mtimeSec: 0 });
  return Buffer.concat([head, Buffer.from(content), Buffer.alloc(entryPadding(sizeBytes))]);
}

/** Returns the header of a folder, or of an entry of another type. */
function folderOf(path: string, type = '5'): Buffer {
  const head = entryHead({ path, sizeBytes: 0, mtimeSec: 0 });
  head.write(type, 156);
  head.write('        ', 148);
  head.write(
    `${head
      .reduce((sum, byte) => sum + byte, 0)
      .toString(8)
      .padStart(6, '0')}\0 `,
    148,
  );
  return head;
}

/** Packs the bag's files like another program. `change` corrupts them first. */
function packedElsewhere(
  given: readonly string[],
  how: Packing,
  change: (files: Map<string, string>) => void = () => undefined,
): Buffer {
  const payload = given.map((content, index): [string, string] => [`data/${'f'.repeat(90)}/${index}%`, content]);
  const line = ([path, content]: readonly [string, string]) => {
    const hash = how.upperCase ? sha256(content).toUpperCase() : sha256(content);
    return `${hash}${how.between}${path.replaceAll('%', '%25')}${how.lineEnd}`;
  };
  const bytes = given.reduce((sum, content) => sum + Buffer.byteLength(content), 0);
  const tags: [string, string][] = [
    ['bagit.txt', BAG_DECLARATION.replace('1.0', how.version).replaceAll('\n', how.lineEnd)],
    ['manifest-sha256.txt', payload.map(line).join('')],
  ];
  const sum = how.info === 'sum' ? `Payload-Oxum: ${bytes}.${given.length}${how.lineEnd}` : '';
  if (how.info !== 'none') tags.push(['bag-info.txt', `Contact-Name: A${how.lineEnd}  B${how.lineEnd}${sum}`]);
  if (how.more) tags.push(['manifest-sha512.txt', 'other hashes'], ['notes/a.txt', 'x'], ['fetch.txt', '']);
  const files = new Map([...tags, ...payload]);
  if (how.tagManifest) files.set('tagmanifest-sha256.txt', tags.map(line).join(''));
  change(files);
  const places = new Map([...files.keys()].map((path, index) => [path, how.order[index % how.order.length] ?? 0]));
  const sorted = [...files].toSorted(([a], [b]) => (places.get(a) ?? 0) - (places.get(b) ?? 0));
  return Buffer.concat([
    ...(how.folders && how.root !== '' ? [folderOf(how.root)] : []),
    ...sorted.map(([path, content]) => entryOf(`${how.root}${path}`, content)),
    END_OF_ARCHIVE,
    Buffer.alloc(512 * how.zeros),
  ]);
}

test('a bag packed by another program is read as the same files, in any order and spelling', async () => {
  await fc.assert(
    fc.asyncProperty(contents, packing, async (given, how) => {
      const found = await read(packedElsewhere(given, how));
      expect(found?.map((file) => file.split(' ')[1])).toEqual(given.map(sha256));
    }),
    { numRuns: 100 },
  );
});

test('a bag packed by another program is refused if a file is missing, changed, not in a manifest or outside the bag', async () => {
  const spoilings: readonly ((files: Map<string, string>) => void)[] = [
    (files) => files.delete('bagit.txt'),
    (files) => files.delete('manifest-sha256.txt'),
    (files) => files.delete([...files.keys()].find((path) => path.startsWith('data/')) ?? ''),
    (files) => files.set([...files.keys()].find((path) => path.startsWith('data/')) ?? '', 'another content'),
    (files) => files.set('data/more', 'x'),
    (files) => files.set('fetch.txt', 'https://example.org/file 3 data/more'),
    (files) => files.set('bag-info.txt', 'Payload-Oxum: 1.99'),
    (files) => files.set('bagit.txt', 'BagIt-Version: 2.0\nTag-File-Character-Encoding: UTF-8\n'),
    (files) => files.set('bagit.txt', 'BagIt-Version: 1.0\nTag-File-Character-Encoding: UTF-16\n'),
    (files) => files.set('bagit.txt', `${BAG_DECLARATION}Another: line\n`),
    (files) => files.set('manifest-sha256.txt', `${files.get('manifest-sha256.txt')}no line of a manifest`),
    (files) => files.set('tagmanifest-sha256.txt', `${sha256('x')}  absent.txt`),
    (files) => files.set('tagmanifest-sha256.txt', `${sha256('x')}  bagit.txt`),
  ];
  await fc.assert(
    fc.asyncProperty(contents, packing, fc.constantFrom(...spoilings), async (given, how, spoil) => {
      expect(await read(packedElsewhere(given, how, spoil))).toBeNull();
    }),
    { numRuns: 150 },
  );
  const plain = { ...fc.sample(packing, 1)[0]!, root: 'bag/' as const, zeros: 0 };
  const whole = packedElsewhere(['first'], plain);
  const behind = (path: string) => Buffer.concat([entryOf(path, 'first'), whole]);
  expect(await read(behind('outside.txt'))).toBeNull();
  expect(await read(behind('bag/bagit.txt'))).toBeNull();
});

test('a link in the place of a file is refused', async () => {
  const whole = bagOf(['first', '']);
  const last = (type: string) =>
    Buffer.concat([whole.subarray(0, -END_OF_ARCHIVE.length - 512), folderOf('bag/data/file-1', type), END_OF_ARCHIVE]);
  expect(await read(last('0'))).toHaveLength(2);
  for (const type of ['1', '2']) expect(await read(last(type))).toBeNull();
});

test.each(['', '/', '/a', 'a/', 'a//b', '.', 'a/.', '..', 'a/../b', 'a\\b', 'a\0b'])(
  'the path %j may leave the folder of its bag',
  (path) => expect(isSafePath(path)).toBe(false),
);

test('a file is read whole only within a limit', async () => {
  writeFileSync(join(folder, 'whole.tar'), bagOf(['first']));
  for await (const { whole } of new BagReader(join(folder, 'whole.tar')).payload()) {
    await expect(whole(4)).rejects.toThrow(/is larger than 4 bytes/);
    expect(String(await whole(5))).toBe('first');
  }
});

test('folders and extended headers without a file are limited', async () => {
  const whole = bagOf(['first']);
  const before = (head: Buffer, times: number) => Buffer.concat([...Array<Buffer>(times).fill(head), whole]);
  expect(await read(before(folderOf('bag/empty/'), 10_000))).not.toBeNull();
  expect(await read(before(folderOf('bag/empty/'), 10_001))).toBeNull();
  const extended = folderOf('everywhere', 'g');
  expect(await read(before(extended, 8))).not.toBeNull();
  expect(await read(before(extended, 9))).toBeNull();
});
