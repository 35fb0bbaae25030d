import { readStorage, writeStorage } from '@almagest/ui/stored-value';
import type { FolderFile } from './find-results.ts';

/**
 * Which results of a folder were imported, kept in this browser. A result that has changed since then counts as another
 * one. Where nothing can be kept, an import that is repeated sends everything again, which changes nothing.
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

/** The whole journal is written each time. */
const WRITTEN_AFTER = 50;

function stampOf(files: readonly FolderFile[]): string {
  return files.map(({ path, file }) => `${path} ${file.size} ${file.lastModified}`).join('|');
}
