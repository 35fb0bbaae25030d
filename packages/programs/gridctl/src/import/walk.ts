import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { errorCode } from '../failures.ts';
import { findResults, type Found } from './classify.ts';

export type WalkEntry =
  | { readonly kind: 'result'; readonly folder: string; readonly found: Found }
  | { readonly kind: 'unreadable'; readonly folder: string; readonly reason: string };

/**
 * All results below a folder, in the order of their names, folder by folder. Links to folders are not followed (they
 * may lead round in a circle) and neither are hidden folders, where file servers keep their snapshots.
 */
export async function* walkResults(root: string, folder = ''): AsyncGenerator<WalkEntry> {
  let entries;
  try {
    entries = await readdir(join(root, folder), { withFileTypes: true });
  } catch (error) {
    // The root itself is the operator's argument, and has no rest to go on with.
    if (folder === '') throw error;
    yield { kind: 'unreadable', folder, reason: `the folder cannot be read (${errorCode(error) ?? 'unknown fault'})` };
    return;
  }
  entries.sort((one, other) => (one.name < other.name ? -1 : 1));
  const names = entries.filter((entry) => !entry.isDirectory()).map(({ name }) => name);
  for (const found of findResults(names)) yield { kind: 'result', folder, found };
  for (const entry of entries) {
    if (entry.isDirectory() && !entry.name.startsWith('.')) yield* walkResults(root, join(folder, entry.name));
  }
}
