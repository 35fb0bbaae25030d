import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, open, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { fileAgeMs, syncFolder, writeWhole } from '@almagest/durable-files';
import { Refusal } from '@almagest/service-kit/refusal';

/** Stores the archives that are being imported: `imports/<SHA-256 of the file>.tar`. */
export class ImportStore {
  readonly #folder: string;

  private constructor(folder: string) {
    this.#folder = folder;
  }

  static async open(dataDir: string): Promise<ImportStore> {
    const store = new ImportStore(join(dataDir, 'imports'));
    await mkdir(store.#folder, { recursive: true });
    return store;
  }

  pathOf(sha256: string): string {
    return join(this.#folder, `${sha256}.tar`);
  }

  /** Returns how many bytes of an archive have arrived. */
  async received(sha256: string): Promise<number> {
    return (await stat(this.pathOf(sha256)).catch(() => undefined))?.size ?? 0;
  }

  /**
   * Appends a piece durably. Each byte has a fixed place, so simultaneous uploads of one archive don't conflict. If a
   * piece is cut off, keeps the bytes that have arrived.
   */
  async append(sha256: string, piece: Readable, offset: number, sizeBytes: number): Promise<number> {
    const file = await open(this.pathOf(sha256), offset === 0 ? 'w' : 'r+');
    let position = offset;
    try {
      // Does not destroy a refused request, so that its sender can read the reason.
      for await (const chunk of piece.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
        if (position + chunk.length > sizeBytes)
          throw new Refusal('malformed', `the piece extends beyond the archive's ${sizeBytes} bytes`);
        await writeWhole(file, chunk, position);
        position += chunk.length;
      }
      await file.sync();
    } finally {
      await file.close();
    }
    if (offset === 0) await syncFolder(this.#folder);
    return position;
  }

  async hashOf(sha256: string): Promise<string> {
    const digest = createHash('sha256');
    for await (const chunk of createReadStream(this.pathOf(sha256))) digest.update(chunk as Buffer);
    return digest.digest('hex');
  }

  async remove(sha256: string): Promise<void> {
    await rm(this.pathOf(sha256), { force: true });
  }

  /** Removes archives without a row that are older than `minAgeMs`. */
  async sweep(minAgeMs: number, findOpen: (sha256s: readonly string[]) => Promise<ReadonlySet<string>>): Promise<void> {
    const known = (await readdir(this.#folder)).flatMap((name) => /^([0-9a-f]{64})\.tar$/.exec(name)?.[1] ?? []);
    const wanted = await findOpen(known);
    for (const sha256 of known.filter((each) => !wanted.has(each))) {
      const found = await stat(this.pathOf(sha256)).catch(() => undefined);
      if (found !== undefined && fileAgeMs(found) >= minAgeMs) await this.remove(sha256);
    }
  }
}
