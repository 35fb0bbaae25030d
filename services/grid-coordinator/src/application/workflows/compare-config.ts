import type { ConfigurationDifference } from '@almagest/contracts/grid';
import { isDeepStrictEqual } from 'node:util';
import { Refusal } from '@almagest/service-kit/refusal';
import { comparePoints, configChanges, type ConfigChange } from '../../domain/workflows/config-difference.ts';
import {
  readWorkflowConfig,
  type ConfigDocument,
  type WorkflowConfig,
} from '../../domain/workflows/workflow-config.ts';
import type { Db } from '../../persistence/database.ts';
import { findWorkflow } from '../../persistence/workflows/workflow-repository.ts';
import { findLastStart } from '../../persistence/workflows/workflow-start-repository.ts';
import { parseText } from './parse-config.ts';

interface ReadConfig {
  readonly config: WorkflowConfig;
  readonly document: ConfigDocument;
}

/**
 * Compares a configuration with the configuration of the last start, or with the saved configuration before the first
 * start. Returns null if the workflow does not exist or has no configuration.
 */
export async function compareConfig(
  { db, maxGridPoints }: { readonly db: Db; readonly maxGridPoints: number },
  name: string,
  after: ReadConfig,
): Promise<ConfigurationDifference | null> {
  const workflow = await findWorkflow(db, name);
  if (workflow === undefined) return null;
  const started = await findLastStart(db, workflow.id);
  const text = started?.config_yaml ?? workflow.config_yaml;
  if (text === '') return null;
  const { status } = workflow;
  const compared = { status, compared_with: started === undefined ? 'saved' : 'started', config_yaml: text } as const;
  const before = readConfig(text, maxGridPoints);
  if (before === undefined)
    return { ...compared, points: null, changes: [], effects: ['the previous configuration can no longer be read'] };
  const points = comparePoints(before.config, after.config);
  const changes = configChanges(before.document.texts, after.document.texts);
  const effects = changes.length === 0 ? [] : effectsOf(before.config, after.config, { status, points });
  return { ...compared, points, changes, effects };
}

/** Returns the changed values of a configuration. Returns null if the earlier configuration can no longer be read. */
export function changesOfText(before: string, after: string): ConfigChange[] | null {
  try {
    return configChanges(before === '' ? {} : parseText(before).texts, parseText(after).texts);
  } catch (error) {
    if (error instanceof Refusal) return null;
    throw error;
  }
}

function readConfig(yaml: string, maxGridPoints: number): ReadConfig | undefined {
  try {
    const document = parseText(yaml);
    return { document, config: readWorkflowConfig(document, maxGridPoints) };
  } catch (error) {
    // The earlier configuration was saved under a different limit of points or by an older version.
    if (error instanceof Refusal) return undefined;
    throw error;
  }
}

function effectsOf(
  before: WorkflowConfig,
  after: WorkflowConfig,
  { status, points }: { readonly status: string; readonly points: NonNullable<ConfigurationDifference['points']> },
): string[] {
  const differs = (...keys: readonly (keyof WorkflowConfig)[]) =>
    keys.some((key) => !isDeepStrictEqual(before[key], after[key]));
  const effects = [
    status === 'running'
      ? 'a change takes effect at the next start: stop the workflow and start it again'
      : 'a change takes effect at the next start',
  ];
  if (points.added > 0) effects.push(`the start adds ${points.added} points`);
  if (points.retired > 0)
    effects.push(`the start retires ${points.retired} points: they keep their results but are no longer computed`);
  if (before.signature !== after.signature)
    effects.push('the stages differ: models computed with the previous stages cannot be seeds');
  if (differs('grid', 'chain', 'difficulty')) effects.push('a new run discards the measured times of tasks');
  if (differs('scheduling')) effects.push('scheduling changes take effect when they are saved');
  return effects;
}
