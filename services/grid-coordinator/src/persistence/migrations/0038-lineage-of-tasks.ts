import { indexOnline } from '@almagest/service-kit/online-migration';

/** Creates an index of the attempts that started from a model. Cold runs have no entry. */
export const migration = indexOnline('task_by_start', 'on task (start_model_id) where start_model_id is not null');
