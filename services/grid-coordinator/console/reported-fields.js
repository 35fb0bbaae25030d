// Written by `npm run docs` from packages/contracts/src/grid/reported-fields.ts. Do not change it by hand.
/** @import { ShownFieldInfo } from '@almagest/contracts/grid' */

/** @type {readonly ShownFieldInfo[]} */
export const REPORTED_FIELDS = [
  { name: 'max_relc', title: 'Max. rel. change', unit: null, format: 'relative' },
  { name: 'iterations', title: 'Iterations', unit: null, format: null },
];
