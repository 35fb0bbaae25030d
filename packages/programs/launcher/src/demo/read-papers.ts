import type { AssetBatchStatus, MetaSyncStatus, StandardPaper } from '@almagest/contracts/literature';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Display } from './display.ts';
import { LiteratureClient, RefusedError } from './service-client.ts';

const QUERY = 'stars';
const LIMIT = 24;
const POLL_MS = 500;

export interface ReadingOptions {
  readonly address: string;
  /** The API token, if the service requires a token. */
  readonly token: string | undefined;
  readonly display: Display;
  readonly abort: AbortSignal;
}

/**
 * Demonstrates the literature service with made-up papers: synchronises, downloads and parses them, then prints where
 * to read them.
 */
export async function readPapers({ address, token, display, abort }: ReadingOptions): Promise<void> {
  const client = new LiteratureClient(address, token, abort);
  display.say(
    `The literature service searches for '${QUERY}' in local stand-ins for the catalog and the preprint server.`,
  );
  await begin(client, '/api/sync/meta/run', { q: QUERY, source: 'all', limit: LIMIT });
  const { synced } = await untilIdle<MetaSyncStatus>(client, '/api/sync/meta/status', abort);
  await begin(client, '/api/sync/asset/run', { action: 'all', scope: 'unparsed' });
  const batch = await untilIdle<AssetBatchStatus>(client, '/api/sync/asset/status', abort);
  display.say(summaryOf(address, synced, batch, await client.get<StandardPaper[]>('/api/library')));
}

/** Ignores a conflict. The service may have started the run and died before it answered. */
async function begin(client: LiteratureClient, path: string, request: unknown): Promise<void> {
  try {
    await client.post(path, request);
  } catch (error) {
    if (!(error instanceof RefusedError && error.status === 409)) throw error;
  }
}

async function untilIdle<S extends { readonly active: boolean }>(
  client: LiteratureClient,
  path: string,
  abort: AbortSignal,
): Promise<S> {
  for (;;) {
    const status = await client.get<S>(path);
    if (!status.active) return status;
    await sleep(POLL_MS, undefined, { signal: abort });
  }
}

function summaryOf(address: string, synced: number, batch: AssetBatchStatus, papers: readonly StandardPaper[]): string {
  const failed = batch.logs.filter((line) => line.includes(' failed: '));
  const readable = papers.filter((paper) => paper.has_markdown).slice(0, 3);
  return [
    '',
    `Library: ${papers.length} papers, ${synced} records synchronised`,
    `  downloaded ${batch.downloaded}, parsed ${batch.parsed}, failed ${batch.download_failed + batch.parse_failed}`,
    ...failed.slice(0, 3).map((line) => `    ${line}`),
    ...(readable.length > 0 ? ['  in the reader:'] : []),
    ...readable.map(({ bibcode, title }) => `    ${address}/read/${encodeURIComponent(bibcode)}  ${shortened(title)}`),
    '',
  ].join('\n');
}

const TITLE_WIDTH = 60;

function shortened(title: string): string {
  return title.length > TITLE_WIDTH ? `${title.slice(0, TITLE_WIDTH - 1)}…` : title;
}
