import { HttpClient, textOf } from '@almagest/http-client';
import { AgentError } from '../agent-error.ts';
import type { OpenWork } from './job-count.ts';

const TIMEOUTS = { connectMs: 10_000, headersMs: 30_000, idleMs: 30_000, totalMs: 60_000 };

interface Stats {
  readonly queued: number;
  readonly running: number;
  readonly avg_point_sec: number | null;
}

/** Reads the open work of all running workflows from the coordinator. */
export async function readOpenWork(url: string, apiKey: string): Promise<OpenWork[]> {
  const http = new HttpClient({ timeouts: TIMEOUTS, keepAliveMs: 1_000, usesProxies: true });
  const get = async <T>(path: string): Promise<T> => {
    const response = await http.send({ url: new URL(path, url.endsWith('/') ? url : `${url}/`).href, bearer: apiKey });
    const text = await textOf(response.body);
    if (response.status !== 200) throw new AgentError(`${path} answers ${response.status}: ${text.slice(0, 300)}`);
    return (JSON.parse(text) as { readonly data: T }).data;
  };
  try {
    const workflows = await get<readonly { readonly name: string; readonly status: string }[]>('api/workflows');
    const work: OpenWork[] = [];
    for (const { name } of workflows.filter(({ status }) => status === 'running')) {
      const stats = await get<Stats>(`api/workflows/${encodeURIComponent(name)}/stats`);
      work.push({ queued: stats.queued, running: stats.running, secondsPerPoint: stats.avg_point_sec });
    }
    return work;
  } finally {
    await http.close();
  }
}
