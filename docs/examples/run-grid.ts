// Runs a grid from TypeScript, with a client whose types are generated from docs/openapi/grid.json.
//
//   node docs/examples/run-grid.ts --url http://127.0.0.1:8090 --token "$(cat .state/admin-token)" --name first --file first.yaml
//
// It saves the workflow, starts it, follows it until it ends and lists the points that failed. Needs Node.js 24, which
// runs TypeScript directly. In your own project, run `npm install openapi-fetch` and copy docs/openapi/grid.d.ts next to
// your code.
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import createClient, { type Middleware } from 'openapi-fetch';
import type { GridPointRow, paths, WorkflowStats } from '../openapi/grid.d.ts';

/** Turns every refusal into an error that quotes the coordinator, so callers only handle successful answers. */
const refusals: Middleware = {
  async onResponse({ request, response }) {
    if (response.ok) return;
    throw new Error(`${request.method} ${request.url}: ${response.status} ${await response.text()}`);
  },
};

/** A client of one coordinator. The compiler checks every path, query, body and answer. */
export function gridClient(baseUrl: string, token?: string) {
  const client = createClient<paths>({
    baseUrl,
    headers: token === undefined ? {} : { Authorization: `Bearer ${token}` },
  });
  client.use(refusals);
  return client;
}

export type GridClient = ReturnType<typeof gridClient>;

export async function startGrid(client: GridClient, name: string, configYaml: string): Promise<void> {
  await client.POST('/api/workflows', { body: { name, config_yaml: configYaml } });
  await client.POST('/api/workflows/{name}/start', { params: { path: { name } } });
}

/** Yields the counts every few seconds, for the last time when the workflow has nothing left to compute. */
export async function* followGrid(client: GridClient, name: string, everySec: number): AsyncGenerator<WorkflowStats> {
  for (;;) {
    const { data } = await client.GET('/api/workflows/{name}/stats', { params: { path: { name } } });
    if (data === undefined) throw new Error(`the coordinator returned no counts of ${name}`);
    yield data.data;
    if (data.data.status !== 'running' && data.data.status !== 'initializing') return;
    await sleep(everySec * 1000);
  }
}

export async function failedPoints(client: GridClient, name: string): Promise<GridPointRow[]> {
  const query = { status: 'failed', limit: 500 } as const;
  const { data } = await client.GET('/api/workflows/{name}/points', { params: { path: { name }, query } });
  return data?.data.points ?? [];
}

if (import.meta.main) {
  const { values } = parseArgs({
    options: {
      url: { type: 'string', default: 'http://127.0.0.1:8090' },
      token: { type: 'string', default: '' },
      name: { type: 'string' },
      file: { type: 'string' },
      'every-sec': { type: 'string', default: '5' },
    },
  });
  if (values.name === undefined || values.file === undefined) throw new Error('--name and --file are required');
  const client = gridClient(values.url, values.token);
  await startGrid(client, values.name, readFileSync(values.file, 'utf8'));
  for await (const { converged, failed, total } of followGrid(client, values.name, Number(values['every-sec'])))
    console.log(`${converged} of ${total} points converged, ${failed} failed`);
  for (const point of await failedPoints(client, values.name)) console.log(`${point.name}: ${point.last_error ?? ''}`);
}
