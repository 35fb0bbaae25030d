import type { PointDetail, PointsPage, PointsQuery } from '@almagest/contracts/grid';
import { Refusal } from '@almagest/service-kit/refusal';
import { POINT_RECORD, type Diagnostics } from '../../files/diagnostics.ts';
import { countRetired, readCounts, type Count } from '../../persistence/workflows/count-repository.ts';
import type { NameGroup } from '../../domain/points/name-pages.ts';
import type { Db } from '../../persistence/database.ts';
import { isOnAxes, isOnRows, type PointFilter } from '../../persistence/points/point-filter.ts';
import {
  findPoint,
  listByName,
  listWaves,
  type ListedPoint,
  type PageRequest,
} from '../../persistence/points/point-listing.ts';
import { findOwnModels, listOrigins } from '../../persistence/models/model-repository.ts';
import { listAttempts, type TaskRow } from '../../persistence/tasks/task-repository.ts';
import { requireWorkflow } from '../workflows/require-workflow.ts';
import { csvLine } from './csv-line.ts';
import { toAttempt, toRow } from './point-row.ts';
import { listByNames, listOfStatus, type SearchDeps } from './search-names.ts';

const MAX_LIMIT = 500;

export async function listPoints(deps: SearchDeps, name: string, query: PointsQuery): Promise<PointsPage> {
  const { db } = deps;
  const workflow = await requireWorkflow(db, name);
  const counts = await readCounts(db, workflow.id);
  const page = {
    ...query,
    sort: query.sort ?? 'wave',
    descending: query.order === 'desc',
    limit: Math.min(MAX_LIMIT, Math.max(1, query.limit ?? 100)),
    offset: query.offset ?? 0,
    noneRetired: countRetired(counts) === 0,
    counted: JSON.stringify(counts.map(({ wave, status, method, n }) => `${wave} ${status} ${method} ${n}`).toSorted()),
  };
  const { total, points } = await findPage(deps, workflow.id, page, counts);
  return { total, points: points.map(toRow) };
}

async function findPage(
  deps: SearchDeps,
  workflowId: number,
  page: PageRequest,
  counts: readonly Count[],
): Promise<{ total: number; points: ListedPoint[] }> {
  const { db } = deps;
  const { q = '', sort, offset } = page;
  if (q !== '' || page.retired === 'true' || isOnAxes(page) || isOnRows(page)) {
    return await listByNames(deps, workflowId, page, counts);
  }
  // Counts by status, method and wave are stored for all points.
  const waves = countWaves(counts, page);
  const total = waves.reduce((sum, { n }) => sum + n, 0);
  if (offset >= total) return { total, points: [] };
  if (sort === 'wave') return { total, points: await listWaves(db, workflowId, page, waves) };
  return await listOfStatus(deps, workflowId, page, { total, kept: counts });
}

/** Returns how many points of each wave match a filter, from the stored counts. */
function countWaves(counts: readonly Count[], filter: PointFilter): NameGroup[] {
  const matching = counts
    .filter(({ status }) => (filter.status === undefined ? status !== 'retired' : status === filter.status))
    .filter(({ method }) => filter.method === undefined || method === filter.method)
    .filter(({ wave }) => filter.wave === undefined || wave === filter.wave);
  return [...Map.groupBy(matching, ({ wave }) => wave)]
    .map(([value, ofWave]) => ({ value, n: ofWave.reduce((sum, { n }) => sum + n, 0) }))
    .toSorted((a, b) => a.value - b.value);
}

export async function readPoint(
  deps: { readonly db: Db; readonly diagnostics: Diagnostics },
  workflowName: string,
  { point: pointName, attempt }: { readonly point: string; readonly attempt?: string | undefined },
): Promise<PointDetail> {
  const workflow = await requireWorkflow(deps.db, workflowName);
  const point = await findPoint(deps.db, workflow.id, pointName);
  if (point === undefined) throw unknownPoint(workflowName, pointName);
  const attempts = await listAttempts(deps.db, workflow.id, pointName);
  const wanted = attempt?.toLowerCase();
  if (wanted !== undefined && !attempts.some(({ id }) => id === wanted))
    throw new Refusal('unknown', `point ${pointName} has no attempt ${wanted}`);
  const record = wanted ?? (await recordOf(deps.db, workflow.id, point, attempts));
  const conv = await deps.diagnostics.read({ workflowId: workflow.id, workflowName, pointName }, record);
  const continued = await continuedAttempts(deps.db, attempts);
  return { point: toRow(point), attempts: attempts.map((task) => toAttempt(task, continued.get(task.id))), conv };
}

/** Returns, for each continued attempt, the number (from 1) of the attempt from whose structure it continued. */
async function continuedAttempts(db: Db, attempts: readonly TaskRow[]): Promise<ReadonlyMap<string, number>> {
  const continued = attempts.filter(({ task_type: type }) => type === 'continue');
  const origins = await listOrigins(
    db,
    continued.flatMap(({ start_model_id: id }) => id ?? []),
  );
  const numbers = new Map(attempts.map(({ id }, index) => [id, index + 1]));
  return new Map(
    continued.flatMap(({ id, start_model_id: start }) => {
      const number = numbers.get(origins.get(start ?? 0) ?? '');
      return number === undefined ? [] : [[id, number] as const];
    }),
  );
}

/** Returns the record of the attempt that computed the point's model, or the last record if the point has no model. */
async function recordOf(db: Db, workflowId: number, point: ListedPoint, attempts: readonly TaskRow[]): Promise<string> {
  if (point.model_task_id !== null && !point.model_unfit) return point.model_task_id;
  // A fit version takes precedence over an unfit model.
  const [own] = await findOwnModels(db, { workflowId, signature: null }, [point.name], 'own');
  if (own !== undefined && (own.fit || point.model_task_id === null)) return own.taskId ?? POINT_RECORD;
  if (point.model_task_id !== null) return point.model_task_id;
  const last = attempts.findLast((attempt) => attempt.has_record);
  return point.atmosphere_done || last === undefined ? POINT_RECORD : last.id;
}

export function unknownPoint(workflowName: string, pointName: string): Refusal {
  return new Refusal('unknown', `workflow ${workflowName} has no point named ${pointName}`);
}

const EXPORT_PAGE = 2_000;

/** Yields the lines of a CSV file (RFC 4180) with every matching point. Holds one page in memory at a time. */
export async function* exportPoints(db: Db, workflowId: number, filter: PointFilter): AsyncGenerator<string> {
  let after = '';
  let head = true;
  for (;;) {
    const page = (await listByName(db, workflowId, filter, { after, limit: EXPORT_PAGE })).map(toRow);
    if (head) yield csvLine(CSV_COLUMNS);
    head = false;
    yield page.map((row) => csvLine(CSV_COLUMNS.map((column) => row[column]))).join('');
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
