import { indexOnline } from '@almagest/service-kit/online-migration';

/** Creates an index of points with an unfit model, which are rare. */
export const migration = indexOnline('point_unfit', 'on point (workflow_id, wave, name) where model_unfit');
