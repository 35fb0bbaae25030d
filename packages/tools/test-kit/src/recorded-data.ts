import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** `shared/data` next to the checkout, unless RECORDED_DATA names another folder. */
const FOLDER = process.env['RECORDED_DATA'] ?? join(import.meta.dirname, '../../../../../shared/data');

/**
 * Whether this machine has recorded answers of the real services and papers of other authors. These files are not part
 * of the project. Without them, the tests that need them are skipped, and their names show that.
 */
export const HAS_RECORDED_DATA = existsSync(FOLDER);

/** Whether recorded data is required: in continuous integration, unless WITHOUT_RECORDED_DATA is set. */
export const RECORDED_DATA_IS_DUE =
  process.env['CI'] !== undefined && process.env['WITHOUT_RECORDED_DATA'] === undefined;

export function recordedPath(path: string): string {
  if (HAS_RECORDED_DATA) return join(FOLDER, path);
  throw new Error(
    `no recorded data in ${FOLDER}: set RECORDED_DATA to its folder, or set WITHOUT_RECORDED_DATA=1 to skip the tests that need it`,
  );
}

export function readRecorded(path: string): string {
  return readFileSync(recordedPath(path), 'utf8');
}

/**
 * Returns the paths of the recorded files in these folders whose names end with `end`. Returns an empty list if the
 * files are neither present nor required.
 */
export function listRecorded(folders: readonly string[], end: string): string[] {
  if (!HAS_RECORDED_DATA && !RECORDED_DATA_IS_DUE) return [];
  return folders.flatMap((folder) =>
    readdirSync(recordedPath(folder))
      .filter((name) => name.endsWith(end))
      .toSorted()
      .map((name) => join(folder, name)),
  );
}
