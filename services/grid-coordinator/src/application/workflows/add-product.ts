import { recordAudit } from '@almagest/accounts';
import { isDeepStrictEqual } from 'node:util';
import type { AddProductReply, AddProductRequest } from '@almagest/contracts/grid';
import { Refusal } from '@almagest/service-kit/refusal';
import type { SpectrumProduct, WorkflowConfig } from '../../domain/workflows/workflow-config.ts';
import { readCounts, sumCounts } from '../../persistence/workflows/count-repository.ts';
import { countOpenSpectra } from '../../persistence/workflows/run-state-repository.ts';
import { lockWorkflowByName, saveConfig, type WorkflowRow } from '../../persistence/workflows/workflow-repository.ts';
import { unknownWorkflow } from './require-workflow.ts';
import { parseConfig, parseText, readConfig } from './parse-config.ts';
import { withProduct } from './product-text.ts';
import { beginStart, type RunDeps } from './run-workflow.ts';

/**
 * Adds a spectrum product to a workflow's configuration. A running or completed workflow starts again within its run,
 * which queues the converged points for this product alone. An idle or paused workflow computes the product after its
 * next start.
 */
export async function addProduct(
  deps: RunDeps,
  name: string,
  { product, dry_run: isDryRun = false }: AddProductRequest,
): Promise<AddProductReply> {
  const { id, reply } = await deps.db.transaction().execute(async (trx) => {
    const workflow = await lockWorkflowByName(trx, name);
    if (workflow === undefined) throw unknownWorkflow(name);
    if (workflow.status === 'initializing')
      throw new Refusal('conflict', `workflow ${name} is initializing: add the product when it is running`);
    const { text, config } = withAdded(workflow, product as SpectrumProduct, deps.maxGridPoints);
    const { converged } = sumCounts(await readCounts(trx, workflow.id));
    const starts = !isDryRun && workflow.run > 0 && (workflow.status === 'running' || workflow.status === 'completed');
    const lackingSpectra = [...(await countOpenSpectra(trx, workflow.id)).values()].reduce((sum, n) => sum + n, 0);
    const reply = { config_yaml: text, points: converged + lackingSpectra, queued: starts };
    if (isDryRun) return { id: undefined, reply };
    await saveConfig(trx, workflow.id, workflow.description, text);
    await recordAudit(trx, { object: `workflow ${name}`, detail: { product: product.name } });
    if (starts) await beginStart(trx, deps, { ...workflow, config_yaml: text }, { config, run: workflow.run });
    return { id: starts ? workflow.id : undefined, reply };
  });
  if (id !== undefined) deps.requestInitialise(id);
  if (!isDryRun) deps.onWorkflowChange(name);
  return reply;
}

function withAdded(
  { name, config_yaml: yaml }: Pick<WorkflowRow, 'name' | 'config_yaml'>,
  product: SpectrumProduct,
  maxGridPoints: number,
): { readonly text: string; readonly config: WorkflowConfig } {
  if (yaml === '')
    throw new Refusal('conflict', `workflow ${name} only keeps imported results and has no configuration to extend`);
  const parsed = parseText(yaml);
  const before = readConfig(parsed, maxGridPoints);
  const { spectrum } = before;
  if (spectrum.enabled && spectrum.products === undefined)
    throw new Refusal(
      'conflict',
      `the spectrum of workflow ${name} has no name: list it under spectrum.products first (PUT /api/workflows/${name})`,
    );
  const text = withProduct(parsed, product);
  const config = text === undefined ? undefined : parseConfig(text, maxGridPoints);
  const expected = {
    ...before,
    spectrum: { ...spectrum, enabled: true, products: [...(spectrum.products ?? []), product] },
  };
  if (text === undefined || config === undefined || !isDeepStrictEqual(config, expected))
    throw new Refusal(
      'conflict',
      `spectrum.products of ${name} is not written as a list that can be extended: add the product with PUT /api/workflows/${name}`,
    );
  return { text, config };
}
