import { join } from 'node:path';

/**
 * Environment for programs that tests start. Much of a short test is the start of its programs, so they reuse what
 * earlier programs compiled.
 */
export const COMPILE_CACHE = {
  NODE_COMPILE_CACHE: join(import.meta.dirname, '../../../../node_modules/.cache/compiled'),
};
