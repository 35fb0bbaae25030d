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
 * Stops the tasks that the coordinator has cancelled. The coordinator names each with every heartbeat until the node has
 * returned it.
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
        log.warn('task cancelled by the coordinator: its engine is ended', { task: id });
        tasks.cancel(id);
      } else if (!deliveries.has(id)) {
        // It has ended, or never arrived. A report that is under way decides for itself.
        void this.#return(id);
      }
    }
  }

  async #return(taskId: string): Promise<void> {
    if (this.#returning.has(taskId)) return;
    this.#returning.add(taskId);
    await this.#deps.taskReturns.return(taskId, 'the task was cancelled and does not run here');
    this.#returning.delete(taskId);
  }
}
