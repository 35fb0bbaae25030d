import type { Log } from '../log.ts';
import type { Deliveries } from './deliveries.ts';
import type { TaskReturns } from './task-returns.ts';
import type { Tasks } from './tasks.ts';

interface CancellationsDeps {
  readonly tasks: Tasks;
  readonly deliveries: Deliveries;
  readonly taskReturns: TaskReturns;
  readonly log: Log;
}

/**
 * Stops the tasks that the coordinator has cancelled. Every heartbeat reply lists a cancelled task until the node
 * returns it.
 */
export class Cancellations {
  readonly #deps: CancellationsDeps;
  readonly #returning = new Set<string>();

  constructor(deps: CancellationsDeps) {
    this.#deps = deps;
  }

  stop(taskIds: readonly string[]): void {
    const { tasks, deliveries, log } = this.#deps;
    for (const id of taskIds) {
      if (tasks.has(id)) {
        log.warn('task cancelled by the coordinator, stopping its engine', { task: id });
        tasks.cancel(id);
      } else if (!deliveries.has(id)) {
        // The task has ended or never arrived. Tasks with an undelivered report are skipped, because the coordinator's
        // answer to the report settles them.
        void this.#return(id);
      }
    }
  }

  async #return(taskId: string): Promise<void> {
    if (this.#returning.has(taskId)) return;
    this.#returning.add(taskId);
    await this.#deps.taskReturns.return(taskId, 'the task was cancelled and is not running here');
    this.#returning.delete(taskId);
  }
}
