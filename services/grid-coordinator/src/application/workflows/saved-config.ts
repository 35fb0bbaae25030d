import { Refusal } from '@almagest/service-kit/refusal';
import type { WorkflowConfig } from '../../domain/workflows/workflow-config.ts';
import type { Db } from '../../persistence/database.ts';
import { findWorkflow } from '../../persistence/workflows/workflow-repository.ts';
import { unknownWorkflow } from './require-workflow.ts';
import { parseText, readConfig, type ConfigText } from './parse-config.ts';

export interface SavedConfig {
  readonly workflowId: number;
  readonly text: ConfigText;
  readonly config: WorkflowConfig;
}

/** Returns the configuration that the next start of a workflow would use. */
export async function requireSavedConfig(db: Db, name: string, maxGridPoints: number): Promise<SavedConfig> {
  const workflow = await findWorkflow(db, name);
  if (workflow === undefined) throw unknownWorkflow(name);
  if (workflow.config_yaml === '')
    throw new Refusal('conflict', `workflow ${name} only keeps imported results and has no configuration to extend`);
  const text = parseText(workflow.config_yaml);
  return { workflowId: workflow.id, text, config: readConfig(text, maxGridPoints) };
}
