import { indexOnline } from '@almagest/service-kit/online-migration';

/** Creates an index of rejected models, which are rare. */
export const migration = indexOnline('model_rejected', 'on model (name) where rejected');
