import { indexOnline } from '@almagest/service-kit/online-migration';

/** Points whose model holds NaN or Inf: few of millions. */
export const migration = indexOnline('point_unfit', 'on point (workflow_id, wave, name) where model_unfit');
