import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

/** The redis-server on the PATH. Without it, the tests that need it are skipped, and their names show that. */
export const REDIS_SERVER = (process.env['PATH'] ?? '')
  .split(delimiter)
  .map((folder) => join(folder, 'redis-server'))
  .find((path) => {
    try {
      accessSync(path, constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });

/** Whether Redis is required: in continuous integration, unless WITHOUT_REDIS is set. */
export const REDIS_IS_DUE = process.env['CI'] !== undefined && process.env['WITHOUT_REDIS'] === undefined;
