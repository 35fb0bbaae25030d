import { clampedValues, ImportMethod, ModelSummary, TaskReport, WorkflowName } from '@almagest/contracts/grid';
import { compile } from '@almagest/contracts/validate';
import type { Logger } from '@almagest/service-kit/log';
import { formPartsOf, type FormParts } from '@almagest/service-kit/multipart';
import { Refusal } from '@almagest/service-kit/refusal';
import type { Request } from 'express';
import type { Import } from '../application/seeds/import-seed.ts';
import type { FileStores, StagedSeed } from '../application/tasks/place-report-files.ts';
import type { ReportForm } from '../application/tasks/report-task.ts';
import type { StagedFile } from '@almagest/durable-files';
import { parseLenientJson, withStrictValues } from './lenient-json.ts';

const checkReport = compile(TaskReport);
const checkSummary = compile(ModelSummary);
const checkMethod = compile(ImportMethod);

const checkWorkflowName = compile(WorkflowName);

/**
 * Reads a report form and passes it to `use`. Then removes the files of the form that were not moved to a final place.
 */
export async function withReport<T>(
  { log, ...stores }: FileStores & { readonly log: Logger },
  req: Request,
  nodeId: string,
  use: (form: ReportForm) => Promise<T>,
): Promise<T> {
  return await withStaged(stores, req, async ({ texts, upload: seed }, stageRecord) => {
    const parsed = parsePart('report', texts['report']);
    // Clamps numbers outside their range instead of rejecting the report, because a wrong clock or engine must not lose
    // the result.
    const clamped = clampedValues(parsed);
    const checked = checkReport(isObject(parsed) ? { ...parsed, ...clamped } : parsed);
    if (!checked.ok) throw new Refusal('malformed', `part report: ${checked.fault}`);
    const report = checked.value;
    if (report.node_id !== nodeId)
      throw new Refusal('forbidden', `the token belongs to node ${nodeId}, but the report is from ${report.node_id}`);
    const text = report.summary_json;
    const summary =
      text === undefined || text === null || text.trim() === '' ? undefined : parseText('summary_json', text);
    for (const [field, stored] of Object.entries(clamped))
      log.warn(
        { node: nodeId, task: report.task_id, field, reported: (parsed as Record<string, unknown>)[field], stored },
        'a report has an impossible number, which was replaced. Check the clock and the engine of the node',
      );
    return await use({ report, seed, summary, stageRecord });
  });
}

/** Reads an import form and passes it to `use`, as `withReport` does. */
export async function withImport<T>(
  stores: FileStores,
  req: Request,
  workflowName: string,
  use: (input: Import) => Promise<T>,
): Promise<T> {
  return await withStaged(stores, req, async ({ texts, upload: seed }, stageRecord) => {
    const name = checkWorkflowName(workflowName);
    if (!name.ok) throw new Refusal('malformed', `query parameter workflow ${name.fault}`);
    const parsed = parsePart('report', texts['report']);
    const checked = checkSummary(parsed);
    if (!checked.ok) throw new Refusal('malformed', `part report: ${checked.fault}`);
    const summary = checked.value;
    const method = checkMethod(texts['success_method'] ?? 'seed_step');
    if (!method.ok) throw new Refusal('malformed', 'part success_method must be cold_run or seed_step');
    return await use({ workflowName, summary, seed, record: await stageRecord(parsed), successMethod: method.value });
  });
}

async function withStaged<T>(
  { diagnostics }: FileStores,
  req: Request,
  work: (parts: FormParts<StagedSeed>, stageRecord: (record: unknown) => Promise<StagedFile>) => Promise<T>,
): Promise<T> {
  const parts = formPartsOf<StagedSeed>(req);
  let staged: StagedFile | undefined;
  try {
    return await work(parts, async (record) => (staged = await diagnostics.stage(record)));
  } finally {
    parts.discard();
    staged?.discard();
  }
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

function parsePart(name: string, text: string | undefined): unknown {
  if (text === undefined)
    throw new Refusal(
      'malformed',
      `part ${name} is missing: send multipart/form-data with the JSON text as part ${name}`,
    );
  return parseText(`part ${name}`, text);
}

function parseText(place: string, text: string): unknown {
  try {
    return withStrictValues(parseLenientJson(text));
  } catch (error) {
    throw new Refusal(
      'malformed',
      `${place} is not valid JSON: ${error instanceof Error ? error.message : String(error)}`,
    );
  }
}
