import type { PointDetail, PointsPage, PointsQuery } from '@almagest/contracts/grid';
import { Refusal } from '@almagest/service-kit/refusal';
import type { Diagnostics } from '../../files/diagnostics.ts';
import { readCounts } from '../../persistence/count-repository.ts';
import type { Db } from '../../persistence/database.ts';
import { countMatching, findPoint, listByName, listPage, type PointFilter } from '../../persistence/point-listing.ts';
import { listAttempts } from '../../persistence/task-repository.ts';
import { findWorkflow, type WorkflowRow } from '../../persistence/workflow-repository.ts';
import { unknownWorkflow } from '../workflows/manage-workflows.ts';
import { toAttempt, toRow } from './point-row.ts';

const MAX_LIMIT = 500;

export async function listPoints(db: Db, name: string, query: PointsQuery): Promise<PointsPage> {
  const workflow = await requireWorkflow(db, name);
  const total = await countPoints(db, workflow.id, query);
  const points = await listPage(db, workflow.id, {
    ...query,
    sort: query.sort ?? 'wave',
    descending: query.order === 'desc',
    limit: Math.min(MAX_LIMIT, Math.max(1, query.limit ?? 100)),
    offset: query.offset ?? 0,
    total,
  });
  return { total, points: points.map(toRow) };
}

/** From the counts that are kept with every change; only a filter on the name makes the database count. */
async function countPoints(db: Db, workflowId: number, filter: PointFilter): Promise<number> {
  if (filter.q !== undefined && filter.q !== '') return await countMatching(db, workflowId, filter);
  return (await readCounts(db, workflowId))
    .filter(({ status }) => filter.status === undefined || status === filter.status)
    .filter(({ method }) => filter.method === undefined || method === filter.method)
    .filter(({ wave }) => filter.wave === undefined || wave === filter.wave)
    .reduce((sum, { n }) => sum + n, 0);
}

export async function readPoint(
  deps: { readonly db: Db; readonly diagnostics: Diagnostics },
  workflowName: string,
  pointName: string,
): Promise<PointDetail> {
  const workflow = await requireWorkflow(deps.db, workflowName);
  const point = await findPoint(deps.db, workflow.id, pointName);
  if (point === undefined) throw unknownPoint(workflowName, pointName);
  const attempts = await listAttempts(deps.db, workflow.id, pointName);
  const conv = await deps.diagnostics.read({ workflowId: workflow.id, workflowName, pointName });
  return { point: toRow(point), attempts: attempts.map(toAttempt), conv };
}

export function unknownPoint(workflowName: string, pointName: string): Refusal {
  return new Refusal('unknown', `workflow ${workflowName} has no point named ${pointName}`);
}

export async function requireWorkflow(db: Db, name: string): Promise<WorkflowRow> {
  const workflow = await findWorkflow(db, name);
  if (workflow === undefined) throw unknownWorkflow(name);
  return workflow;
}

const EXPORT_PAGE = 2_000;

/** The lines of a CSV file (RFC 4180) with every point that matches, one page in memory at a time. */
export async function* exportPoints(db: Db, workflowId: number, filter: PointFilter): AsyncGenerator<string> {
  let after = '';
  let head = true;
  for (;;) {
    const page = (await listByName(db, workflowId, filter, { after, limit: EXPORT_PAGE })).map(toRow);
    if (head) yield `${CSV_COLUMNS.join(',')}\r\n`;
    head = false;
    yield page.map((row) => `${CSV_COLUMNS.map((column) => csvField(row[column])).join(',')}\r\n`).join('');
    if (page.length < EXPORT_PAGE) return;
    after = page.at(-1)?.name ?? '';
  }
}

const CSV_COLUMNS = [
  'name',
  'teff',
  'logg',
  'loghe',
  'logc',
  'logn',
  'logo',
  'cno_sum',
  'wave',
  'status',
  'success_method',
  'attempt_count',
  'last_max_relc',
  'last_task_type',
  'seed_point_name',
  'node_id',
  'last_completed_at',
  'last_error',
] as const;

function csvField(value: string | number | null): string {
  if (value === null) return '';
  if (typeof value === 'number') return String(value);
  // A text that a spreadsheet would take for a formula is kept from being one.
  const text = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
