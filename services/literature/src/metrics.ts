import { Counter, type Registry } from '@almagest/service-kit/metrics';
import { readAtScrape } from '@almagest/service-kit/read-at-scrape';
import type { RenderOutcome } from './application/reading/rendered-papers.ts';
import type { Db } from './persistence/database.ts';
import { countLibrary, listBatchRenewals } from './persistence/library/library-counts.ts';
import { FULL_TEXT_SOURCES } from './sources/full-text/sources.ts';

const FULL_TEXTS = FULL_TEXT_SOURCES.map(({ name }) => name);
const UPSTREAMS = ['catalog', 'preprint_api', ...FULL_TEXTS, 'names', 'zotero', 'web', 'model'] as const;

/** The destinations of requests. `web` stands for all hosts that are not configured. */
export type Upstream = (typeof UPSTREAMS)[number];

/** Counts the outgoing requests of this process. */
export function countUpstream(registry: Registry): (upstream: Upstream, served: boolean) => void {
  const requests = new Counter({
    name: 'upstream_requests_total',
    help: 'Requests to other hosts. Failed: no response, no permission, rate limited or an error from the host.',
    labelNames: ['upstream', 'outcome'] as const,
    registers: [registry],
  });
  // Initialise the counters, because a rate needs a value before the first failure.
  for (const upstream of UPSTREAMS) for (const outcome of ['served', 'failed']) requests.inc({ upstream, outcome }, 0);
  return (upstream, served) => requests.inc({ upstream, outcome: served ? 'served' : 'failed' });
}

const RENDERINGS: readonly RenderOutcome[] = ['rendered', 'kept', 'too_costly', 'abandoned'];

export function countRenderings(registry: Registry): (outcome: RenderOutcome) => void {
  const renderings = new Counter({
    name: 'literature_page_renderings_total',
    help: 'Papers requested as HTML: rendered, read from the cache, too large, or abandoned because all callers left.',
    labelNames: ['outcome'] as const,
    registers: [registry],
  });
  for (const outcome of RENDERINGS) renderings.inc({ outcome }, 0);
  return (outcome) => renderings.inc({ outcome });
}

export function observeRenderings(registry: Registry, rendered: { readonly callers: number }): void {
  readAtScrape(registry, { literature_page_callers: { help: 'Callers waiting for a paper as HTML.' } }, () =>
    Promise.resolve({ literature_page_callers: [{ value: rendered.callers }] }),
  );
}

/**
 * Defines gauges of the library. Each scrape reads them from the database, so that all replicas return the same values.
 */
export function observeLibrary(registry: Registry, db: Db): void {
  readAtScrape(
    registry,
    {
      literature_papers: { help: 'Papers of the library by state.', labels: ['state'] },
      literature_running_agents: { help: 'Agent sessions with a run in progress.' },
      literature_batch_lease_renewed_timestamp_seconds: {
        help: 'When a worker last renewed the lease of a running batch.',
        labels: ['kind'],
      },
    },
    async () => {
      const { agents, ...papers } = await countLibrary(db);
      return {
        literature_papers: Object.entries(papers).map(([state, value]) => ({ labels: { state }, value })),
        literature_running_agents: [{ value: agents }],
        literature_batch_lease_renewed_timestamp_seconds: (await listBatchRenewals(db)).map(({ kind, at }) => ({
          labels: { kind },
          value: at.getTime() / 1_000,
        })),
      };
    },
  );
}
