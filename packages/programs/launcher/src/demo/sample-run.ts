import type { GridPointRow, PointDetail, PointsPage, WorkflowStats, WorkflowSummary } from '@almagest/contracts/grid';
import { RefusedError, type CoordinatorClient } from './service-client.ts';
import { chooseRun, type SampleWorkflow } from './sample-workflow.ts';

/** The largest page that the API allows. */
const PAGE = 500;
const READERS = 8;

export interface OpenedRun {
  readonly name: string;
  readonly resumed: boolean;
}

/** Creates the sample workflow, or resumes an unfinished workflow of an earlier demonstration, and starts it. */
export async function openRun(client: CoordinatorClient, sample: SampleWorkflow): Promise<OpenedRun> {
  const { name, exists } = chooseRun(sample.name, await client.get<WorkflowSummary[]>('/api/workflows'));
  if (!exists) {
    const workflow = { name, description: 'sample of the demonstration', config_yaml: sample.configYaml };
    await allowing([409], client.post('/api/workflows', workflow));
  }
  // 400 means already running, 409 means being started. Both are fine.
  await allowing([400, 409], client.post(`${pathOf(name)}/start`));
  const { status } = await readStats(client, name);
  if (status === 'idle') throw new Error(`cannot start workflow ${name}`);
  return { name, resumed: exists };
}

async function allowing(statuses: readonly number[], request: Promise<void>): Promise<void> {
  await request.catch((error: unknown) => {
    if (!(error instanceof RefusedError && statuses.includes(error.status))) throw error;
  });
}

export async function readStats(client: CoordinatorClient, name: string): Promise<WorkflowStats> {
  return await client.get<WorkflowStats>(`${pathOf(name)}/stats`);
}

/** Returns every point with its attempts. */
export async function readPoints(client: CoordinatorClient, name: string): Promise<PointDetail[]> {
  const rows: GridPointRow[] = [];
  for (let total = Infinity; rows.length < total;) {
    const page = await client.get<PointsPage>(`${pathOf(name)}/points?limit=${PAGE}&offset=${rows.length}`);
    if (page.points.length === 0) break;
    for (const one of page.points) rows.push(one);
    ({ total } = page);
  }
  const details: PointDetail[] = [];
  const read = async () => {
    for (let row = rows.pop(); row; row = rows.pop()) {
      details.push(await client.get<PointDetail>(`${pathOf(name)}/points/${encodeURIComponent(row.name)}`));
    }
  };
  await Promise.all(Array.from({ length: READERS }, read));
  return details;
}

function pathOf(name: string): string {
  return `/api/workflows/${encodeURIComponent(name)}`;
}
