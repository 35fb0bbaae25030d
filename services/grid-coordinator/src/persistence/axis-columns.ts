import type { Axis } from '@almagest/contracts/grid';

/** The axes as columns of a recordset, in the order of `AXES`. */
export const AXIS_COLUMNS = {
  teff: 'float8',
  logg: 'float8',
  loghe: 'float8',
  logc: 'float8',
  logn: 'float8',
  logo: 'float8',
} as const satisfies Record<Axis, 'float8'>;
