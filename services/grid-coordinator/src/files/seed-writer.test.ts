import { createHash, randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { SeedWriter, type Upload } from './seed-writer.ts';

const MIB = 1024 ** 2;

let folder: string;
let writer: SeedWriter;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'seed-writer-'));
  await mkdir(join(folder, 'staging'));
  writer = new SeedWriter(join(folder, 'staging'));
});
afterEach(async () => {
  await writer.close();
  await rm(folder, { recursive: true });
});

const staged = () => readdir(join(folder, 'staging'));

async function fill(upload: Upload, chunks: readonly Buffer[]): Promise<void> {
  for (const chunk of chunks) await upload.write(chunk);
}

/** Writes a whole upload and gives it its place. */
async function store(name: string, chunks: readonly Buffer[]) {
  const upload = writer.begin();
  await fill(upload, chunks);
  const content = await upload.finish();
  await upload.place(join(folder, 'seeds'), name);
  upload.discard();
  return content;
}

test('puts together what comes in pieces of any size, many uploads at once', async () => {
  const chunks = fc.array(fc.oneof(fc.nat(70_000), fc.integer({ min: MIB - 2, max: MIB + 2 })), { maxLength: 5 });
  await fc.assert(
    fc.asyncProperty(fc.array(chunks, { minLength: 1, maxLength: 6 }), async (uploads) => {
      await Promise.all(
        uploads.map(async (sizes, index) => {
          const parts = sizes.map((size) => randomBytes(size));
          const whole = Buffer.concat(parts);
          const content = await store(`${index}.7`, parts);
          expect(content.sizeBytes).toBe(whole.length);
          expect(content.sha256).toBe(createHash('sha256').update(whole).digest('hex'));
          expect((await readFile(join(folder, 'seeds', `${index}.7`))).equals(whole)).toBe(true);
        }),
      );
      expect(await staged()).toEqual([]);
    }),
    { numRuns: 15 },
  );
});

test('leaves nothing of an upload that was discarded', async () => {
  const upload = writer.begin();
  await upload.write(randomBytes(2 * MIB));
  expect(await staged()).toHaveLength(1);
  upload.discard();
  upload.discard();
  // What is asked afterwards is done afterwards.
  await store('next.7', [Buffer.from('7.0')]);
  expect(await staged()).toEqual([]);
  expect(await readdir(join(folder, 'seeds'))).toEqual(['next.7']);
});

test('tells which fault of the disk it was', async () => {
  await rm(join(folder, 'staging'), { recursive: true });
  const upload = writer.begin();
  void upload.write(Buffer.from('7.0'));
  await expect(upload.finish()).rejects.toMatchObject({ code: 'ENOENT' });
  upload.discard();
});

test('fails an upload whose thread has ended, rather than keep the rest of it for the whole', async () => {
  const cut = writer.begin();
  await cut.write(randomBytes(2 * MIB));
  const waiting = writer.begin();
  void waiting.write(Buffer.from('7.0'));
  const ended = waiting.finish().catch((error: unknown) => error);
  // The thread is asked for in this turn of the event loop, and ended in the next.
  await new Promise((resolve) => setImmediate(resolve));
  await writer.close();
  expect(await ended).toMatchObject({
    message: 'the thread that writes seeds has ended',
    code: 'ERR_SEED_THREAD',
  });
  void cut.write(Buffer.from('the end of it'));
  await expect(cut.finish()).rejects.toMatchObject({
    message: 'the upload was cut short; it has to be sent again',
    code: 'ERR_SEED_THREAD',
  });
  const content = await store('again.7', [Buffer.from('7.0')]);
  expect(content).toMatchObject({ sizeBytes: 3, fit: true });
});
