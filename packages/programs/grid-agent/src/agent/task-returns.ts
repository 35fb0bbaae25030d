import { Retries, type RetryPolicy } from '@almagest/http-client';
import { retryAfterOf } from '../coordinator/request-result.ts';
import type { Coordinator } from '../coordinator/client.ts';
import { shortenedText } from '../decisions/report-size.ts';
import { isReturnFinal } from '../decisions/response-status.ts';
import type { Log } from '../log.ts';
import type { Membership } from './membership.ts';
import type { Stop } from './stop.ts';

interface HandBackDeps {
  readonly coordinator: Coordinator;
  readonly membership: Membership;
  readonly log: Log;
  readonly retry: RetryPolicy;
  readonly stop: Stop;
}

/** Returns tasks that this node will not compute, so that the coordinator requeues them at once. */
export class TaskReturns {
  readonly #deps: HandBackDeps;

  constructor(deps: HandBackDeps) {
    this.#deps = deps;
  }

  /**
   * Returns the tasks that a killed agent of this node was holding, except tasks with a report in the spool. Call it
   * before the first claim.
   */
  async returnForgotten(isSpooled: (taskId: string) => boolean): Promise<void> {
    const { coordinator, membership, log, stop } = this.#deps;
    const retries = this.#retries();
    while (!stop.isStopping) {
      if (!(await membership.ready())) return;
      const { token } = membership;
      const answer = await coordinator.heldTasks(token);
      if (answer.kind === 'answered') {
        const forgotten = answer.value.tasks.filter(({ task_id }) => !isSpooled(task_id));
        for (const { task_id } of forgotten)
          await this.return(task_id, 'the agent was restarted and no longer has the task');
        return;
      }
      if (retries.attempt === 1) log.warn('cannot list the tasks of an earlier agent', { reason: answer.message });
      if (answer.kind === 'refused' && isReturnFinal(answer.status)) return;
      if (answer.kind === 'refused' && answer.status === 401) await membership.renew(token);
      await retries.next({ retryAfterMs: retryAfterOf(answer) });
    }
  }

  /** Retries until the coordinator responds or the agent stops. The next start returns the remaining tasks. */
  async return(taskId: string, reason: string): Promise<void> {
    const { coordinator, membership, log, stop } = this.#deps;
    const retries = this.#retries();
    // The coordinator rejects NUL and longer texts.
    const storable = shortenedText(reason.replaceAll('\0', '').toWellFormed(), LONGEST_REASON);
    for (;;) {
      const { token } = membership;
      const answer = await coordinator.returnTask({ task_id: taskId, reason: storable }, token);
      if (answer.kind === 'answered') return log.warn('task returned', { task: taskId, reason });
      if (retries.attempt === 1) log.warn('cannot return a task yet', { task: taskId, answer: answer.message });
      if (answer.kind === 'refused' && isReturnFinal(answer.status)) return;
      if (stop.isStopping) return;
      if (answer.kind === 'refused' && answer.status === 401) await membership.renew(token);
      await retries.next({ retryAfterMs: retryAfterOf(answer) });
    }
  }

  #retries(): Retries {
    const { retry, stop } = this.#deps;
    return new Retries({ policy: retry, clock: { wait: (ms) => stop.wait(ms) } });
  }
}

const LONGEST_REASON = 2000;
