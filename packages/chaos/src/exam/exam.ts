import { setTimeout as sleep } from 'node:timers/promises';
import { audit } from '../auditor.ts';
import { axesOf, namesOf, sizesFor, yamlOf, type Axes } from '../grids.ts';
import { Ledger } from '../ledger.ts';
import { rngFor } from '../rng.ts';
import type { Options } from '../options.ts';
import { fateOf } from '../results.ts';
import { Killer, type Kill } from './killer.ts';
import { lossyWire, type Answers } from './lossy-wire.ts';
import { paceOf, type Pace } from './pace.ts';
import { manyListeners } from './pause.ts';
import { RestlessNode, type Mischief } from './restless-node.ts';
import { openSite, type Site } from './site.ts';

/** What an exam came to. */
export interface Outcome {
  readonly points: number;
  readonly killedForSec: number;
  /** From the last recovery to the end of the workflow. */
  readonly finishedInSec: number;
  readonly kills: readonly Kill[];
  readonly failedStarts: number;
  readonly mischief: Mischief;
  readonly answers: Answers;
  readonly ledger: Ledger;
  readonly tasks: number;
  readonly reclaimed: number;
  readonly converged: number;
  readonly failed: number;
  /** Everything that is not as it should be, with its place; empty when the exam was passed. */
  readonly faults: readonly string[];
}

export interface Telling {
  readonly say: (line: string) => void;
  /** How to stop everything that the exam has started, as soon as there is something. */
  readonly opened: (close: () => Promise<void>) => void;
}

const WORKFLOW = 'chaos';
const LOOK_EVERY_MS = 500;
const TELL_EVERY_MS = 10_000;

/** How many points have come to their end, and since when it has been so many. */
interface Progress {
  readonly ended: number;
  readonly movedAt: number;
}

export async function runExam(options: Options, folder: string, { say, opened }: Telling): Promise<Outcome> {
  const pace = paceOf(options);
  const given = process.env['REDIS_URL'];
  const redis = given ? { url: given } : options.redis ? 'own' : 'none';
  const site = await openSite({ folder, seed: options.seed, pace, redis }, opened);
  try {
    const exam = new Exam(options, pace, site, say);
    return await exam.run();
  } finally {
    await site.close();
  }
}

class Exam {
  readonly #options: Options;
  readonly #pace: Pace;
  readonly #site: Site;
  readonly #say: (line: string) => void;
  readonly #axes: Axes;
  readonly #ledger = new Ledger();
  readonly #calm = manyListeners(new AbortController());
  readonly #mischief: Mischief = { reportsHeldBack: 0, reportsRepeated: 0, silences: 0, restarts: 0 };
  readonly #answers: Answers = {
    byStatus: new Map(),
    dropped: { claims: 0, reports: 0 },
    longestSilenceMs: 0,
    lastAcknowledgedAt: performance.now(),
  };

  constructor(options: Options, pace: Pace, site: Site, say: (line: string) => void) {
    this.#options = options;
    this.#pace = pace;
    this.#site = site;
    this.#say = say;
    this.#axes = axesOf(sizesFor(options.points));
  }

  async run(): Promise<Outcome> {
    const { killSec, seed } = this.#options;
    const nodes = await this.#givenFleet();
    this.#say(`${nodes.length} nodes are approved; from now on processes are killed`);
    const begin = performance.now();
    const killer = new Killer(this.#site.victims, this.#pace.killMs, rngFor(seed, 'kills'));
    await this.#startWorkflow();
    this.#answers.lastAcknowledgedAt = performance.now();
    for (const node of nodes) node.start();
    await this.#watch(killer, () => performance.now() - begin < killSec * 1_000);
    await killer.stop();
    this.#calm.abort();
    const calmAt = performance.now();
    this.#say(`no more kills; the workflow must complete by itself`);
    const completed = await this.#watch(killer, ({ movedAt }) => performance.now() - movedAt < this.#pace.standstillMs);
    const endedAt = performance.now();
    await Promise.all(nodes.map((node) => node.stop()));
    const faults = await this.#audit(completed);
    return {
      ...(await this.#books()),
      points: namesOf(this.#axes).length,
      killedForSec: (calmAt - begin) / 1_000,
      finishedInSec: (endedAt - calmAt) / 1_000,
      kills: killer.kills,
      failedStarts: this.#site.programs.reduce((sum, { failedStarts }) => sum + failedStarts, 0),
      mischief: this.#mischief,
      answers: this.#answers,
      ledger: this.#ledger,
      faults,
    };
  }

  async #givenFleet(): Promise<RestlessNode[]> {
    const { nodes, slots, seed, drop, late } = this.#options;
    const wire = lossyWire(this.#site.urls, { drop, rng: rngFor(seed, 'wire'), answers: this.#answers });
    const givenNode = async (_: unknown, index: number) => {
      const id = `n${index + 1}`;
      await this.#site.asAdmin('/api/node/register', { node_id: id, max_slots: slots });
      const path = `/api/admin/nodes/${id}/approve`;
      const { data } = await this.#site.asAdmin<{ data: { node_token: string } }>(path, {});
      const circumstances = {
        wire,
        ledger: this.#ledger,
        pace: this.#pace,
        slots,
        late,
        rng: rngFor(seed, id),
        mischief: this.#mischief,
        calm: this.#calm.signal,
      };
      return new RestlessNode({ id, token: data.node_token }, circumstances);
    };
    return await Promise.all(Array.from({ length: nodes }, givenNode));
  }

  /** While processes are killed: an answer that was lost makes the second request a refusal. */
  async #startWorkflow(): Promise<void> {
    const { timeoutSec } = this.#pace;
    // A point that is lost again and again is not to be taken for the cause: then each one's end can be foretold.
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
        await this.#site.asAdmin(path, payload).catch((error: unknown) => this.#say(String(error)));
      }
    }
  }

  /** Tells how it goes, as long as the workflow is not completed and there is `hope`; tells whether it is. */
  async #watch(killer: Killer, hope: (progress: Progress) => boolean): Promise<boolean> {
    let toldAt = performance.now();
    let progress = { ended: 0, movedAt: toldAt };
    while (hope(progress)) {
      if ((await this.#status()) === 'completed') return true;
      await sleep(LOOK_EVERY_MS);
      const { converged, failed } = await this.#books();
      if (converged + failed > progress.ended) progress = { ended: converged + failed, movedAt: performance.now() };
      if (performance.now() - toldAt < TELL_EVERY_MS) continue;
      toldAt = performance.now();
      this.#say(`${converged} converged, ${failed} failed; ${killer.kills.length} kills`);
    }
    return false;
  }

  async #status(): Promise<string | undefined> {
    const rows = await this.#site.postgres.query<{ status: string }>('select status from workflow');
    return rows === undefined ? 'unknown' : rows[0]?.status;
  }

  async #books(): Promise<Pick<Outcome, 'tasks' | 'reclaimed' | 'converged' | 'failed'>> {
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
      endOf: (name) => (fateOf(name) === 'never' ? 'failed' : 'converged'),
    });
    return [
      ...(completed ? [] : ['after the last kill the workflow did not complete by itself']),
      ...programs.flatMap(({ deaths }) => deaths),
      ...faults,
    ];
  }
}
