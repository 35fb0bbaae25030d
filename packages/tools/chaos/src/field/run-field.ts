import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { until } from '@almagest/test-kit/until';
import { audit } from '../auditor.ts';
import { axesOf, pointNamesOf, yamlOf } from '../grids.ts';
import { Ledger } from '../ledger.ts';
import { plannedOutcomeOf } from '../results.ts';
import { openSite, type Site } from '../run/site.ts';
import { LINES_BYTES } from './engine.ts';
import { NODE_IDS, startFleet, type Fleet } from './fleet.ts';
import { failOver, fillDiskOf, incidentsOf } from './incidents.ts';

export interface FieldOutcome {
  readonly points: number;
  readonly acknowledged: number;
  readonly incidents: Readonly<Record<string, string>>;
  /** All faults that were found. Empty if the run passed. */
  readonly faults: readonly string[];
}

interface RunEvents {
  readonly log: (line: string) => void;
  /** Called with a function that stops everything that the run has started. */
  readonly onOpened: (close: () => Promise<void>) => void;
}

const WORKFLOW = 'field';
const AXES = axesOf([4, 3, 2, 2, 1, 1]);

const PACE = {
  restartMs: { from: 50, to: 500 },
  heartbeatTimeoutSec: 60,
  nodeLostGraceSec: 30,
  reportGraceSec: 30,
  sweepMs: 1_000,
};

/** Runs the incidents: real agents compute a small grid while faults of real machines happen to them. */
export async function runField(seed: string, folder: string, { log, onOpened }: RunEvents): Promise<FieldOutcome> {
  const closers: (() => Promise<unknown>)[] = [];
  const closeAll = async () => {
    for (let close = closers.pop(); close; close = closers.pop()) await close().catch(() => undefined);
  };
  onOpened(closeAll);
  try {
    const site = await openSite({ folder, seed, pace: PACE, redis: 'none' }, (close) => closers.push(close));
    return await new FieldRun(site, folder, log).execute((close) => closers.push(close));
  } finally {
    await closeAll();
  }
}

class FieldRun {
  readonly #site: Site;
  readonly #folder: string;
  readonly #log: (line: string) => void;
  readonly #ledger = new Ledger();
  readonly #points = pointNamesOf(AXES);
  readonly #faults: string[] = [];
  readonly #incidents: Record<string, string> = {};

  constructor(site: Site, folder: string, log: (line: string) => void) {
    this.#site = site;
    this.#folder = folder;
    this.#log = log;
  }

  async execute(onClose: (close: () => Promise<unknown>) => void): Promise<FieldOutcome> {
    writeFileSync(join(this.#folder, 'assets', 'lines.dat'), Buffer.alloc(LINES_BYTES, 'line '));
    const fleet = await startFleet({
      site: this.#site,
      ledger: this.#ledger,
      folder: this.#folder,
      needsSeed: this.#points.filter((name) => plannedOutcomeOf(name) !== 'cold'),
      onFault: (fault) => this.#faults.push(fault),
      onClose,
    });
    this.#log(`${NODE_IDS.length} nodes are approved; the incidents begin`);
    fillDiskOf(fleet);
    await this.#startWorkflow();
    const incidents = Object.entries(incidentsOf(fleet, this.#site));
    await Promise.all(
      incidents.map(async ([name, incident]) =>
        this.#note(name, incident === 'not available here' ? incident : await incident()),
      ),
    );
    await this.#failOver(fleet);
    await until(
      async () => (await this.#status()) === 'completed',
      'the workflow to complete',
      () => this.#ledger.acknowledged.size,
    );
    for (const id of NODE_IDS) await fleet[id].agent.stop();
    this.#noteLies(fleet);
    await this.#audit();
    return {
      points: this.#points.length,
      acknowledged: this.#ledger.acknowledged.size,
      incidents: this.#incidents,
      faults: this.#faults,
    };
  }

  /** Makes the database read-only while the nodes report their tasks. */
  async #failOver(fleet: Fleet): Promise<void> {
    const refused = () => NODE_IDS.reduce((sum, id) => sum + fleet[id].line.counts.refusedResults, 0);
    await failOver(this.#site, () => {
      for (const id of NODE_IDS) fleet[id].openGate();
      return refused() > 0;
    });
    this.#note(`a read-only database refuses reports, and the nodes send them again`);
  }

  #noteLies(fleet: Fleet): void {
    const lies = NODE_IDS.reduce((sum, id) => sum + fleet[id].line.counts.lies, 0);
    const fault = lies === 0 ? 'no seed was downloaded' : undefined;
    this.#note('a page from a proxy is not accepted as a seed', fault);
  }

  #note(incident: string, result: string | undefined = 'as expected'): void {
    this.#incidents[incident] = result;
    this.#log(`${incident}: ${result}`);
    if (result !== 'as expected' && result !== 'not available here') this.#faults.push(`${incident}: ${result}`);
  }

  async #startWorkflow(): Promise<void> {
    const more = 'timeout_sec: 0\nmax_lost_attempts: 1000\nassets: [lines.dat]';
    const workflow = { name: WORKFLOW, description: null, config_yaml: yamlOf(AXES, more) };
    await this.#site.asAdmin('/api/workflows', workflow);
    await this.#site.asAdmin(`/api/workflows/${WORKFLOW}/start`, {});
  }

  async #status(): Promise<string | undefined> {
    return (await this.#site.postgres.query<{ status: string }>('select status from workflow'))?.[0]?.status;
  }

  async #audit(): Promise<void> {
    const { postgres, dataDir, programs } = this.#site;
    const found = await audit({
      databaseUrl: postgres.url,
      dataDir,
      ledger: this.#ledger,
      lattices: { [WORKFLOW]: AXES },
      endOf: () => 'converged',
    });
    const spent = [...this.#ledger.sent].flatMap(([task, { pointName, status }]) =>
      status === 'completed' || (status === 'failed' && plannedOutcomeOf(pointName) !== 'cold')
        ? []
        : [`task ${task} of ${pointName} was reported as ${status}, although its engine never fails`],
    );
    this.#faults.push(...found, ...spent, ...programs.flatMap(({ deaths }) => deaths));
  }
}

export function fieldReport({ points, acknowledged, incidents, faults }: FieldOutcome): string {
  return [
    '# Incidents of real agents',
    '',
    `${NODE_IDS.length} agents, ${points} points, ${acknowledged} acknowledged reports.`,
    '',
    ...Object.entries(incidents).map(([what, result]) => `- ${what}: ${result}`),
    '',
    faults.length === 0
      ? 'Audit: no faults.'
      : ['Audit: FAULTS FOUND.', '', ...faults.map((one) => `- ${one}`)].join('\n'),
    '',
  ].join('\n');
}
