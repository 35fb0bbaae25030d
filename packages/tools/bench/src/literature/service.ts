import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { freePort } from '@almagest/test-kit/free-port';
import { startUpstreamLab, type UpstreamLab } from '@almagest/upstream-lab';
import type pg from 'pg';
import { untilHealthy } from '../site/until-healthy.ts';
import { programPath, startProgram } from '../site/program.ts';
import type { Site } from '../site/site.ts';

/** The service under test: its API as a separate process on its own database, with slow stand-ins for the sources. */
export interface Literature {
  readonly port: number;
  readonly lab: UpstreamLab;
  readonly libraryDir: string;
  /** The delay of the stand-ins before they answer. */
  readonly latencyMs: number;
  /** For the benchmark's own SQL statements, in the service's schema. */
  readonly sql: pg.Client;
  /** Reads a whole answer and measures the time until it has arrived. */
  readonly get: (
    path: string,
    headers?: Readonly<Record<string, string>>,
  ) => Promise<{ readonly ms: number; readonly body: unknown }>;
  /** Returns the processor time of the API so far, in seconds. */
  readonly apiCpuSec: () => number;
}

const SERVICE = new URL('../../../../../services/literature/', import.meta.url);
const LATENCY_MS = 200;
/** Linux reports processor time in hundredths of a second for any clock rate. */
const TICKS_PER_SEC = 100;

export async function startLiterature(
  site: Site,
  database: string,
  more: Readonly<Record<string, string>> = {},
): Promise<Literature> {
  const lab = await startUpstreamLab({ latencyMs: LATENCY_MS });
  site.onClose(() => lab.close());
  await site.postgres.exec(`create database ${database}`, 'postgres');
  const port = await freePort();
  const libraryDir = join(site.folder, database);
  const environment = {
    ...lab.environment(),
    DATABASE_URL: site.postgres.url(database),
    LIBRARY_DIR: libraryDir,
    PORT: String(port),
    LOG_LEVEL: 'warn',
    ...more,
  };
  await startProgram(programPath(SERVICE, 'migrate'), { environment }).ended;
  const api = startProgram(programPath(SERVICE, 'api'), { environment });
  site.onClose(() => api.stop());
  await untilHealthy(port, api.ended);
  const sql = await site.connect(database);
  await sql.query('set search_path = literature');
  const get: Literature['get'] = async (path, headers = {}) => {
    const begun = performance.now();
    const reply = await fetch(`http://127.0.0.1:${port}${path}`, { headers });
    const text = await reply.text();
    if (!reply.ok) throw new Error(`GET ${path} answered ${reply.status}: ${text.slice(0, 300)}`);
    return { ms: performance.now() - begun, body: JSON.parse(text) as unknown };
  };
  return { port, lab, libraryDir, latencyMs: LATENCY_MS, sql, get, apiCpuSec: () => cpuSecOf(api.pid) };
}

/** Reads user and system time, the 14th and 15th field. The second field, a name in brackets, may contain spaces. */
function cpuSecOf(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SEC;
}
