import { statements } from '@almagest/service-kit/statements';

/**
 * Records which named spectra a point's model has and which named spectra a task was to compute. Null for older points,
 * whose artifacts show their spectra.
 */
export const migration = statements([
  `alter table point add column products text[]`,
  `alter table task add column products text[]`,
]);
