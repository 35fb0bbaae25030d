import { indexOnline } from '@almagest/service-kit/online-migration';

/** Finds rejected models, which are rare. */
export const migration = indexOnline('model_rejected', 'on model (name) where rejected');
