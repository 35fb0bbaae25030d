import { Retries, type RetryPolicy, type Transient } from '@almagest/http-client';
import { Notifier } from '../notifier.ts';
import { retryAfterOf, type Failure, type RequestResult } from '../coordinator/request-result.ts';
import { newTrace } from '../coordinator/trace-context.ts';
import type { Coordinator } from '../coordinator/client.ts';
import { deliveryResultOf, type DeliveryResult } from '../decisions/response-status.ts';
import { DamagedReportError, type Spool } from '../disk/spool.ts';
import { reasonOf } from '../agent-error.ts';
import type { Log } from '../log.ts';
import { handOver } from './hand-over.ts';
import type { Membership } from './membership.ts';
import type { TaskReturns } from './task-returns.ts';

interface DeliveriesDeps {
  readonly coordinator: Coordinator;
  readonly membership: Membership;
  readonly spool: Spool;
  readonly taskReturns: TaskReturns;
  readonly log: Log;
  readonly atOnce: number;
  readonly retry: RetryPolicy;
  /** Notified when a report has arrived, because the report may have released new tasks. */
  readonly change: Notifier;
}

interface Delivery extends Transient {
  readonly result: DeliveryResult;
  readonly reason: string;
}

/**
 * A report may exceed the size limit because of its artifacts. The next attempt declares the artifacts again, so that
 * the coordinator can refuse some of them.
 */
const ATTEMPTS_AT_LIMIT = 3;

const REJECTED = { event: 'COORDINATOR REJECTED A REPORT', what: 'the coordinator rejected the report' };
const DAMAGED = { event: 'A REPORT IS DAMAGED', what: 'the report is damaged' };

function isLimit(failure: Failure): boolean {
  return failure.kind === 'refused' && failure.status === 413;
}

/** Delivers the spooled reports to the coordinator and retries, without delaying new tasks. */
export class Deliveries {
  readonly #deps: DeliveriesDeps;
  readonly #waiting = new Map<string, Notifier>();
  readonly #turn = new Notifier();
  #sending = 0;
  #justDelivered = new Set<string>();

  constructor(deps: DeliveriesDeps) {
    this.#deps = deps;
  }

  /** The number of reports that have not arrived yet. */
  get count(): number {
    return this.#waiting.size;
  }

  has(taskId: string): boolean {
    return this.#waiting.has(taskId);
  }

  /** Starts delivering a report. If the delivery is waiting for its next attempt, retries now. */
  add(taskId: string): void {
    const known = this.#waiting.get(taskId);
    if (known) return known.notify();
    const notifier = new Notifier();
    this.#waiting.set(taskId, notifier);
    void this.#deliver(taskId, notifier);
  }

  /** Retries all waiting deliveries now. */
  hurry(): void {
    for (const notifier of this.#waiting.values()) notifier.notify();
  }

  /** Resolves when every report has arrived, or after `ms`. */
  async flushed(ms: number): Promise<void> {
    const until = performance.now() + ms;
    while (this.count > 0 && performance.now() < until) await this.#deps.change.wait(until - performance.now());
  }

  /**
   * Forgets earlier deliveries. Call this before each claim: the reply to a claim is only unaware of reports that
   * arrive during that claim.
   */
  forgetDelivered(): void {
    this.#justDelivered = new Set();
  }

  wasJustDelivered(taskId: string): boolean {
    return this.#justDelivered.has(taskId);
  }

  async #deliver(taskId: string, notifier: Notifier): Promise<void> {
    const { log, retry } = this.#deps;
    const retries = new Retries({ policy: retry, clock: { wait: (ms) => notifier.wait(ms) } });
    for (;;) {
      const tried = await this.#inTurn(() => this.#attempt(taskId, retries.attempt));
      if (tried.result !== 'again') break;
      const details = { task: taskId, reason: tried.reason, attempt: retries.attempt };
      if (retries.attempt === 1) log.warn('report not delivered yet, keeping it in the spool', details);
      await retries.next(tried);
    }
    this.#waiting.delete(taskId);
    this.#justDelivered.add(taskId);
    this.#deps.change.notify();
  }

  /** Makes one delivery attempt and moves the spooled file according to the answer. Disk errors are retried too. */
  async #attempt(taskId: string, attempt: number): Promise<Delivery> {
    const { spool, coordinator, membership, log } = this.#deps;
    try {
      const handed = await handOver(this.#deps, taskId);
      if (handed.kind === 'again') return waitingFor(handed.failure);
      const { traceId, traceparent } = newTrace();
      const answer = await coordinator.report(await spool.form(taskId, handed), membership.token, traceparent);
      const result = resultOf(answer);
      if (answer.kind === 'answered') {
        log.info('report delivered', { task: taskId, trace_id: traceId });
        await spool.remove(taskId);
        return { result, reason: '' };
      }
      if (result === 'delivered') {
        log.warn('the task belongs to another node now, dropping its report', {
          task: taskId,
          answer: answer.message,
        });
        await spool.remove(taskId);
      } else if (result === 'refused') {
        if (isLimit(answer) && attempt < ATTEMPTS_AT_LIMIT)
          return { result: 'again', reason: answer.message, retryAfterMs: retryAfterOf(answer) };
        await this.#setAside(taskId, REJECTED, answer.message);
      }
      return { result, reason: answer.message, retryAfterMs: retryAfterOf(answer) };
    } catch (error) {
      return error instanceof DamagedReportError
        ? await this.#dropDamaged(taskId)
        : { result: 'again', reason: reasonOf(error) };
    }
  }

  async #dropDamaged(taskId: string): Promise<Delivery> {
    const reason = 'corrupted on the disk of the node';
    try {
      await this.#setAside(taskId, DAMAGED, reason);
      return { result: 'refused', reason };
    } catch (error) {
      return { result: 'again', reason: reasonOf(error) };
    }
  }

  /**
   * Moves a report that the coordinator will not accept out of the spool, so that people can read the report. Hands
   * back the task, so that its point is queued at once.
   */
  async #setAside(taskId: string, { event, what }: typeof REJECTED, answer: string): Promise<void> {
    const { spool, taskReturns, log } = this.#deps;
    const kept = await spool.refuse(taskId, answer);
    log.error(event, { task: taskId, answer, kept });
    void taskReturns.return(taskId, `${what}: ${answer}`);
  }

  async #inTurn<T>(act: () => Promise<T>): Promise<T> {
    while (this.#sending >= this.#deps.atOnce) await this.#turn.wait(Infinity);
    this.#sending += 1;
    try {
      return await act();
    } finally {
      this.#sending -= 1;
      this.#turn.notify();
    }
  }
}

function waitingFor(failure: Failure): Delivery {
  return { result: 'again', reason: `artifacts: ${failure.message}`, retryAfterMs: retryAfterOf(failure) };
}

function resultOf(answer: RequestResult<unknown>): DeliveryResult {
  if (answer.kind === 'answered') return 'delivered';
  return answer.kind === 'refused' ? deliveryResultOf(answer.status) : 'again';
}
