import { summarise } from '../latencies.ts';
import { driveReading } from '../load/drive.ts';
import type { Row } from '../report/row.ts';
import type { Site } from '../site/site.ts';
import type { Coordinator } from './coordinator.ts';
import { WORKFLOW } from './measure-expansion.ts';
import { percentiles } from './measure-loops.ts';

const SAMPLES = 300;
/** Requests before the measurement, for other points, so that V8 has compiled the code. */
const WARM_UP = 300;

/**
 * Measures the choice of a seed through the operation that explains it: a search with some look-ups, over HTTP. The
 * figure is an upper bound.
 */
export async function measureSeeds(site: Site, coordinator: Coordinator): Promise<Row[]> {
  const { sql } = coordinator;
  const { rows } = await sql.query<{ name: string }>(
    `select name from point where status = 'queued' order by hashtext(name) limit ${WARM_UP + SAMPLES}`,
  );
  const requests = rows.map(({ name }, index) => ({
    label: index < WARM_UP ? 'warm-up' : 'explain',
    path: `/api/workflows/${WORKFLOW}/points/${encodeURIComponent(name)}/explain`,
  }));
  const measure = async (what: string, share: string) => {
    await sql.query('truncate current_model');
    const { rowCount } = await sql.query(
      `insert into current_model (name, model_id, teff, logg, loghe, logc, logn, logo, sha256, size_bytes, max_relc,
                                  lineage, fit, released)
       select name, 0, teff, logg, loghe, logc, logn, logo, md5(name), 45000, 1e-4, 0, true, true from point where ${share}`,
    );
    await sql.query('vacuum analyze current_model');
    const { port, adminToken } = coordinator;
    const { explain = [] } = await driveReading(site, { kind: 'reading', port, token: adminToken, requests });
    const latencies = summarise(explain);
    const detail = `p95 of ${latencies.count} over HTTP, ${(rowCount ?? 0).toLocaleString('en-US')} seeds; ${percentiles(latencies)}`;
    return { what, value: latencies.p95, unit: 'ms', detail, goal: { atMost: 5 } };
  };
  return [
    await measure('seed choice, 60 % converged at random', `abs(hashtext(name)) % 100 < 60`),
    await measure('seed choice, one point in a thousand converged', `abs(hashtext(name)) % 1000 = 0`),
  ];
}
