import type { Forecast } from '@almagest/contracts/grid';
import { DEFAULT_SCHEDULING } from '../../domain/tasks/fair-share.ts';
import { forecast, type OtherWork } from '../../domain/workflows/forecast.ts';
import { remainingWork, type RemainingWork, type RunState } from '../../domain/workflows/remaining-work.ts';
import { listAttemptCounts } from '../../persistence/tasks/attempt-count-repository.ts';
import { readCounts } from '../../persistence/workflows/count-repository.ts';
import type { Db } from '../../persistence/database.ts';
import { countServingSlots } from '../../persistence/nodes/node-repository.ts';
import { findClaimPause, readScheduling } from '../../persistence/tasks/scheduling-repository.ts';
import {
  findWorkflowState,
  listByStatus,
  type WorkflowState,
} from '../../persistence/workflows/workflow-repository.ts';
import { requireWorkflow } from './require-workflow.ts';
import type { RunConfigs } from '../run-configs.ts';
import { readRunState } from './run-state.ts';

export interface ForecastDeps {
  readonly db: Db;
  readonly configs: RunConfigs;
}

/** Predicts when a run will be completed, and returns the data on which the prediction is based. */
export async function readForecast(deps: ForecastDeps, name: string): Promise<Forecast> {
  const { db } = deps;
  const { id } = await requireWorkflow(db, name);
  const workflow = await findWorkflowState(db, id);
  if (workflow === undefined || workflow.run === 0 || workflow.status === 'initializing')
    return unknown(workflow, 'the run has not begun');
  const slots = await countServingSlots(db);
  const running = (await listByStatus(db, 'running')).filter((other) => other.id !== id);
  const ids = [workflow, ...running].map((each) => each.id);
  const attempts = Map.groupBy(await listAttemptCounts(db, ids), ({ workflowId }) => workflowId);
  const counts = Map.groupBy(await readCounts(db, undefined), ({ workflow_id: of }) => of);
  const stateOf = (of: WorkflowState) => readRunState(deps, of, counts.get(of.id) ?? [], attempts.get(of.id) ?? []);
  const work = remainingWork(await stateOf(workflow));
  const ended = (attempts.get(id) ?? []).reduce((sum, { tried }) => sum + tried, 0);
  const basedOn = { attempts: ended, slots, workflows: running.length + 1 };
  if (work === undefined)
    return { ...unknown(workflow, 'no attempt has ended yet'), based_on: { ...NO_BASIS, ...basedOn } };
  const known = {
    remaining_points: work.points,
    remaining_attempts: Math.round(work.attempts),
  };
  if (slots === 0 && work.points > 0)
    return { ...unknown(workflow, 'no node can compute now'), based_on: { ...basedOn, ...known } };
  const scheduling = await readScheduling(db, ids);
  const others: OtherWork[] = [];
  for (const other of running)
    others.push({ ...workOf(await stateOf(other), work), ...(scheduling.get(other.id) ?? DEFAULT_SCHEDULING) });
  const time = forecast(work, others, slots, scheduling.get(id));
  if (time === undefined)
    return {
      ...unknown(workflow, 'its slot cap is 0, so it gets no tasks'),
      based_on: { ...basedOn, ...known },
    };
  return {
    status: workflow.status,
    low_sec: time.lowSec,
    median_sec: time.medianSec,
    high_sec: time.highSec,
    note: await noteOn(db, workflow),
    based_on: { ...basedOn, ...known },
  };
}

async function noteOn(db: Db, { status }: WorkflowState): Promise<string | null> {
  if (status === 'paused') return 'the workflow is paused: the time counts from its next start';
  if ((await findClaimPause(db)) === undefined) return null;
  return 'claims are paused: the time counts from when they are resumed';
}

const NO_BASIS = { attempts: 0, remaining_points: 0, remaining_attempts: 0, slots: 0, workflows: 0 };

function unknown(workflow: WorkflowState | undefined, note: string): Forecast {
  return {
    status: workflow?.status ?? 'idle',
    low_sec: null,
    median_sec: null,
    high_sec: null,
    note,
    based_on: NO_BASIS,
  };
}

/**
 * Returns the work of another workflow. Until its first attempt has ended, assumes that its attempts take as long as
 * the attempts of this workflow.
 */
function workOf(state: RunState, own: RemainingWork): Pick<OtherWork, 'seconds' | 'points'> {
  const points = state.cells.reduce((sum, { open, openSpectra }) => sum + open + openSpectra, 0);
  return remainingWork(state) ?? { points, seconds: (points * own.seconds) / Math.max(1, own.points) };
}
