import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

/** In order of preference: without windows it takes a third less of the processor. */
const NAMES = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome'];

/** The browser on the PATH. Where there is none, tests in a browser are skipped, and `jest.config.js` says so. */
export const CHROMIUM = NAMES.flatMap((name) =>
  (process.env['PATH'] ?? '').split(delimiter).map((folder) => join(folder, name)),
).find((path) => {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
});

/** Continuous integration skips nothing unless it says by WITHOUT_CHROMIUM that it knows. */
export const CHROMIUM_IS_DUE = process.env['CI'] !== undefined && process.env['WITHOUT_CHROMIUM'] === undefined;
