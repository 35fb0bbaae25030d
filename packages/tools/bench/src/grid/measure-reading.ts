import { summarise } from '../latencies.ts';
import { driveReading } from '../load/drive.ts';
import type { Row } from '../report/row.ts';
import type { Site } from '../site/site.ts';
import type { Coordinator } from './coordinator.ts';
import { WORKFLOW } from './measure-expansion.ts';
import { percentiles } from './measure-loops.ts';
import { peakMemoryMb } from './peak-memory.ts';

const ROUNDS = 40;
/** Search texts: a segment of a name, several segments, part of a segment, a text without matches, a whole name. */
const TEXTS = ['c-4.50', 'c-4.50_n', 't21000_g5.2', '5.0', 'zzz', 't25000_g5.5_he-2.0_c-4.50_n-4.00_o-5.00'];

const PAGES = `/api/workflows/${WORKFLOW}/points`;

/** Measures statistics and pages of points, one request at a time, as the console sends them. */
export async function measureReading(
  site: Site,
  { port, adminToken, apiPid }: Coordinator,
  points: number,
): Promise<Row[]> {
  const requests = Array.from({ length: ROUNDS }, (_, round) => requestsOf(round, points)).flat();
  const times = await driveReading(site, { kind: 'reading', port, token: adminToken, requests });
  const pages = Object.entries(times).flatMap(([label, ms]) => (label.startsWith('page') ? ms : []));
  const row = (what: string, ms: readonly number[], atMost?: number): Row => {
    const latencies = summarise(ms);
    const detail = `p95 of ${latencies.count}; ${percentiles(latencies)}`;
    return { what, value: latencies.p95, unit: 'ms', detail, ...(atMost === undefined ? {} : { goal: { atMost } }) };
  };
  return [
    row('statistics', times['statistics'] ?? [], 20),
    row('page of points, mixed', pages, 50),
    ...Object.entries(times)
      .filter(([label]) => label !== 'statistics')
      .map(([label, ms]) => row(`  ${label}`, ms)),
    { what: 'peak memory of the API', value: peakMemoryMb(apiPid), unit: 'MB', detail: 'since its start' },
  ];
}

function requestsOf(round: number, points: number): { label: string; path: string }[] {
  // Offsets are spread over the whole range and the same in every run.
  const offset = Math.floor(((round * 0.618_034) % 1) * points);
  const page = (label: string, query: string) => ({ label: `page: ${label}`, path: `${PAGES}?${query}` });
  const sorts = ['teff', 'max_relc', 'attempts', 'last_completed_at'].flatMap((sort) =>
    ['asc', 'desc'].map((order) => page(`sorted by ${sort} ${order}, first page`, `sort=${sort}&order=${order}`)),
  );
  return [
    { label: 'statistics', path: `/api/workflows/${WORKFLOW}/stats` },
    page('first', ''),
    page('any offset', `offset=${offset}`),
    page('any offset, descending', `order=desc&offset=${offset}`),
    page('by teff, any offset', `sort=teff&order=${round % 2 === 0 ? 'asc' : 'desc'}&offset=${offset}`),
    page('queued, any offset', `status=queued&offset=${Math.floor(offset / 2)}`),
    page('converged', 'status=converged'),
    page('won cold', 'method=cold_run'),
    page('one wave', `wave=${round % 20}`),
    page('of a node', 'node_id=worker-7'),
    ...sorts,
    { label: 'map', path: `/api/workflows/${WORKFLOW}/map` },
    { label: 'by max_relc, any offset', path: `${PAGES}?sort=max_relc&offset=${offset}` },
    ...TEXTS.map((text) => page(`name contains ${text}`, `q=${text}`)),
    { label: 'name contains c-4.50_n, queued', path: `${PAGES}?q=c-4.50_n&status=queued` },
    { label: 'name contains c-4.50_n, converged', path: `${PAGES}?q=c-4.50_n&status=converged` },
    { label: 'name contains c-4.50_n, any offset', path: `${PAGES}?q=c-4.50_n&offset=${Math.floor(offset / 10)}` },
  ];
}
