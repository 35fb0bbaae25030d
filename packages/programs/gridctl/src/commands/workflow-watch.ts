import type { WorkflowStats } from '@almagest/contracts/grid';
import { systemClock } from '@almagest/http-client';
import type { Context } from '../context.ts';
import {
  etaInWords,
  samplesInWindow,
  progressLine,
  rateInWords,
  rateOf,
  type Sample,
} from '../output/progress-line.ts';
import { count, percent, time } from '../output/wording.ts';
import { patiently } from './patiently.ts';

/** Long enough to smooth out single points, short enough to notice when nodes come or go. */
const RATE_WINDOW_MS = 10 * 60_000;

/** Follows a run until only an operator can change its state. */
export async function watchWorkflow(context: Context, name: string, intervalSeconds: number): Promise<void> {
  const { client, terminal, signal } = context;
  const { isLive } = terminal;
  let samples: Sample[] = [];
  let shown = '';
  for (;;) {
    const read = async () => (await client.call('readStats', { params: { name } }, { signal })).data;
    const stats = await patiently(context, read, { isFollowing: samples.length > 0, intervalSeconds });
    const atMs = performance.now();
    samples = samplesInWindow([...samples, { atMs, done: stats.converged + stats.failed }], RATE_WINDOW_MS);
    const change = countsInWords(stats);
    if (isLive) terminal.live(watchLine(stats, rateOf(samples), terminal.liveWidth));
    else if (change !== shown) await print(context, `${time(new Date().toISOString())}  ${change}`);
    shown = change;
    if (stats.status === 'completed' || stats.status === 'paused') return conclude(context, stats);
    await systemClock.wait(intervalSeconds * 1000, signal);
  }
}

async function conclude({ terminal }: Context, stats: WorkflowStats): Promise<void> {
  terminal.endLive('keep');
  if (terminal.json) return terminal.document(stats);
  const { name, status, converged, failed, total } = stats;
  const open = total - converged - failed;
  const rest = open > 0 ? `, ${count(open)} open` : '';
  terminal.note(
    `${name} is ${status}: ${count(converged)} of ${count(total)} converged, ${count(failed)} failed${rest}`,
  );
}

/** Prints a line to stdout. With JSON output, prints the line to stderr, because stdout contains only the document. */
async function print({ terminal }: Context, line: string): Promise<void> {
  if (terminal.json) terminal.note(line);
  else await terminal.lines([line]);
}

function countsInWords(stats: WorkflowStats): string {
  const { status, converged, failed, running, queued, pending, total } = stats;
  const counts = { converged, failed, running, queued, pending };
  const words = Object.entries(counts).map(([word, number]) => `${word} ${count(number)}`);
  return [`${status} ${percent(converged + failed, total)}`, ...words].join('  ');
}

/** Draws the progress bar of a run. Uses the coordinator's estimate until a rate has been observed. */
function watchLine(stats: WorkflowStats, rate: number | null, width: number): string {
  const { status, converged, failed, running, queued, pending, total } = stats;
  const done = converged + failed;
  const etaSeconds = rate === null ? stats.eta_sec : (total - done) / rate;
  const isMoving = status === 'running';
  return progressLine(
    {
      done,
      total,
      parts: [
        ...(isMoving ? [etaInWords(etaSeconds)] : [status]),
        `converged ${count(converged)}`,
        `failed ${count(failed)}`,
        `running ${count(running)}`,
        ...(isMoving ? [rateInWords(rate)] : []),
        `queued ${count(queued)}`,
        `pending ${count(pending)}`,
      ],
    },
    width,
  );
}
