import { readStorage, writeStorage } from '@almagest/ui/stored-value';
import type { FolderFile } from './find-results.ts';

/**
 * Remembers in this browser which results of a folder were imported. A changed file counts as a new result. Without
 * browser storage, a repeated import sends everything again, which is harmless.
 */
export class ImportJournal {
  readonly #key: string;
  readonly #imported: Set<string>;
  #unwritten = 0;

  constructor(folder: string, workflow: string) {
    this.#key = `almagest.import ${workflow} ${folder}`;
    this.#imported = new Set((readStorage(this.#key) ?? '').split('\n').filter((line) => line !== ''));
  }

  has(files: readonly FolderFile[]): boolean {
    return this.#imported.has(stampOf(files));
  }

  add(files: readonly FolderFile[]): void {
    this.#imported.add(stampOf(files));
    this.#unwritten += 1;
    if (this.#unwritten >= WRITTEN_AFTER) this.write();
  }

  write(): void {
    this.#unwritten = 0;
    writeStorage(this.#key, [...this.#imported].join('\n'));
  }
}

/** Every write stores the whole journal, so the journal is written only after this many results. */
const WRITTEN_AFTER = 50;

function stampOf(files: readonly FolderFile[]): string {
  return files.map(({ path, file }) => `${path} ${file.size} ${file.lastModified}`).join('|');
}
