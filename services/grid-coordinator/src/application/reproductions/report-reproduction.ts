import { SPECTRUM_KIND, type ComparedAttempt } from '@almagest/contracts/grid';
import { reproductionTaskState } from '../../domain/reproductions/reproduction.ts';
import { isSuccess, type TaskState } from '../../domain/tasks/task-lifecycle.ts';
import { endedDeclarations } from '../../persistence/artifacts/artifact-repository.ts';
import {
  reproductionChanges,
  type LockedReproduction,
  type ReproductionChange,
} from '../../persistence/reproductions/reproduction-repository.ts';
import { endedTasks, type ReportedTask } from '../../persistence/tasks/task-repository.ts';
import type { Write } from '../../persistence/write-together.ts';
import { endedTask, errorOf, toEnded, type EndedReport } from '../tasks/report-rows.ts';
import type { AcceptedReport } from '../tasks/accepted-report.ts';

export type ReproductionReport = AcceptedReport & { readonly reproduction: LockedReproduction };

/**
 * Returns the state of a reproduction's task. `recorded`: whether an earlier report of the same batch has recorded the
 * reproduction.
 */
export function stateOfReproduction(
  { id, node_id: nodeId, status, reclaimed }: ReportedTask['task'],
  reproduction: LockedReproduction,
  recorded: boolean,
): TaskState {
  const state = reproductionTaskState({ id, nodeId, status, reclaimed }, reproduction);
  return recorded ? { ...state, running: false, reclaimed: false, retryWaits: false } : state;
}

/**
 * Returns the changes that reports of reproductions make to their tasks and reproductions. Points, models, counts and
 * statistics don't change.
 *
 * Declarations and the reproduction's row keep the files of a converged run until the comparison. Other files are
 * released immediately.
 */
export function reproductionReports(reports: readonly ReproductionReport[]): Write[] {
  const ended = reports
    .filter(({ decision }) => decision.kind !== 'replay')
    .map((report) => ({ ...toEnded(report), reproduction: report.reproduction }));
  const givenUp = reports.filter(({ decision, received, reproduction }) =>
    decision.kind === 'replay' ? reproduction.status !== 'comparing' : !isSuccess(received.report),
  );
  return [
    ...endedTasks(ended.map((report) => endedTask(report, false, null))),
    ...reproductionChanges(ended.map(changeOf)),
    ...endedDeclarations(givenUp.map(({ task }) => task.id)),
  ];
}

function comparedAttempt(ended: EndedReport): ComparedAttempt {
  const { reported } = endedTask(ended, false, null);
  const { engine_name, engine_version, iterations, max_relc, elapsed_sec } = reported;
  const { id: task_id, node_id } = ended.task;
  return { task_id, node_id, engine_name, engine_version, iterations, max_relc, elapsed_sec };
}

function changeOf(ended: EndedReport & { readonly reproduction: LockedReproduction }): ReproductionChange {
  const { success, received, reproduction } = ended;
  const { id, losses } = reproduction;
  const reproduced = comparedAttempt(ended);
  if (!success) return { id, losses, status: 'failed', error: errorOf(ended), reproduced };
  const spectra = received.artifacts.filter(({ kind }) => kind === SPECTRUM_KIND);
  return {
    id,
    losses,
    status: 'comparing',
    error: null,
    reproduced,
    modelSha256: received.seed?.sha256 ?? null,
    foundSpectra: spectra.map(({ path, product = null, sha256 }) => ({ path, product, sha256 })),
  };
}
