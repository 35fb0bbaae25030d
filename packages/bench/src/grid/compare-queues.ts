import { join } from 'node:path';
import { runRounds, seedWriter, type Library } from '../libraries/task-queue.ts';
import type { LoadNode } from '../load/plan.ts';
import type { Row } from '../report/row.ts';
import type { Site } from '../site/site.ts';
import { alternate, rateOf, ratioOf, type Candidate, type RunResult } from '../alternate.ts';
import type { Coordinator } from './coordinator.ts';
import { CONNECTIONS, percentiles, runLoop } from './measure-loops.ts';

/** The coordinator and the libraries that it is compared with. */
export interface ComparedQueues {
  readonly site: Site;
  readonly coordinator: Coordinator;
  readonly nodes: readonly LoadNode[];
  readonly libraries: readonly Library[];
}

interface Entry {
  readonly what: string;
  readonly detail: string;
  readonly run: Candidate;
  /** What the coordinator's rate is held against this one's for. */
  readonly ratio?: { readonly what: string; readonly library: string };
}

const GOAL = { atLeast: 2 };

/** Claims alone, over HTTP, in turns with the libraries' jobs. */
export async function measureClaims(compared: ComparedQueues, seconds: number): Promise<Row[]> {
  const { site, coordinator, nodes, libraries } = compared;
  const own: Entry = {
    what: 'claims over HTTP',
    detail: `${CONNECTIONS} connections;`,
    run: (length) => runLoop(site, coordinator, { kind: 'claims', nodes, ...length }),
  };
  const others = libraries.map(({ name, queue, filled }): Entry => {
    return {
      what: `${name}: jobs taken`,
      detail: `100 callers in one process, no HTTP; ${filled}`,
      run: (length) => runRounds(queue, length, () => Promise.resolve()),
      ratio: { what: 'ratio, claims', library: name },
    };
  });
  return await contest('claims/s', own, others, seconds);
}

/**
 * A claim and its report, every second one with a 45 kB seed, in turns with the libraries' jobs and the same file work.
 */
export async function measureCycles(compared: ComparedQueues, seconds: number): Promise<Row[]> {
  const { site, coordinator, nodes, libraries } = compared;
  const own: Entry = {
    what: 'claim-to-report cycles over HTTP',
    detail: `${CONNECTIONS} connections, every second report with a 45 kB seed; cycle`,
    run: (length) => runLoop(site, coordinator, { kind: 'cycles', nodes, seedEvery: 2, ...length }),
  };
  const others: Entry[] = [];
  for (const { name, queue } of libraries) {
    const write = await seedWriter(join(site.folder, `seeds-${name.replaceAll(/\W/g, '-')}`));
    others.push(
      {
        what: `${name}: taken and completed, same file work`,
        detail: 'every second with a 45 kB file, synced',
        run: (length) =>
          runRounds(queue, length, async (taken, turn) => {
            await write(turn);
            await taken.finish();
          }),
        ratio: { what: 'ratio, cycles', library: name },
      },
      {
        what: `${name}: taken and completed, no files`,
        detail: '',
        run: (length) => runRounds(queue, length, (taken) => taken.finish()),
      },
    );
  }
  return await contest('cycles/s', own, others, seconds);
}

async function contest(unit: string, own: Entry, others: readonly Entry[], seconds: number): Promise<Row[]> {
  const [ours = [], ...theirs] = await alternate(
    [own, ...others].map(({ run }) => run),
    seconds,
  );
  if (ours.some(({ done, ranDry }) => ranDry === true && done === 0))
    throw new Error(`nothing was left for the ${own.what}: give more --points or fewer --seconds`);
  return [
    { what: own.what, value: rateOf(ours), unit, detail: own.detail + latenciesOf(ours) },
    ...others.flatMap(({ what, detail, ratio }, index): Row[] => {
      const turns = theirs[index] ?? [];
      const row = { what, value: rateOf(turns), unit, detail };
      return ratio === undefined ? [row] : [row, ratioRow(ratio, ours, turns)];
    }),
  ];
}

function ratioRow(
  { what, library }: NonNullable<Entry['ratio']>,
  ours: readonly RunResult[],
  theirs: readonly RunResult[],
): Row {
  const { median, least, most } = ratioOf(ours, theirs);
  return {
    what: `  ${what}`,
    value: median,
    unit: 'times',
    detail: `ours over HTTP / ${library} in process; median of ${ours.length} turns, ${least.toFixed(2)} to ${most.toFixed(2)}`,
    ...(library.startsWith('BullMQ') ? { goal: GOAL } : {}),
  };
}

/** Of the turn in the middle. */
function latenciesOf(turns: readonly RunResult[]): string {
  const all = turns.flatMap(({ latencies }) => latencies ?? []).toSorted((a, b) => a.p95 - b.p95);
  const middle = all[Math.floor((all.length - 1) / 2)];
  const dry = turns.some(({ ranDry }) => ranDry) ? '; ended early, all points were claimed' : '';
  return (middle === undefined ? '' : ` ${percentiles(middle)}`) + dry;
}
