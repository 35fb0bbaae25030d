import { statements } from '@almagest/service-kit/statements';

/**
 * Stores the residuals of all places of a quantity, and compares all models again. The column `medians` stays for
 * replicas of the previous version.
 */
export const migration = statements([
  // The usual size of the residuals at each place.
  `alter table residual_pass add column scales jsonb`,
  `update residual_pass set converged = -1`,
]);
