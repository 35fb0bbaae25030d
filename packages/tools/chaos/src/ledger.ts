import { createHash } from 'node:crypto';
import type { ClaimReply, TaskReport, TaskSpec } from '@almagest/contracts/grid';
import type { HttpReply } from '@almagest/test-kit/http-call';
import type { Result } from './results.ts';

interface HandedOut {
  readonly nodeId: string;
  readonly pointName: string;
}

interface Sent {
  readonly pointName: string;
  readonly status: TaskReport['status'];
  readonly seedSha256: string | undefined;
}

/**
 * Records all requests and replies, including replies that no node received. The auditor compares them with the
 * database.
 */
export class Ledger {
  readonly handedOut = new Map<string, HandedOut>();
  readonly sent = new Map<string, Sent>();
  /** How often the coordinator answered 'recorded' to a report of each task. */
  readonly recorded = new Map<string, number>();
  /** Tasks whose report was answered 200. */
  readonly acknowledged = new Set<string>();
  /** Tasks whose report was refused with 409. */
  readonly refused = new Set<string>();
  /** Replies that no node should ever get. */
  readonly wrong: string[] = [];
  /** The task of the first failed seed step that was reported for each point. */
  readonly firstFailedSeedStep = new Map<string, string>();
  /** Number of claims that redelivered a task that the same node had received before. */
  handedOutAgain = 0;
  /** Reports that were accepted after their task had been reclaimed. */
  recordedLate = 0;
  /** The number of reports sent, including repetitions. */
  reportsSent = 0;

  enterClaim(nodeId: string, { status, body }: HttpReply): TaskSpec | undefined {
    if (isRefusal(status)) this.wrong.push(`claim of ${nodeId}: ${status} ${JSON.stringify(body)}`);
    const task = status === 200 ? (body as ClaimReply).task : null;
    if (task === null) return undefined;
    const before = this.handedOut.get(task.task_id);
    if (before !== undefined && before.nodeId !== nodeId)
      this.wrong.push(`task ${task.task_id} was handed out to ${before.nodeId} and to ${nodeId}`);
    if (before !== undefined) this.handedOutAgain += 1;
    this.handedOut.set(task.task_id, { nodeId, pointName: task.point_name });
    return task;
  }

  /** Records a report. Called before sending, because it is unknown whether the report arrives. */
  enterReport({ report, seed }: Result, task: TaskSpec): void {
    this.reportsSent += 1;
    if (!report.converged && task.task_type === 'seed_step' && !this.firstFailedSeedStep.has(task.point_name))
      this.firstFailedSeedStep.set(task.point_name, task.task_id);
    const seedSha256 = seed === undefined ? undefined : sha256Of(seed);
    this.sent.set(report.task_id, { pointName: report.point_name, status: report.status, seedSha256 });
  }

  enterAnswer({ task_id: id, node_id }: TaskReport, { status, body }: HttpReply): void {
    if (status === 200) {
      this.acknowledged.add(id);
      const { message } = body as { message: string };
      if (message.startsWith('recorded')) this.recorded.set(id, (this.recorded.get(id) ?? 0) + 1);
      if (message.startsWith('recorded late')) this.recordedLate += 1;
    } else if (status === 409) this.refused.add(id);
    else if (isRefusal(status)) this.wrong.push(`report of ${node_id} on ${id}: ${status} ${JSON.stringify(body)}`);
  }
}

/**
 * Returns whether a status is a refusal. 408 is not a refusal: a process that could not run for seconds answers waiting
 * requests with 408. These requests should be sent again.
 */
function isRefusal(status: number): boolean {
  return status >= 400 && status < 500 && status !== 408;
}

export function sha256Of(content: string | Buffer): string {
  return createHash('sha256').update(content).digest('hex');
}
