import { indexOnline } from '@almagest/service-kit/online-migration';

/**
 * Creates an index of the models that were computed from a model. Imports and cold runs have no parent and no entry.
 */
export const migration = indexOnline('model_by_parent', 'on model (parent_id) where parent_id is not null');
