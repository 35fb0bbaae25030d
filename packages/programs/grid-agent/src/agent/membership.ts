import { setTimeout as sleep } from 'node:timers/promises';
import { jitteredMs, Retries, type RetryPolicy } from '@almagest/http-client';
import type { NodeInstance, NodeMachine } from '@almagest/contracts/grid';
import type { Coordinator } from '../coordinator/client.ts';
import { afterCheckStatus, afterRegister, type StoredCredentials, type NextStep } from '../decisions/membership.ts';
import type { Credentials } from '../disk/credentials.ts';
import { AgentError, reasonOf } from '../agent-error.ts';
import type { Log } from '../log.ts';
import type { Stop } from './stop.ts';

/** The coordinator keeps a reissued token for one day, so the agent stops asking after that. */
const COLLECT_MS = 24 * 3_600_000;

interface MembershipDeps {
  readonly coordinator: Coordinator;
  readonly credentials: Credentials;
  readonly log: Log;
  readonly nodeId: string;
  readonly slots: number;
  readonly joinKey: string | undefined;
  readonly instance: NodeInstance;
  readonly machine: NodeMachine;
  readonly approvalPollMs: number;
  readonly retry: RetryPolicy;
  readonly stop: Stop;
}

/** Registers the node, collects its token and renews it. */
export class Membership {
  readonly #deps: MembershipDeps;
  #renewal: Promise<boolean> | undefined;
  #lastNotice = '';
  /** Whether the stored credentials are invalid. They stay on disk until new credentials replace them. */
  #isVoid = false;

  constructor(deps: MembershipDeps) {
    this.#deps = deps;
  }

  get token(): string {
    return this.#deps.credentials.token ?? '';
  }

  /**
   * Applies, waits for the approval and collects the token. A node that already has a token only announces itself.
   * Returns false if the agent was stopped in the meantime. Throws an `AgentError` if waiting would not help.
   */
  async join(): Promise<boolean> {
    let asking = false;
    let tokenlessSince: number | undefined;
    const { retry, stop } = this.#deps;
    const retries = new Retries({ policy: retry, clock: { wait: (ms) => stop.wait(ms) } });
    while (!stop.isStopping) {
      const step: NextStep = asking ? await this.#ask() : await this.#register();
      if (step.kind === 'member') return this.#enter(step.token);
      if (step.kind === 'give-up') throw new AgentError(step.message, { isLasting: true });
      if (step.kind !== 'retry') {
        retries.reset();
        this.#notify(step.notice);
        asking = step.kind === 'ask';
      }
      if (this.#deps.credentials.token !== undefined) tokenlessSince ??= performance.now();
      if (tokenlessSince !== undefined) this.#giveUpAfterOneDay(step, tokenlessSince);
      await this.#pauseAfter(step, retries);
    }
    return false;
  }

  /** Waits for a token that has not been rejected. Returns false if the node cannot get such a token. */
  async ready(): Promise<boolean> {
    return (await this.#renewal) ?? true;
  }

  /** Renews the token. Callers pass the token that was rejected, and concurrent callers share one renewal. */
  renew(refusedToken: string): Promise<boolean> {
    if (refusedToken !== this.token) return this.ready();
    this.#renewal ??= this.join().finally(() => (this.#renewal = undefined));
    return this.#renewal;
  }

  async #register(): Promise<NextStep> {
    const { coordinator, credentials, nodeId, slots, instance, machine, joinKey } = this.#deps;
    const token = this.#isVoid ? undefined : credentials.token;
    const secret = this.#isVoid ? undefined : credentials.secret;
    const body = { node_id: nodeId, max_slots: slots, instance, machine };
    const proof = token === undefined && secret !== undefined ? { registration_secret: secret } : {};
    const kept: StoredCredentials = {
      nodeId,
      hasToken: token !== undefined,
      hasSecret: secret !== undefined,
      hasJoinKey: joinKey !== undefined,
    };
    const step = afterRegister(await coordinator.register({ ...body, ...proof }, token ?? joinKey), kept);
    if (step.kind === 'ask' && step.secret !== undefined) {
      const { secret } = step;
      await this.#keep(() => credentials.keepSecret(secret));
      this.#isVoid = false;
    }
    return step;
  }

  async #ask(): Promise<NextStep> {
    const { coordinator, credentials, nodeId, instance } = this.#deps;
    const secret = credentials.secret ?? '';
    const step = afterCheckStatus(
      await coordinator.checkStatus({ node_id: nodeId, registration_secret: secret, instance }),
      nodeId,
    );
    if (step.kind === 'apply') this.#isVoid = true;
    return step;
  }

  async #enter(token: string | undefined): Promise<true> {
    if (token !== undefined) await this.#keep(() => this.#deps.credentials.keepToken(token));
    this.#deps.log.info(
      token === undefined ? 'registered with the stored token' : 'approved, token collected and stored',
    );
    this.#lastNotice = '';
    return true;
  }

  /** Retries until a secret is on disk. The coordinator hands out each secret only once. */
  async #keep(store: () => Promise<void>): Promise<void> {
    const { log, retry, stop } = this.#deps;
    const retries = new Retries({ policy: retry, clock: { wait: (ms) => stop.wait(ms) } });
    for (;;) {
      try {
        return await store();
      } catch (error) {
        if (stop.isStopping) throw error;
        log.error('cannot store the credentials, trying again', { reason: reasonOf(error) });
        await retries.next({});
      }
    }
  }

  /** Logs each notice once. Hours may pass between two changes. */
  #notify(notice: string): void {
    if (notice !== this.#lastNotice) this.#deps.log.warn(notice);
    this.#lastNotice = notice;
  }

  #giveUpAfterOneDay(step: NextStep, since: number): void {
    if (step.kind !== 'ask' || performance.now() - since < COLLECT_MS) return;
    throw new AgentError(
      `no token arrived within one day: reissue the token of node ${this.#deps.nodeId}, then restart the agent`,
    );
  }

  async #pauseAfter(step: NextStep, retries: Retries): Promise<void> {
    const { approvalPollMs, stop } = this.#deps;
    if (step.kind === 'retry') {
      this.#notify(`cannot register: ${step.reason}`);
      await retries.next({ retryAfterMs: step.afterMs });
    } else if (step.kind === 'ask' && step.soon) {
      await sleep(0);
    } else {
      await stop.wait(jitteredMs(approvalPollMs, Math.random()));
    }
  }
}
