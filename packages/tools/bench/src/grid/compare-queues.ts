import { join } from 'node:path';
import { GRAPHILE, GRAPHILE_OVER_HTTP } from '../libraries/graphile-worker.ts';
import { CALLERS, seedWriter, type Library } from '../libraries/task-queue.ts';
import type { LoadNode } from '../load/plan.ts';
import type { Goal, Row } from '../report/row.ts';
import type { Site } from '../site/site.ts';
import { alternate, rateOf, ratioOf, type Candidate, type RunResult } from '../alternate.ts';
import type { Coordinator } from './coordinator.ts';
import { CONNECTIONS, percentiles, runLoop } from './measure-loops.ts';

/** The coordinator, and the queues that it is compared with. */
export interface ComparedQueues extends Load {
  readonly site: Site;
  /** The coordinator of another checkout. */
  readonly against: Load | undefined;
  readonly libraries: readonly Library[];
}

/** A coordinator and the nodes that work for it. */
interface Load {
  readonly coordinator: Coordinator;
  readonly nodes: readonly LoadNode[];
}

interface Entry {
  readonly what: string;
  readonly detail: string;
  readonly run: Candidate;
  /** Describes the ratio of the coordinator's rate to this rate. */
  readonly ratio?: Ratio;
}

interface Ratio {
  readonly what: string;
  readonly detail: string;
  readonly goal?: Goal;
}

/** Goals of the coordinator over HTTP, as a multiple of a library's rate. */
const CLAIMS_GOALS: Readonly<Record<string, Goal>> = {
  'BullMQ on PostgreSQL': { atLeast: 2.5 },
  'pg-boss': { atLeast: 2.5 },
};
const CYCLES_GOALS: Readonly<Record<string, Goal>> = {
  'BullMQ on PostgreSQL': { atLeast: 2 },
  'pg-boss': { atLeast: 2 },
  [GRAPHILE]: { atLeast: 0.6 },
  [GRAPHILE_OVER_HTTP]: { atLeast: 1 },
};

/** Measures claims alone, over HTTP, alternating with jobs of the libraries. */
export async function measureClaims(compared: ComparedQueues, seconds: number): Promise<Row[]> {
  const { site, against, libraries } = compared;
  const claims = ({ coordinator, nodes }: Load): Candidate => {
    return (length) => runLoop(site, coordinator, { kind: 'claims', nodes, ...length });
  };
  const own: Entry = { what: 'claims over HTTP', detail: `${CONNECTIONS} connections;`, run: claims(compared) };
  const others = libraries.flatMap(({ name, claims, filled }): Entry[] => {
    if (claims === undefined) return [];
    return [
      {
        what: `${name}: jobs taken`,
        detail: `${CALLERS} callers in one process, no HTTP; ${filled}`,
        run: claims,
        ratio: ratioTo(name, 'ratio, claims', CLAIMS_GOALS),
      },
    ];
  });
  if (against !== undefined) others.push(otherCheckout('claims', claims(against)));
  return await contest('claims/s', own, others, seconds);
}

/**
 * Measures a claim and its report, with a 45 kB seed in every second report. Alternates with jobs of the libraries that
 * do the same file work.
 */
export async function measureCycles(compared: ComparedQueues, seconds: number): Promise<Row[]> {
  const { site, against, libraries } = compared;
  const cycles = ({ coordinator, nodes }: Load): Candidate => {
    return (length) => runLoop(site, coordinator, { kind: 'cycles', nodes, seedEvery: 2, ...length });
  };
  const own: Entry = {
    what: 'claim-to-report cycles over HTTP',
    detail: `${CONNECTIONS} connections, every second report with a 45 kB seed; cycle`,
    run: cycles(compared),
  };
  const others: Entry[] = [];
  for (const library of libraries) {
    const { name, filled } = library;
    const write = await seedWriter(join(site.folder, `seeds-${name.replaceAll(/\W/g, '-')}`));
    others.push(
      {
        what: `${name}: taken and completed, same file work`,
        detail: 'every second with a 45 kB file, synced',
        run: library.cycles(write),
        ratio: ratioTo(name, 'ratio, cycles', CYCLES_GOALS),
      },
      {
        what: `${name}: taken and completed, no files`,
        detail: library.claims === undefined ? filled : '',
        run: library.cycles(() => Promise.resolve()),
      },
    );
  }
  if (against !== undefined) others.push(otherCheckout('cycles', cycles(against)));
  return await contest('cycles/s', own, others, seconds);
}

function ratioTo(library: string, what: string, goals: Readonly<Record<string, Goal>>): Ratio {
  const goal = goals[library];
  const where = library === GRAPHILE_OVER_HTTP ? '' : ' in process';
  return { what, detail: `ours over HTTP / ${library}${where}`, ...(goal === undefined ? {} : { goal }) };
}

function otherCheckout(what: string, run: Candidate): Entry {
  const ratio = { what: `ratio, ${what}`, detail: 'this checkout / the other' };
  return { what: `${what} over HTTP, the other checkout`, detail: `${CONNECTIONS} connections`, run, ratio };
}

async function contest(unit: string, own: Entry, others: readonly Entry[], seconds: number): Promise<Row[]> {
  const [ours = [], ...theirs] = await alternate(
    [own, ...others].map(({ run }) => run),
    seconds,
  );
  if (ours.some(({ done, ranDry }) => ranDry === true && done === 0))
    throw new Error(`no tasks left for the ${own.what}: give more --points or fewer --seconds`);
  return [
    { what: own.what, value: rateOf(ours), unit, detail: own.detail + latenciesOf(ours) },
    ...others.flatMap(({ what, detail, ratio }, index): Row[] => {
      const turns = theirs[index] ?? [];
      const row = { what, value: rateOf(turns), unit, detail };
      return ratio === undefined ? [row] : [row, ratioRow(ratio, ours, turns)];
    }),
  ];
}

function ratioRow({ what, detail, ...goal }: Ratio, ours: readonly RunResult[], theirs: readonly RunResult[]): Row {
  const { median, least, most } = ratioOf(ours, theirs);
  return {
    what: `  ${what}`,
    value: median,
    unit: 'times',
    detail: `${detail}; median of ${ours.length} turns, ${least.toFixed(2)} to ${most.toFixed(2)}`,
    ...goal,
  };
}

/** Returns the latencies of the run with the median 95th percentile. */
function latenciesOf(turns: readonly RunResult[]): string {
  const all = turns.flatMap(({ latencies }) => latencies ?? []).toSorted((a, b) => a.p95 - b.p95);
  const middle = all[Math.floor((all.length - 1) / 2)];
  const dry = turns.some(({ ranDry }) => ranDry) ? '; ended early, all points were claimed' : '';
  return (middle === undefined ? '' : ` ${percentiles(middle)}`) + dry;
}
