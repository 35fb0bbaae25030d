import { createHash } from 'node:crypto';
import type { Stage } from '@almagest/contracts/grid';
import { causeOf, groupsAfterFailure } from '../../domain/tasks/failure-cause.ts';
import type { HelpMethod } from '../../domain/tasks/failure-help.ts';
import { failedStage } from '../../domain/tasks/task-lifecycle.ts';
import {
  axisValues,
  convergedLater,
  EXAMPLES,
  failedAttempts,
  helpedPoints,
  type FailureCounts,
  type FailuresOfNode,
  type HelpCount,
} from '../../persistence/tasks/failure-repository.ts';
import { paramsOf } from '../../persistence/points/point-repository.ts';
import type { Write } from '../../persistence/write-together.ts';
import { progressOf } from './point-update.ts';
import { errorOf, type EndedReport } from './report-rows.ts';

/** The groups of failures to which a point and an attempt belong after the attempt. */
export interface FailureChange {
  /** The group of the failure, or null if the attempt succeeded. */
  readonly group: string | null;
  /** The groups of the point until it converges, or null if the point has no groups. */
  readonly ofPoint: readonly string[] | null;
}

/**
 * Counts the failures in a batch of reports by cause. Also counts how points that had failed before have converged.
 * Doubted failures don't count as failures of their point.
 */
export class FailureTally {
  readonly #groups = new Map<string, FailureCounts>();
  readonly #nodes = new Map<string, FailuresOfNode>();
  readonly #converged = new Map<string, { workflowId: number; fingerprint: string; converged: number }>();
  readonly #help = new Map<string, HelpCount>();

  add(ended: EndedReport, doubted: boolean): FailureChange {
    return ended.success ? this.#addSuccess(ended) : this.#addFailure(ended, doubted);
  }

  writes(): Write[] {
    const converged = [...this.#converged].filter(([key]) => !this.#groups.has(key)).map(([, counts]) => counts);
    const failed = [...this.#groups].map(([key, counts]) => {
      return { ...counts, converged: this.#converged.get(key)?.converged ?? 0 };
    });
    return [
      ...failedAttempts(failed, [...this.#nodes.values()]),
      ...convergedLater(converged),
      ...helpedPoints([...this.#help.values()]),
    ];
  }

  #addFailure(ended: EndedReport, doubted: boolean): FailureChange {
    const { point, config, task, received, workflow } = ended;
    const message = errorOf(ended) ?? '';
    const stage = failedStage(progressOf(point, config), received.report, config);
    const cause = causeOf(message);
    const group = fingerprint(stage, cause);
    const known = point.failure_groups ?? [];
    const { groups, isNew } = doubted ? { groups: known, isNew: false } : groupsAfterFailure(known, group);
    const key = `${workflow.id} ${group}`;
    const values = axisValues(paramsOf(point));
    const before = this.#groups.get(key);
    this.#groups.set(key, {
      workflowId: workflow.id,
      fingerprint: group,
      stage,
      cause,
      message,
      attempts: (before?.attempts ?? 0) + 1,
      doubted: (before?.doubted ?? 0) + Number(doubted),
      points: (before?.points ?? 0) + Number(isNew),
      converged: 0,
      examples: [point.name, ...(before?.examples ?? [])].slice(0, EXAMPLES),
      low: values.map((value, axis) => Math.min(value, before?.low[axis] ?? value)),
      high: values.map((value, axis) => Math.max(value, before?.high[axis] ?? value)),
    });
    this.#countNode(key, { workflowId: workflow.id, fingerprint: group, nodeId: task.node_id });
    return { group, ofPoint: groups.length === 0 ? null : groups };
  }

  #countNode(groupKey: string, at: Omit<FailuresOfNode, 'attempts'>): void {
    const key = `${groupKey} ${at.nodeId}`;
    this.#nodes.set(key, { ...at, attempts: (this.#nodes.get(key)?.attempts ?? 0) + 1 });
  }

  #addSuccess({ point, task, workflow }: EndedReport): FailureChange {
    const method: HelpMethod = task.spectrum_only ? 'spectrum' : task.task_type;
    const direction = method === 'seed_step' ? (task.seed_direction ?? '') : '';
    for (const group of point.failure_groups ?? []) {
      const at = { workflowId: workflow.id, fingerprint: group };
      const key = `${workflow.id} ${group}`;
      const helpKey = `${key} ${method} ${direction}`;
      this.#converged.set(key, { ...at, converged: (this.#converged.get(key)?.converged ?? 0) + 1 });
      this.#help.set(helpKey, { ...at, method, direction, points: (this.#help.get(helpKey)?.points ?? 0) + 1 });
    }
    return { group: null, ofPoint: null };
  }
}

/** Returns the name of a group: 64 bits of a SHA-256, enough to avoid collisions. */
function fingerprint(stage: Stage, cause: string): string {
  return createHash('sha256').update(`${stage}\n${cause}`).digest('hex').slice(0, 16);
}
