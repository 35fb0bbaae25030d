import { join } from 'node:path';

/**
 * Environment for programs that tests start. Starting programs takes much of a short test, so these programs reuse code
 * that earlier programs compiled.
 */
export const COMPILE_CACHE = {
  NODE_COMPILE_CACHE: join(import.meta.dirname, '../../../../node_modules/.cache/compiled'),
};
