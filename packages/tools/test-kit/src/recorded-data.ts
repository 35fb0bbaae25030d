import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** `shared/data` beside the checkout, unless RECORDED_DATA names another folder. */
const FOLDER = process.env['RECORDED_DATA'] ?? join(import.meta.dirname, '../../../../../shared/data');

/**
 * Whether recorded answers of the real services and papers of other authors are on this machine. They are not part of the
 * project. Without them, tests that need them are skipped, and say so.
 */
export const HAS_RECORDED_DATA = existsSync(FOLDER);

/** Continuous integration skips nothing unless it says by WITHOUT_RECORDED_DATA that it knows. */
export const RECORDED_DATA_IS_DUE =
  process.env['CI'] !== undefined && process.env['WITHOUT_RECORDED_DATA'] === undefined;

/** The path of a recorded file or folder. */
export function recordedPath(path: string): string {
  if (HAS_RECORDED_DATA) return join(FOLDER, path);
  throw new Error(
    `no recorded data in ${FOLDER}: name its folder by RECORDED_DATA, or set WITHOUT_RECORDED_DATA=1 to skip the tests that need it`,
  );
}

export function readRecorded(path: string): string {
  return readFileSync(recordedPath(path), 'utf8');
}

/** The paths of the recorded files in these folders whose names end so; none where they are neither there nor due. */
export function listRecorded(folders: readonly string[], end: string): string[] {
  if (!HAS_RECORDED_DATA && !RECORDED_DATA_IS_DUE) return [];
  return folders.flatMap((folder) =>
    readdirSync(recordedPath(folder))
      .filter((name) => name.endsWith(end))
      .toSorted()
      .map((name) => join(folder, name)),
  );
}
