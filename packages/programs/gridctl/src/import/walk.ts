import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { errorCode } from '../errors.ts';
import { findResults, type Found } from './classify.ts';

export type WalkEntry =
  | { readonly kind: 'result'; readonly folder: string; readonly found: Found }
  | { readonly kind: 'unreadable'; readonly folder: string; readonly reason: string };

/**
 * Yields all results below a folder, sorted by name, folder by folder. Skips links to folders, which may form a cycle,
 * and hidden folders, where file servers keep their snapshots.
 */
export async function* walkResults(root: string, folder = ''): AsyncGenerator<WalkEntry> {
  let entries;
  try {
    entries = await readdir(join(root, folder), { withFileTypes: true });
  } catch (error) {
    // The root is the operator's argument. If it is unreadable there is nothing to import.
    if (folder === '') throw error;
    yield { kind: 'unreadable', folder, reason: `the folder cannot be read (${errorCode(error) ?? 'unknown error'})` };
    return;
  }
  entries.sort((one, other) => (one.name < other.name ? -1 : 1));
  const names = entries.filter((entry) => !entry.isDirectory()).map(({ name }) => name);
  for (const found of findResults(names)) yield { kind: 'result', folder, found };
  for (const entry of entries) {
    if (entry.isDirectory() && !entry.name.startsWith('.')) yield* walkResults(root, join(folder, entry.name));
  }
}
