import { setTimeout as sleep } from 'node:timers/promises';
import { summarise } from '../latencies.ts';
import { Connection } from './connection.ts';
import type { ClosedLoop, LoopOutcome } from './plan.ts';
import { workOf, type Work } from './work.ts';

/** Runs a closed loop on all connections. Calls `onBegin` when the warm-up is over. */
export async function runLoop(plan: ClosedLoop, onBegin: () => void): Promise<LoopOutcome> {
  const { promise: fault, reject: onFault } = Promise.withResolvers<never>();
  fault.catch(() => undefined);
  const connections = await Promise.all(
    Array.from({ length: plan.connections }, () => Connection.open(plan.port, onFault)),
  );
  const recorder = new Recorder();
  const drivers = connections.map((connection, place) => drive(connection, workOf(plan, place, onFault), recorder));
  const finished = Promise.all(drivers);
  await Promise.race([sleep(plan.warmUpSeconds * 1_000), recorder.dry, fault]);
  onBegin();
  recorder.begin();
  await Promise.race([sleep(plan.seconds * 1_000), recorder.dry, fault]);
  recorder.end();
  await Promise.race([finished, fault]);
  for (const connection of connections) connection.close();
  return recorder.outcome();
}

/** Keeps a connection busy until the time is over and its last round is answered. */
function drive(connection: Connection, work: Work, recorder: Recorder): Promise<void> {
  return new Promise((resolve) => {
    const next = () => {
      const start = performance.now();
      work(connection, (round) => {
        if (round === 'nothing to claim') recorder.runDry();
        else recorder.take(start, round.claimMs);
        if (recorder.over) resolve();
        else next();
      });
    };
    next();
  });
}

/** Counts the rounds that end during the measurement. */
class Recorder {
  readonly #dry = Promise.withResolvers<void>();
  readonly #rounds: number[] = [];
  readonly #claims: number[] = [];
  #begunAt = Infinity;
  #endedAt = Infinity;
  #cpuAtBegin = process.cpuUsage();
  #cpuSeconds = 0;
  #ranDry = false;
  over = false;

  get dry(): Promise<void> {
    return this.#dry.promise;
  }

  begin(): void {
    this.#begunAt = performance.now();
    this.#cpuAtBegin = process.cpuUsage();
  }

  take(start: number, claimMs: number): void {
    const now = performance.now();
    if (now < this.#begunAt || now > this.#endedAt) return;
    this.#rounds.push(now - start);
    this.#claims.push(claimMs);
  }

  runDry(): void {
    this.#ranDry = true;
    this.over = true;
    this.#endedAt = Math.min(this.#endedAt, performance.now());
    this.#dry.resolve();
  }

  end(): void {
    this.over = true;
    this.#endedAt = Math.min(this.#endedAt, performance.now());
    const { user, system } = process.cpuUsage(this.#cpuAtBegin);
    this.#cpuSeconds = (user + system) / 1e6;
  }

  outcome(): LoopOutcome {
    return {
      done: this.#rounds.length,
      seconds: Math.max(0.001, (this.#endedAt - this.#begunAt) / 1_000),
      latencies: summarise(this.#rounds),
      claims: summarise(this.#claims),
      ranDry: this.#ranDry,
      cpuSeconds: this.#cpuSeconds,
    };
  }
}
