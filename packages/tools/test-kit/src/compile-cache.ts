import { join } from 'node:path';

/**
 * For the environment of a program that a test starts. Much of a short test is the start of its programs; what earlier ones have
 * compiled is used again.
 */
export const COMPILE_CACHE = {
  NODE_COMPILE_CACHE: join(import.meta.dirname, '../../../../node_modules/.cache/compiled'),
};
