import { createHash, type Hash } from 'node:crypto';
import { type MadeFolders, StagedFile } from '@almagest/durable-files';
import { SeedInspector } from './seed-content.ts';

export interface SeedContent {
  readonly sha256: string;
  readonly sizeBytes: number;
  /** False for a file that cannot start a run. */
  readonly fit: boolean;
}

/** A seed being written under a temporary name while it is hashed and inspected. */
export class SeedUpload {
  readonly #file: StagedFile;
  readonly #folders: MadeFolders;
  readonly #digest: Hash = createHash('sha256');
  readonly #inspector = new SeedInspector();
  readonly #onDiscard: (sizeBytes: number) => void;
  #discarded = false;

  /** `onDiscard`: called once at the end, with the number of bytes written. */
  constructor(staging: string, folders: MadeFolders, onDiscard: (sizeBytes: number) => void) {
    this.#file = new StagedFile(staging);
    this.#folders = folders;
    this.#onDiscard = onDiscard;
  }

  get sizeBytes(): number {
    return this.#inspector.sizeBytes;
  }

  write(chunk: Buffer): void {
    this.#digest.update(chunk);
    this.#inspector.push(chunk);
    this.#file.write(chunk);
  }

  /** Resolves when the content is on disk. After that, nothing more can be written. */
  async finish(): Promise<SeedContent> {
    await this.#file.finish();
    return { sha256: this.#digest.digest('hex'), sizeBytes: this.sizeBytes, fit: this.#inspector.fit };
  }

  /**
   * Moves the file to its final place, durably. May be called again after a transaction was rolled back and repeated.
   */
  async place(folder: string, name: string): Promise<void> {
    await this.#folders.sync(folder, this.#file.putInPlace(folder, name));
  }

  /** Ends the upload and must always be called. Removes the file unless it was placed. */
  discard(): void {
    if (this.#discarded) return;
    this.#discarded = true;
    this.#onDiscard(this.sizeBytes);
    this.#file.discard();
  }
}
