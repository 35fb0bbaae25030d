import { createHash, randomUUID } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { open, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { SEED_FILE } from '../load/requests.ts';

const SHARDS = 256;

/** The file work of a report with a seed, as ours: hashed, written aside, synced, renamed, its folder synced. */
export class SeedFiles {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
    for (let shard = 0; shard < SHARDS; shard += 1) mkdirSync(join(folder, String(shard)), { recursive: true });
  }

  async store(): Promise<void> {
    const name = randomUUID();
    const sha256 = createHash('sha256').update(SEED_FILE).digest('hex');
    const staged = join(this.#folder, name);
    const file = await open(staged, 'wx');
    await file.writeFile(SEED_FILE);
    await file.sync();
    await file.close();
    const shard = join(this.#folder, String(Number.parseInt(name.slice(0, 2), 16)));
    await rename(staged, join(shard, `${name}.${sha256.slice(0, 16)}`));
    const folder = await open(shard, 'r');
    await folder.sync();
    await folder.close();
  }
}
