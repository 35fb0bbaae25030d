import { setTimeout as sleep } from 'node:timers/promises';
import { audit } from '../auditor.ts';
import { axesOf, pointNamesOf, sizesFor, yamlOf, type Axes } from '../grids.ts';
import { Ledger } from '../ledger.ts';
import { rngFor } from '../rng.ts';
import type { Options } from '../options.ts';
import { plannedOutcomeOf } from '../results.ts';
import { Killer, type Kill } from './killer.ts';
import { lossyTransport, type ReplyCounts } from './lossy-transport.ts';
import { paceOf, type Pace } from './pace.ts';
import { withoutListenerLimit } from './pause.ts';
import { UnreliableNode, type InjectedFaults } from './unreliable-node.ts';
import { openSite, type Site } from './site.ts';

export interface Outcome {
  readonly points: number;
  readonly killedForSec: number;
  /** Seconds from the last recovery to the end of the workflow. */
  readonly finishedInSec: number;
  readonly kills: readonly Kill[];
  readonly failedStarts: number;
  readonly injected: InjectedFaults;
  readonly answers: ReplyCounts;
  readonly ledger: Ledger;
  readonly tasks: number;
  readonly reclaimed: number;
  readonly converged: number;
  readonly failed: number;
  /** All faults that were found. Empty if the run passed. */
  readonly faults: readonly string[];
}

export interface RunEvents {
  readonly log: (line: string) => void;
  /** Called with a function that stops everything that the run has started. */
  readonly onOpened: (close: () => Promise<void>) => void;
}

const WORKFLOW = 'chaos';
const POLL_MS = 500;
const PROGRESS_EVERY_MS = 10_000;

/** How many points have ended, and when the last of them ended. */
interface Progress {
  readonly ended: number;
  readonly movedAt: number;
}

export async function runChaos(options: Options, folder: string, { log, onOpened }: RunEvents): Promise<Outcome> {
  const pace = paceOf(options);
  const given = process.env['REDIS_URL'];
  const redis = given ? { url: given } : options.redis ? 'own' : 'none';
  const site = await openSite({ folder, seed: options.seed, pace, redis }, onOpened);
  try {
    const run = new ChaosRun(options, pace, site, log);
    return await run.execute();
  } finally {
    await site.close();
  }
}

class ChaosRun {
  readonly #options: Options;
  readonly #pace: Pace;
  readonly #site: Site;
  readonly #log: (line: string) => void;
  readonly #axes: Axes;
  readonly #ledger = new Ledger();
  readonly #calm = withoutListenerLimit(new AbortController());
  readonly #injected: InjectedFaults = { reportsHeldBack: 0, reportsRepeated: 0, silences: 0, restarts: 0 };
  readonly #answers: ReplyCounts = {
    byStatus: new Map(),
    dropped: { claims: 0, reports: 0 },
    longestSilenceMs: 0,
    lastAcknowledgedAt: performance.now(),
  };

  constructor(options: Options, pace: Pace, site: Site, log: (line: string) => void) {
    this.#options = options;
    this.#pace = pace;
    this.#site = site;
    this.#log = log;
    this.#axes = axesOf(sizesFor(options.points));
  }

  async execute(): Promise<Outcome> {
    const { killSec, seed } = this.#options;
    const nodes = await this.#givenFleet();
    this.#log(`${nodes.length} nodes are approved; starting to kill processes`);
    const begin = performance.now();
    const killer = new Killer(this.#site.targets, this.#pace.killMs, rngFor(seed, 'kills'));
    await this.#startWorkflow();
    this.#answers.lastAcknowledgedAt = performance.now();
    for (const node of nodes) node.start();
    await this.#watch(killer, () => performance.now() - begin < killSec * 1_000);
    await killer.stop();
    this.#calm.abort();
    const calmAt = performance.now();
    this.#log(`no more kills; the workflow must complete automatically`);
    const completed = await this.#watch(killer, ({ movedAt }) => performance.now() - movedAt < this.#pace.standstillMs);
    const endedAt = performance.now();
    await Promise.all(nodes.map((node) => node.stop()));
    const faults = await this.#audit(completed);
    return {
      ...(await this.#readCounts()),
      points: pointNamesOf(this.#axes).length,
      killedForSec: (calmAt - begin) / 1_000,
      finishedInSec: (endedAt - calmAt) / 1_000,
      kills: killer.kills,
      failedStarts: this.#site.programs.reduce((sum, { failedStarts }) => sum + failedStarts, 0),
      injected: this.#injected,
      answers: this.#answers,
      ledger: this.#ledger,
      faults,
    };
  }

  async #givenFleet(): Promise<UnreliableNode[]> {
    const { nodes, slots, seed, drop, late } = this.#options;
    const transport = lossyTransport(this.#site.urls, { drop, rng: rngFor(seed, 'transport'), answers: this.#answers });
    const givenNode = async (_: unknown, index: number) => {
      const id = `n${index + 1}`;
      await this.#site.asAdmin('/api/node/register', { node_id: id, max_slots: slots });
      const path = `/api/admin/nodes/${id}/approve`;
      const { data } = await this.#site.asAdmin<{ data: { node_token: string } }>(path, {});
      const circumstances = {
        transport,
        ledger: this.#ledger,
        pace: this.#pace,
        slots,
        late,
        rng: rngFor(seed, id),
        injected: this.#injected,
        calm: this.#calm.signal,
      };
      return new UnreliableNode({ id, token: data.node_token }, circumstances);
    };
    return await Promise.all(Array.from({ length: nodes }, givenNode));
  }

  /** Repeats each request until it takes effect, because processes are already being killed. */
  async #startWorkflow(): Promise<void> {
    const { timeoutSec } = this.#pace;
    // Losses must not count as failures, because each point must reach its planned outcome.
    const yaml = yamlOf(this.#axes, `timeout_sec: ${timeoutSec}\nmax_lost_attempts: 1000`);
    const attempts = [
      ['/api/workflows', { name: WORKFLOW, description: null, config_yaml: yaml }, undefined],
      [`/api/workflows/${WORKFLOW}/start`, {}, 'idle'],
    ] as const;
    for (const [path, payload, before] of attempts) {
      for (
        let status = await this.#status();
        status === before || status === 'unknown';
        status = await this.#status()
      ) {
        await this.#site.asAdmin(path, payload).catch((error: unknown) => this.#log(String(error)));
      }
    }
  }

  /**
   * Waits until the workflow is completed or `goesOn` returns false, and logs the progress. Returns whether the
   * workflow is completed.
   */
  async #watch(killer: Killer, goesOn: (progress: Progress) => boolean): Promise<boolean> {
    let toldAt = performance.now();
    let progress = { ended: 0, movedAt: toldAt };
    while (goesOn(progress)) {
      if ((await this.#status()) === 'completed') return true;
      await sleep(POLL_MS);
      const { converged, failed } = await this.#readCounts();
      if (converged + failed > progress.ended) progress = { ended: converged + failed, movedAt: performance.now() };
      if (performance.now() - toldAt < PROGRESS_EVERY_MS) continue;
      toldAt = performance.now();
      this.#log(`${converged} converged, ${failed} failed; ${killer.kills.length} kills`);
    }
    return false;
  }

  async #status(): Promise<string | undefined> {
    const rows = await this.#site.postgres.query<{ status: string }>('select status from workflow');
    return rows === undefined ? 'unknown' : rows[0]?.status;
  }

  async #readCounts(): Promise<Pick<Outcome, 'tasks' | 'reclaimed' | 'converged' | 'failed'>> {
    const rows = await this.#site.postgres.query<{
      tasks: number;
      reclaimed: number;
      converged: number;
      failed: number;
    }>(`
      select (select count(*)::int from task) as tasks,
             (select count(*)::int from task where reclaimed) as "reclaimed",
             count(*) filter (where status = 'converged')::int as converged,
             count(*) filter (where status = 'failed')::int as failed
      from point`);
    return rows?.[0] ?? { tasks: 0, reclaimed: 0, converged: 0, failed: 0 };
  }

  async #audit(completed: boolean): Promise<string[]> {
    const { postgres, dataDir, programs } = this.#site;
    const faults = await audit({
      databaseUrl: postgres.url,
      dataDir,
      ledger: this.#ledger,
      lattices: { [WORKFLOW]: this.#axes },
      endOf: (name) => (plannedOutcomeOf(name) === 'never' ? 'failed' : 'converged'),
    });
    return [
      ...(completed ? [] : ['the workflow did not complete after the last kill']),
      ...programs.flatMap(({ deaths }) => deaths),
      ...faults,
    ];
  }
}
