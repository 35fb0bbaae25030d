import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '@almagest/test-kit/free-port';
import { startUpstreamLab, type UpstreamLab } from '@almagest/upstream-lab';
import type pg from 'pg';
import { untilHealthy } from '../site/until-healthy.ts';
import { programPath, startProgram } from '../site/program.ts';
import type { Site } from '../site/site.ts';
import { openRetrieval, type MeasuredRetrieval } from './open-retrieval.ts';

/** A library that the service itself has downloaded, parsed and indexed, on its own database. */
export interface RetrievalSite {
  readonly lab: UpstreamLab;
  readonly retrieval: MeasuredRetrieval;
  /** Connects for the benchmark's own SQL statements, in the service's schema. */
  readonly connect: () => Promise<pg.Client>;
}

const SERVICE = new URL('../../../../../services/literature/', import.meta.url);
const DATABASE = 'bench_retrieval';
const POLL_MS = 200;

export async function openRetrievalSite(site: Site): Promise<RetrievalSite> {
  const lab = await startUpstreamLab();
  site.onClose(() => lab.close());
  // The service trusts only configured hosts, so the mirror's host serves the publishers' files.
  lab.setSettings({ publisherAt: 'mirror' });
  await site.postgres.exec(`create database ${DATABASE}`, 'postgres');
  const port = await freePort();
  const environment = {
    ...lab.environment(),
    DATABASE_URL: site.postgres.url(DATABASE),
    LIBRARY_DIR: join(site.folder, 'retrieval-library'),
    PORT: String(port),
    LOG_LEVEL: 'fatal',
    SWEEP_EVERY_MS: '250',
  };
  await startProgram(programPath(SERVICE, 'migrate'), { environment }).ended;
  const programs = ['api', 'worker'].map((name) => startProgram(programPath(SERVICE, name), { environment }));
  site.onClose(() => Promise.all(programs.map((program) => program.stop())));
  const [api] = programs;
  if (api !== undefined) await untilHealthy(port, api.ended);
  const connect = async () => {
    const sql = await site.connect(DATABASE);
    await sql.query('set search_path = literature');
    return sql;
  };
  await fillLibrary(`http://127.0.0.1:${port}`);
  await untilEmbedded(await connect());
  // Stops the programs, so that the measurement has the machine to itself.
  await Promise.all(programs.map((program) => program.stop()));
  const retrieval = openRetrieval(environment);
  site.onClose(() => retrieval.close());
  return { lab, retrieval, connect };
}

/** Synchronises all papers of the laboratory, and downloads and parses those that are available. */
async function fillLibrary(url: string): Promise<void> {
  const call = async (path: string, body?: object) => {
    const reply = await fetch(url + path, {
      ...(body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }),
      headers: { 'content-type': 'application/json' },
    });
    if (!reply.ok) throw new Error(`${path} answered ${reply.status}: ${await reply.text()}`);
    return await reply.text();
  };
  const untilDone = async (path: string) => {
    while ((JSON.parse(await call(path)) as { active: boolean }).active) await sleep(POLL_MS);
  };
  await call('/api/sync/meta/run', { q: 'year:1900-2100', source: 'catalog', limit: 1_000 });
  await untilDone('/api/sync/meta/status');
  await call('/api/sync/asset/run', { action: 'all', scope: 'all' });
  await untilDone('/api/sync/asset/status');
}

async function untilEmbedded(sql: pg.Client): Promise<void> {
  const waiting = async () =>
    (await sql.query<{ waiting: boolean }>(`select exists (select from chunk_vector where model = '') as waiting`))
      .rows;
  while ((await waiting())[0]?.waiting === true) await sleep(POLL_MS);
  await sql.query('analyze');
}
