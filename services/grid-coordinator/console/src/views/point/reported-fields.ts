// Written by `npm run docs` from packages/contracts/src/grid/reported-fields.ts. Do not change it by hand.
import type { ShownFieldInfo } from '@almagest/contracts/grid';

/** The fields of an attempt in the order in which they are shown. */
export const REPORTED_FIELDS: readonly ShownFieldInfo[] = [
  { name: 'max_relc', title: 'Max. rel. change', unit: null, format: 'relative' },
  { name: 'iterations', title: 'Iterations', unit: null, format: null },
];
