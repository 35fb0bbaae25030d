import { statements } from '@almagest/service-kit/statements';

/**
 * Records which named spectra a point's model has and which ones a task was to compute. Null for older points: their
 * artifacts show what they have.
 */
export const migration = statements([
  `alter table point add column products text[]`,
  `alter table task add column products text[]`,
]);
