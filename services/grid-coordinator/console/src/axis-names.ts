import type { Axis } from '@almagest/contracts/grid';

/** The axes as every language writes them. */
export const AXIS_NAMES: Readonly<Record<Axis, string>> = {
  teff: 'Teff (K)',
  logg: 'log g',
  loghe: 'log He/H',
  logc: 'log C/H',
  logn: 'log N/H',
  logo: 'log O/H',
};
