import { indexOnline } from '@almagest/service-kit/online-migration';

/** Creates an index for the hourly removal of models that are no longer needed. */
export const migration = indexOnline('model_unconverged', 'on model (stored_at) where not converged');
