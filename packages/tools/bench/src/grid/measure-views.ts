import { summarise } from '../latencies.ts';
import { driveReading } from '../load/drive.ts';
import type { LoadNode, Reading } from '../load/plan.ts';
import type { Row } from '../report/row.ts';
import type { Site } from '../site/site.ts';
import type { Coordinator } from './coordinator.ts';
import { FAILURE_GROUP, fillRun } from './fill-run.ts';
import { WORKFLOW } from './measure-expansion.ts';
import { percentiles } from './measure-loops.ts';

const ROUNDS = 40;

const BEAT_EVERY_MS = 15_000;

/** The goal for each request of the console with a million points. */
const AT_MOST_MS = 100;

type Request = Reading['requests'][number];

/** Fills the grid with a long run and measures the requests of the console while its nodes send heartbeats. */
export async function measureViews(site: Site, coordinator: Coordinator, nodes: readonly LoadNode[]): Promise<Row[]> {
  const beating = setInterval(() => void beat(coordinator, nodes).catch(() => undefined), BEAT_EVERY_MS);
  try {
    await beat(coordinator, nodes);
    await fillRun(coordinator, nodes);
    return await readViews(site, coordinator, nodes);
  } finally {
    clearInterval(beating);
  }
}

/** Sends a heartbeat of each node. Nodes without heartbeats would lose their tasks. */
async function beat({ port }: Coordinator, nodes: readonly LoadNode[]): Promise<void> {
  for (const { id, token } of nodes) {
    const body = { node_id: id, active_slots: 40, cpu_usage: 80, memory_usage: 50 };
    const reply = await fetch(`http://127.0.0.1:${port}/api/node/heartbeat`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    await reply.text();
  }
}

/** Measures the console's requests, one at a time. */
async function readViews(site: Site, coordinator: Coordinator, nodes: readonly LoadNode[]): Promise<Row[]> {
  const { port, adminToken: token } = coordinator;
  const places = await samplePlaces(coordinator);
  const revision = await readRevisions(coordinator);
  const requests = Array.from({ length: ROUNDS }, (_, round) => {
    const place = places[round % places.length];
    if (place === undefined) throw new Error('the run has no converged points');
    return [
      ...ofOverview(),
      ...ofWorkflow(),
      ...ofPoints(round, place),
      ...ofPoint(place),
      ...ofMap(revision),
      ...ofNodes(nodes[round % nodes.length]?.id ?? ''),
      ...ofSeeds(place),
      ...ofResults(round, place),
    ];
  }).flat();
  const times = await driveReading(site, { kind: 'reading', port, token, requests });
  return Object.entries(times).map(([label, ms]) => {
    const latencies = summarise(ms);
    const goal = { atMost: AT_MOST_MS };
    return { what: `view: ${label}`, value: latencies.p95, unit: 'ms', detail: `p95; ${percentiles(latencies)}`, goal };
  });
}

/** A point in each state, with some of its attempts. */
interface Place {
  readonly converged: string;
  readonly failed: string;
  readonly running: string;
  readonly task: string;
  readonly node: string;
}

async function samplePlaces({ sql }: Coordinator): Promise<Place[]> {
  const some = (status: string) =>
    `select name, model_task_id, node_id, row_number() over (order by hashtext(name)) as n from point where status = '${status}' order by n limit ${ROUNDS}`;
  const { rows } = await sql.query<Place>(
    `select c.name as converged, c.model_task_id as task, c.node_id as node, f.name as failed, r.name as running
     from (${some('converged')}) as c join (${some('failed')}) as f using (n) join (${some('running')}) as r using (n)`,
  );
  return rows;
}

const PLANES = ['wave', 'attempts', 'ended', 'generation', 'failures'];

/** Returns the revisions of the map and its planes. The console requests the changes since these revisions. */
async function readRevisions(coordinator: Coordinator): Promise<ReadonlyMap<string, string>> {
  const revisions = new Map<string, string>();
  for (const plane of ['', ...PLANES.map((name) => `/${name}`)]) {
    const reply = await coordinator.call('GET', `${GRID}/map${plane}`);
    revisions.set(plane, (reply as { data: { revision: string } }).data.revision);
  }
  return revisions;
}

const GRID = `/api/workflows/${WORKFLOW}`;

function request(label: string, path: string): Request {
  return { label, path };
}

function ofOverview(): Request[] {
  return [
    request('workflows', '/api/workflows'),
    request('status', '/api/status'),
    request('scheduling', '/api/scheduling'),
    request('nodes', '/api/admin/nodes'),
    request('notifications', '/api/notifications/subscriptions'),
    request('assets', '/api/assets'),
  ];
}

function ofWorkflow(): Request[] {
  return [
    request('workflow', GRID),
    request('statistics', `${GRID}/stats`),
    request('forecast', `${GRID}/forecast`),
    request('progress of a day', `${GRID}/progress?hours=24`),
    request('progress of 7 days', `${GRID}/progress?hours=168`),
    request('failures', `${GRID}/failures`),
    request('failures, last page', `${GRID}/failures?offset=30&stage=atmosphere`),
  ];
}

/** Filters of the table of points, and how many points of a million match. */
const FILTERS: Readonly<Record<string, string>> = {
  all: '',
  queued: 'status=queued',
  converged: 'status=converged',
  failed: 'status=failed',
  running: 'status=running',
  'won cold': 'method=cold_run',
  'one wave': 'wave=20',
  'one wave, converged': 'wave=20&status=converged',
  'one value of an axis': 'teff=25000',
  'ranges of two axes': 'teff=22000..26000&logg=5.2..5.4',
  'ranges of two axes, converged': 'teff=22000..26000&logg=5.2..5.4&status=converged',
  'all axes': 'teff=..25000&logg=5.3..&loghe=-2..0&logc=..-5&logn=..-5&logo=-5',
  'a node': 'node_id=worker-7',
  'a node, failed': 'node_id=worker-7&status=failed',
  'a group of failures': `group=${FAILURE_GROUP}`,
  'attempts from 3': 'attempts=3..',
  'attempts up to 1': 'attempts=..1',
  'unfit models': 'unfit=true',
  retired: 'retired=true',
  'name contains': 'q=c-4.50_n',
  'name contains, converged': 'q=c-4.50_n&status=converged',
  'name contains, failed': 'q=c-4.50_n&status=failed',
  'name contains, a node': 'q=c-4.50_n&node_id=worker-7',
  'a whole name': 'q=t25000_g5.5_he-2.0_c-4.50_n-4.00_o-5.00',
  'no name': 'q=zzz',
};

const SORTS = ['wave', 'teff', 'attempts', 'max_relc', 'last_completed_at'];

function ofPoints(round: number, { converged }: Place): Request[] {
  const page = (label: string, query: string) => request(`points: ${label}`, `${GRID}/points?limit=100&${query}`);
  const offset = Math.floor(((round * 0.618_034) % 1) * 1e6);
  const order = round % 2 === 0 ? 'asc' : 'desc';
  const sorted = SORTS.flatMap((sort) => [
    page(`by ${sort}, first page`, `sort=${sort}&order=${order}`),
    page(`by ${sort}, any page`, `sort=${sort}&order=${order}&offset=${offset}`),
    page(`by ${sort}, last page`, `sort=${sort}&order=${order}&offset=999900`),
    page(`by ${sort}, converged, first page`, `sort=${sort}&order=${order}&status=converged`),
    page(
      `by ${sort}, converged, any page`,
      `sort=${sort}&order=${order}&status=converged&offset=${Math.floor(offset * 0.55)}`,
    ),
    page(
      `by ${sort}, failed, any page`,
      `sort=${sort}&order=${order}&status=failed&offset=${Math.floor(offset * 0.045)}`,
    ),
    page(`by ${sort}, ranges of two axes`, `sort=${sort}&order=${order}&teff=22000..26000&logg=5.2..5.4`),
    page(`by ${sort}, name contains`, `sort=${sort}&order=${order}&q=c-4.50_n`),
  ]);
  return [
    ...Object.entries(FILTERS).map(([label, query]) => page(label, query)),
    ...sorted,
    page('one of them', `q=${encodeURIComponent(converged)}`),
  ];
}

function ofPoint({ converged, failed, running }: Place): Request[] {
  const provenance = request('provenance', `${GRID}/points/${encodeURIComponent(converged)}/provenance`);
  const ofEach = Object.entries({ converged, failed, running }).flatMap(([label, name]) => {
    const point = `${GRID}/points/${encodeURIComponent(name)}`;
    return [
      request(`${label} point`, point),
      request(`${label} point: why`, `${point}/explain`),
      request(`${label} point: lineage`, `${point}/lineage`),
      request(`${label} point: artifacts`, `${GRID}/artifacts?point=${encodeURIComponent(name)}`),
    ];
  });
  return [provenance, ...ofEach];
}

function ofMap(revisions: ReadonlyMap<string, string>): Request[] {
  return [
    request('map', `${GRID}/map`),
    ...[...revisions].map(([plane, revision]) =>
      request(`map${plane} since`, `${GRID}/map${plane}?since=${encodeURIComponent(revision)}`),
    ),
    ...PLANES.map((plane) => request(`map/${plane}`, `${GRID}/map/${plane}`)),
  ];
}

function ofNodes(node: string): Request[] {
  return [
    request('node', `/api/admin/nodes/${node}`),
    request('tasks', '/api/tasks'),
    request('tasks of a node', `/api/tasks?node=${node}`),
    request('tasks that overran', '/api/tasks?overrun=true'),
  ];
}

function ofSeeds({ converged }: Place): Request[] {
  return [
    request('seeds', '/api/seeds'),
    request('seeds, next page', `/api/seeds?after=${encodeURIComponent(converged)}`),
    request('seeds by prefix', '/api/seeds?prefix=t25000_g5.5'),
    request('versions of a seed', `/api/seeds/${encodeURIComponent(converged)}`),
  ];
}

function ofResults(round: number, { task }: Place): Request[] {
  const kinds = ['spectrum', 'log'];
  return [
    request('artifacts', `${GRID}/artifacts?limit=500`),
    request('artifacts of a kind', `${GRID}/artifacts?limit=500&kind=${kinds[round % 2]}`),
    request('artifacts of a product', `${GRID}/artifacts?limit=500&kind=spectrum&product=ultraviolet`),
    request('artifacts of a task', `${GRID}/artifacts?task_id=${task}`),
    request('use of artifacts', `${GRID}/artifacts/use`),
    request('outliers', `${GRID}/outliers`),
    request('judgements', `${GRID}/judgements`),
    request('reproductions', `${GRID}/reproductions`),
  ];
}
