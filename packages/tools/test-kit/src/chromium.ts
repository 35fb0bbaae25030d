import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

/** In order of preference. The headless shell uses a third less CPU. */
const NAMES = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome'];

/** The browser on the PATH. Without a browser, browser tests are skipped and `jest.config.js` reports that. */
export const CHROMIUM = findProgram(NAMES);

/** A browser with extensions, which neither the headless shell nor branded builds load from the command line. */
export const FULL_CHROMIUM = findProgram(['chromium', 'chromium-browser']);

function findProgram(names: readonly string[]): string | undefined {
  const folders = (process.env['PATH'] ?? '').split(delimiter);
  return names
    .flatMap((name) => folders.map((folder) => join(folder, name)))
    .find((path) => {
      try {
        accessSync(path, constants.X_OK);
        return true;
      } catch {
        return false;
      }
    });
}

/** Whether Chromium is required: in continuous integration, unless WITHOUT_CHROMIUM is set. */
export const CHROMIUM_IS_DUE = process.env['CI'] !== undefined && process.env['WITHOUT_CHROMIUM'] === undefined;

/** Whether a browser with extensions is required: in continuous integration, unless WITHOUT_EXTENSIONS is set. */
export const FULL_CHROMIUM_IS_DUE = process.env['CI'] !== undefined && process.env['WITHOUT_EXTENSIONS'] === undefined;
