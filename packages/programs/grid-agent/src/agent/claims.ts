import type { ClaimReply } from '@almagest/contracts/grid';
import { jitteredMs, Retries, type RetryPolicy } from '@almagest/http-client';
import type { Notifier } from '../notifier.ts';
import { retryAfterOf, type RequestResult, type Failure } from '../coordinator/request-result.ts';
import type { Coordinator } from '../coordinator/client.ts';
import type { Allocation } from '../decisions/allocation.ts';
import { decideAfterClaim } from '../decisions/claim.ts';
import { effectiveSlots } from '../decisions/slots.ts';
import type { Log } from '../log.ts';
import type { Deliveries } from './deliveries.ts';
import type { Heartbeats } from './heartbeats.ts';
import type { Membership } from './membership.ts';
import type { SelfPause } from './self-pause.ts';
import type { Stop } from './stop.ts';
import type { Tasks } from './tasks.ts';

interface ClaimsDeps {
  readonly coordinator: Coordinator;
  readonly membership: Membership;
  readonly heartbeats: Heartbeats;
  readonly tasks: Tasks;
  readonly deliveries: Deliveries;
  readonly selfPause: SelfPause;
  readonly allocation: Allocation;
  readonly log: Log;
  readonly slots: number;
  readonly disabledPollMs: number;
  /** Waits between claims while the queue is empty. */
  readonly poll: RetryPolicy;
  /** Waits after errors. */
  readonly retry: RetryPolicy;
  /** Notified when a slot is free, a report has arrived or the quota has changed. */
  readonly change: Notifier;
  readonly stop: Stop;
}

/**
 * Claims tasks one at a time while a slot is free, until the agent stops. Two concurrent claims could return more tasks
 * than there are slots.
 */
export class Claims {
  readonly #deps: ClaimsDeps;
  readonly #whileEmpty: Retries;
  readonly #afterFailures: Retries;
  #wasDisabled = false;

  constructor(deps: ClaimsDeps) {
    const { poll, retry, change, stop } = deps;
    this.#deps = deps;
    this.#whileEmpty = new Retries({ policy: poll, clock: { wait: (ms) => change.wait(ms) } });
    this.#afterFailures = new Retries({ policy: retry, clock: { wait: (ms) => stop.wait(ms) } });
  }

  async run(): Promise<void> {
    const { membership, stop, change, coordinator, deliveries, selfPause, allocation, log } = this.#deps;
    while (!stop.isStopping) {
      if (selfPause.isDue) {
        await selfPause.pass();
      } else if (!this.#hasFreeSlot()) {
        await change.wait(Infinity);
      } else if (await membership.ready()) {
        // The token renewal may have taken hours.
        if (stop.isStopping || selfPause.isDue || !this.#hasFreeSlot()) continue;
        if (!allocation.hasTime(Date.now())) {
          log.info('the batch job ends before another task could finish: stopping when the running tasks are done');
          stop.begin();
          return;
        }
        const { token } = membership;
        deliveries.forgetDelivered();
        await this.#take(await coordinator.claim(token), token);
      } else {
        return;
      }
    }
  }

  /** Returns whether a slot is free. The quota is unknown until the first heartbeat succeeds, and it may be 0. */
  #hasFreeSlot(): boolean {
    const { heartbeats, tasks, slots, selfPause } = this.#deps;
    if (selfPause.isTrying) return false;
    return heartbeats.quota !== undefined && tasks.count < effectiveSlots(slots, heartbeats.quota);
  }

  async #take(answer: RequestResult<ClaimReply>, token: string): Promise<void> {
    const { tasks, deliveries, log, stop, disabledPollMs } = this.#deps;
    if (answer.kind !== 'answered') return this.#afterFailure(answer, token);
    const failed = this.#afterFailures.attempt - 1;
    if (failed > 0) log.info('claims succeed again', { failed });
    this.#afterFailures.reset();
    const decision = decideAfterClaim(answer.value, {
      isRunning: (id) => tasks.has(id),
      isSpooled: (id) => deliveries.has(id),
      wasJustDelivered: (id) => deliveries.wasJustDelivered(id),
    });
    this.#noteDisabled(decision.kind === 'disabled');
    switch (decision.kind) {
      case 'run':
        this.#whileEmpty.reset();
        this.#deps.selfPause.beginTrial();
        return tasks.start(decision.task);
      case 'disabled':
        return stop.wait(jitteredMs(disabledPollMs, Math.random()));
      case 'report-again':
        log.warn('task redelivered after it ended, sending its report first', { task: decision.taskId });
        deliveries.add(decision.taskId);
        return this.#idle();
      case 'ignore':
        log.warn('task redelivered while it is running, ignoring it', { task: decision.taskId });
        return this.#idle();
      case 'wait':
        return this.#idle();
    }
  }

  /**
   * Waits for the next claim. The end of a task shortens the wait, because its result may have released other points.
   */
  async #idle(): Promise<void> {
    const { tasks, deliveries } = this.#deps;
    const before = tasks.count + deliveries.count;
    await this.#whileEmpty.next({});
    if (tasks.count + deliveries.count < before) this.#whileEmpty.reset();
  }

  async #afterFailure(failure: Failure, token: string): Promise<void> {
    const { membership, log } = this.#deps;
    if (this.#afterFailures.attempt === 1) log.warn('claim failed', { reason: failure.message });
    if (failure.kind === 'refused' && failure.status === 401) await membership.renew(token);
    await this.#afterFailures.next({ retryAfterMs: retryAfterOf(failure) });
  }

  #noteDisabled(isDisabled: boolean): void {
    if (isDisabled === this.#wasDisabled) return;
    this.#wasDisabled = isDisabled;
    const text = isDisabled
      ? 'this node is disabled and gets no tasks until an administrator enables it'
      : 'this node is enabled again';
    this.#deps.log.warn(text);
  }
}
