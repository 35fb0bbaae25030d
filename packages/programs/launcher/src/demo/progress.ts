import type { WorkflowStats } from '@almagest/contracts/grid';

export interface Sample {
  readonly atMs: number;
  readonly done: number;
}

/** Long enough to smooth out single points, short enough to show when a node comes or goes. */
const RATE_WINDOW_MS = 10_000;

/** Returns the points per second over the last samples, or null if there are fewer than two samples. */
export function rateOf(samples: readonly Sample[]): number | null {
  const last = samples.at(-1);
  const first = last && samples.find(({ atMs }) => atMs >= last.atMs - RATE_WINDOW_MS);
  if (!first || !last || last.atMs <= first.atMs) return null;
  return ((last.done - first.done) / (last.atMs - first.atMs)) * 1_000;
}

/** Returns the samples that a later `rateOf` may still need. */
export function recentSamples(samples: readonly Sample[]): Sample[] {
  const from = (samples.at(-1)?.atMs ?? 0) - RATE_WINDOW_MS;
  return samples.filter(({ atMs }) => atMs >= from);
}

export function countsLine(stats: WorkflowStats, rate: number | null): string {
  return countsOf(stats, rate).join(GAP);
}

const GAP = '  ';

/** Returns the counts, most important first, because the last parts are dropped if the line is too narrow. */
function countsOf(stats: WorkflowStats, rate: number | null): string[] {
  const { status, total, converged, failed, running, queued, pending, cold_run_converged: cold } = stats;
  return [
    ...(status === 'running' ? [] : [status]),
    `${converged + failed}/${total}`,
    ...(rate === null ? [] : [`${rate.toFixed(1)}/s`]),
    `converged ${converged} (${cold} cold, ${converged - cold} seeded)`,
    `failed ${failed}`,
    `running ${running}`,
    `queued ${queued}`,
    `waiting ${pending}`,
  ];
}

const WIDEST_BAR = 24;
const NARROWEST_BAR = 8;
const FRAME = '[] '.length;

/** Returns a bar followed by the counts, in at most `width` cells. A wrapped line could not be redrawn. */
export function barLine(stats: WorkflowStats, rate: number | null, width: number): string {
  const room = width - NARROWEST_BAR - FRAME;
  const counts = countsOf(stats, rate);
  while (counts.length > 1 && counts.join(GAP).length > room) counts.pop();
  const text = counts.join(GAP);
  const cells = Math.min(WIDEST_BAR, width - text.length - FRAME);
  if (cells < NARROWEST_BAR) return text.slice(0, Math.max(0, width));
  const share = stats.total > 0 ? (stats.converged + stats.failed) / stats.total : 0;
  const filled = Math.floor(share * cells);
  return `[${'█'.repeat(filled)}${'░'.repeat(cells - filled)}] ${text}`;
}
