import { indexOnline } from '@almagest/service-kit/online-migration';

/** Rejected models: few among millions. */
export const migration = indexOnline('model_rejected', 'on model (name) where rejected');
