import type { ConfigurationProblem, ValidateWorkflowRequest, WorkflowValidation } from '@almagest/contracts/grid';
import type { AssetFolder } from '../../files/asset-folder.ts';
import type { Db } from '../../persistence/database.ts';
import { checkConfig, located, type CheckedConfig } from './check-config.ts';
import { compareConfig } from './compare-config.ts';
import { planRun } from './plan-run.ts';

export interface ValidateDeps {
  readonly db: Db;
  readonly assets: AssetFolder;
  readonly maxGridPoints: number;
}

/** Performs a dry run of a configuration. Returns all faults in a normal answer, never as a refusal. Saves nothing. */
export async function validateWorkflow(
  deps: ValidateDeps,
  { name, config_yaml: yaml }: ValidateWorkflowRequest,
): Promise<WorkflowValidation> {
  const { problems, read } = checkConfig(yaml, deps.maxGridPoints);
  if (read === undefined) return { valid: false, problems: [...problems], plan: null, difference: null };
  const plan = await planRun(deps.db, read.config, name);
  const { points, gamma } = plan.predicted_failures;
  const hard: ConfigurationProblem[] =
    points === 0
      ? []
      : [
          located(read.document, {
            severity: 'warning',
            path: 'grid',
            message: `${points} of ${plan.points} points above Gamma_e ${gamma}: expect failures`,
          }),
        ];
  return {
    valid: true,
    problems: [...problems, ...hard, ...(await missingAssets(deps.assets, read))],
    plan,
    difference: name === undefined ? null : await compareConfig(deps, name, read),
  };
}

/** The maximum number of assets to check. Each asset is looked up on disk, and a longer list would not be useful. */
const MOST_ASSETS = 100;

/** Returns the missing assets that would make a start fail. */
async function missingAssets(
  folder: AssetFolder,
  { config: { assets }, document }: NonNullable<CheckedConfig['read']>,
): Promise<ConfigurationProblem[]> {
  const missing: ConfigurationProblem[] = [];
  for (const [index, path] of assets.slice(0, MOST_ASSETS).entries()) {
    if ((await folder.find(path)) !== undefined) continue;
    const message = `${path} is not in the coordinator's assets folder (ASSETS_DIR): a start would be refused`;
    missing.push(located(document, { severity: 'warning', path: `assets[${index}]`, message }));
  }
  return missing;
}
