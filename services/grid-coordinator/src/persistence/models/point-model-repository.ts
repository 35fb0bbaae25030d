import { recordset } from '@almagest/service-kit/recordset';
import { sql } from 'kysely';
import type { PointKey } from '../points/point-repository.ts';
import type { Write } from '../write-together.ts';

/** Records whether the model is fit, for points whose model arrived with a repeated report. */
export function modelFitness(
  models: readonly (PointKey & { readonly taskId: string; readonly unfit: boolean })[],
): Write[] {
  if (models.length === 0) return [];
  const given = recordset(models, { workflowId: 'int4', name: 'text', taskId: 'uuid', unfit: 'bool' }, 'm');
  const update = sql`
    update point set model_unfit = m.unfit
    from ${given}
    where point.workflow_id = m."workflowId" and point.name = m.name and point.model_task_id = m."taskId"`;
  return [update];
}

/** Records that the model of a point is now an imported model, without an attempt. */
export function importedModels(models: readonly (PointKey & { readonly unfit: boolean })[]): Write[] {
  const update = sql`
    update point set model_task_id = null, model_unfit = m.unfit
    from ${recordset(models, { workflowId: 'int4', name: 'text', unfit: 'bool' }, 'm')}
    where point.workflow_id = m."workflowId" and point.name = m.name`;
  return [update];
}
