import { MadeFolders } from '@almagest/durable-files';
import { createHash, randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { SeedUpload } from './seed-upload.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'seed-upload-'));
  await mkdir(join(folder, 'staging'));
});
afterEach(() => rm(folder, { recursive: true }));

const staged = () => readdir(join(folder, 'staging'));
const begin = (released: number[] = []) =>
  new SeedUpload(join(folder, 'staging'), new MadeFolders(), (sizeBytes) => released.push(sizeBytes));

test('assembles pieces of any size in many simultaneous uploads', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(fc.nat(200_000), { maxLength: 5 }), { minLength: 1, maxLength: 6 }),
      async (all) => {
        const folders = new MadeFolders();
        await Promise.all(
          all.map(async (sizes, index) => {
            const parts = sizes.map((size) => randomBytes(size));
            const whole = Buffer.concat(parts);
            const upload = new SeedUpload(join(folder, 'staging'), folders, () => undefined);
            for (const part of parts) upload.write(part);
            expect(await upload.finish()).toMatchObject({
              sizeBytes: whole.length,
              sha256: createHash('sha256').update(whole).digest('hex'),
            });
            await upload.place(join(folder, 'seeds'), `${index}.7`);
            upload.discard();
            expect((await readFile(join(folder, 'seeds', `${index}.7`))).equals(whole)).toBe(true);
          }),
        );
        expect(await staged()).toEqual([]);
      },
    ),
    { numRuns: 15 },
  );
});

test('leaves nothing of a discarded upload and reports its size once', async () => {
  const released: number[] = [];
  const upload = begin(released);
  upload.write(randomBytes(70_000));
  expect(await staged()).toHaveLength(1);
  upload.discard();
  upload.discard();
  expect(await staged()).toEqual([]);
  expect(released).toEqual([70_000]);
});

test('may be placed again after a rollback, and keeps the placed file when discarded', async () => {
  const upload = begin();
  upload.write(Buffer.from('7.0'));
  await upload.finish();
  for (let attempt = 0; attempt < 2; attempt += 1) await upload.place(join(folder, 'seeds'), 'a.7');
  upload.discard();
  expect(await readdir(join(folder, 'seeds'))).toEqual(['a.7']);
});
