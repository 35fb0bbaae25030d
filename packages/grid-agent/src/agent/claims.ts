import type { ClaimReply } from '@almagest/contracts/grid';
import type { Notifier } from '../notifier.ts';
import { requestedDelayMs, type RequestResult, type Failure } from '../coordinator/request-result.ts';
import type { Coordinator } from '../coordinator/client.ts';
import { backoffMs, jitteredMs, type Backoff } from '../decisions/backoff.ts';
import { decideAfterClaim } from '../decisions/claim.ts';
import { effectiveSlots } from '../decisions/slots.ts';
import type { Log } from '../log.ts';
import type { Deliveries } from './deliveries.ts';
import type { Heartbeats } from './heartbeats.ts';
import type { Membership } from './membership.ts';
import type { Stop } from './stop.ts';
import type { Tasks } from './tasks.ts';

interface ClaimsDeps {
  readonly coordinator: Coordinator;
  readonly membership: Membership;
  readonly heartbeats: Heartbeats;
  readonly tasks: Tasks;
  readonly deliveries: Deliveries;
  readonly log: Log;
  readonly slots: number;
  readonly disabledPollMs: number;
  /** Waits while the queue is empty. */
  readonly poll: Backoff;
  /** Waits after errors. */
  readonly retry: Backoff;
  /** Notified when a slot has become free, a report has arrived or the quota has changed. */
  readonly change: Notifier;
  readonly stop: Stop;
}

/**
 * Claims one task after the other while a slot is free, until the agent stops. It sends one claim at a time: two at
 * once could bring more tasks than there are slots.
 */
export class Claims {
  readonly #deps: ClaimsDeps;
  #emptyInARow = 0;
  #failuresInARow = 0;
  #wasDisabled = false;

  constructor(deps: ClaimsDeps) {
    this.#deps = deps;
  }

  async run(): Promise<void> {
    const { membership, stop, change, coordinator, deliveries } = this.#deps;
    while (!stop.isStopping) {
      if (!this.#hasFreeSlot()) {
        await change.wait(Infinity);
      } else if (await membership.ready()) {
        // The renewal may have taken hours.
        if (stop.isStopping || !this.#hasFreeSlot()) continue;
        const { token } = membership;
        deliveries.forgetDelivered();
        await this.#take(await coordinator.claim(token), token);
      } else {
        return;
      }
    }
  }

  /** Until the first heartbeat succeeds the quota is unknown, and it may be 0. */
  #hasFreeSlot(): boolean {
    const { heartbeats, tasks, slots } = this.#deps;
    return heartbeats.quota !== undefined && tasks.count < effectiveSlots(slots, heartbeats.quota);
  }

  async #take(answer: RequestResult<ClaimReply>, token: string): Promise<void> {
    const { tasks, deliveries, log, stop, disabledPollMs } = this.#deps;
    if (answer.kind !== 'answered') return this.#afterFailure(answer, token);
    if (this.#failuresInARow > 0) log.info('claims are answered again', { failed: this.#failuresInARow });
    this.#failuresInARow = 0;
    const decision = decideAfterClaim(answer.value, {
      isRunning: (id) => tasks.has(id),
      isSpooled: (id) => deliveries.has(id),
      wasJustDelivered: (id) => deliveries.wasJustDelivered(id),
    });
    this.#noteDisabled(decision.kind === 'disabled');
    switch (decision.kind) {
      case 'run':
        this.#emptyInARow = 0;
        return tasks.start(decision.task);
      case 'disabled':
        return stop.wait(jitteredMs(disabledPollMs, Math.random()));
      case 'report-again':
        log.warn('redelivered although it has ended: its report is sent first', { task: decision.taskId });
        deliveries.add(decision.taskId);
        return this.#idle();
      case 'ignore':
        log.warn('redelivered although it is running: ignored', { task: decision.taskId });
        return this.#idle();
      case 'wait':
        return this.#idle();
    }
  }

  /** The end of a task ends the wait: its result may have released other points. */
  async #idle(): Promise<void> {
    const { tasks, deliveries, change, poll } = this.#deps;
    const before = tasks.count + deliveries.count;
    await change.wait(backoffMs(this.#emptyInARow, poll, Math.random()));
    this.#emptyInARow = tasks.count + deliveries.count < before ? 0 : this.#emptyInARow + 1;
  }

  async #afterFailure(failure: Failure, token: string): Promise<void> {
    const { membership, log, stop, retry } = this.#deps;
    const attempt = this.#failuresInARow++;
    if (attempt === 0) log.warn('claim failed', { reason: failure.message });
    if (failure.kind === 'refused' && failure.status === 401) await membership.renew(token);
    await stop.wait(Math.max(backoffMs(attempt, retry, Math.random()), requestedDelayMs(failure)));
  }

  #noteDisabled(isDisabled: boolean): void {
    if (isDisabled === this.#wasDisabled) return;
    this.#wasDisabled = isDisabled;
    const text = isDisabled
      ? 'this node is disabled: it gets no tasks until an administrator enables it'
      : 'enabled again';
    this.#deps.log.warn(text);
  }
}
