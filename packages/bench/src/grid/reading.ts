import { latencyText } from './measured-loop.ts';
import { driveReading } from '../load/drive.ts';
import { summarise } from '../latencies.ts';
import { moveToMidRun } from '../coordinator/stage-set.ts';
import { WORKFLOW, type Stage } from './stage.ts';

const SORTS = ['wave', 'teff', 'max_relc', 'attempts', 'last_completed_at'];
const ORDERS = ['asc', 'desc'];
const STATUSES = ['pending', 'queued', 'running', 'converged', 'failed'];

interface Stats {
  readonly total: number;
  readonly waves: readonly { readonly wave: number; readonly total: number }[];
}

/** Reads the statistics and pages of points of a grid in the middle of its run, one request at a time. */
export async function measureReading(stage: Stage): Promise<void> {
  const { site, coordinator, options, results, sql } = stage;
  results.note('bringing the grid into the middle of its run');
  await moveToMidRun(sql, WORKFLOW);
  const stats = await coordinator.call<Stats & Record<string, number>>('GET', `/api/workflows/${WORKFLOW}/stats`);
  const rounds = Math.max(1, Math.round(options.seconds * 2));
  const points = (query: string) => `/api/workflows/${WORKFLOW}/points?${query}`;
  const requests = Array.from({ length: rounds }, (_, round) => [
    ...Array.from({ length: 10 }, () => ({ label: 'statistics', path: `/api/workflows/${WORKFLOW}/stats` })),
    ...pageQueries(stats, round % 2 === 0).map(({ label, query }) => ({ label, path: points(query) })),
    ...nameQueries().map((query) => ({ label: 'q', path: points(query) })),
  ]).flat();
  const times = await driveReading(site, { kind: 'reading', port: coordinator.port, token: coordinator.adminToken, requests });
  const put = (row: 'statistics' | 'pagesByName' | 'pages', timesMs: readonly number[], more: string) => {
    const latencies = summarise(timesMs);
    results.put(row, 'almagest', latencies.p95, `${latencyText(latencies)}${more}`, latencies);
  };
  const kinds = Object.entries(times).filter(([label]) => label !== 'statistics' && label !== 'q');
  const slowest = kinds
    .map(([label, timesMs]) => ({ label, ...summarise(timesMs) }))
    .toSorted((a, b) => b.p95 - a.p95)
    .slice(0, 4);
  put('statistics', times['statistics'] ?? [], '');
  put(
    'pages',
    kinds.flatMap(([, timesMs]) => timesMs),
    `; slowest kinds by p95: ${slowest.map(({ label, p95 }) => `${label} ${p95.toFixed(0)}`).join(', ')}`,
  );
  put('pagesByName', times['q'] ?? [], '');
}

/** One page of every kind; odd rounds begin each list, even ones jump into it. */
function pageQueries(stats: Stats & Record<string, number>, jump: boolean): { label: string; query: string }[] {
  const offset = (total: number) => (jump ? Math.floor(Math.random() * Math.max(1, total)) : 0);
  const wave = stats.waves[Math.floor(Math.random() * stats.waves.length)] ?? { wave: 0, total: 1 };
  return [
    { label: 'first page', query: '' },
    { label: 'any offset', query: `offset=${Math.floor(Math.random() * stats.total)}` },
    ...SORTS.flatMap((sort) =>
      ORDERS.map((order) => ({
        label: `${sort} ${order}`,
        query: `sort=${sort}&order=${order}&offset=${offset(stats.total)}`,
      })),
    ),
    ...STATUSES.map((status) => ({ label: status, query: `status=${status}&offset=${offset(stats[status] ?? 0)}` })),
    { label: 'wave', query: `wave=${wave.wave}&offset=${offset(wave.total)}` },
  ];
}

/** Parts of names: one value of an axis, two that follow each other, and one that no point has. */
function nameQueries(): string[] {
  return ['q=t25000', 'q=_g5.00_he-1.0', 'q=t99999'];
}
