import type { Coordinator } from '../grid/coordinator.ts';
import { cpuSeconds, readCounts } from '../grid/measure-costs.ts';
import type { Row } from '../report/row.ts';

/** Rows on one page of the list of points. */
const PAGE_ROWS = 100;
/** CPU time is counted in hundredths of a second, so small answers are requested often. */
const PAGE_ROUNDS = 100;
const MAP_ROUNDS = 20;
/** The state of a point takes one character. The axes take a few hundred bytes in total. */
const BYTES_PER_POINT = 1.5;

/**
 * Measures the server's CPU time for answers of the map. The unit is the time for one page of the list of points in the
 * same run, because the speed of a shared machine drifts.
 */
export async function measureMapAnswers(coordinator: Coordinator, workflow: string, points: number): Promise<Row[]> {
  const base = `/api/workflows/${workflow}`;
  const page = await costsOf(coordinator, `${base}/points?limit=${PAGE_ROWS}`, PAGE_ROUNDS);
  const states = await costsOf(coordinator, `${base}/map`, MAP_ROUNDS);
  const wave = await costsOf(coordinator, `${base}/map/wave`, MAP_ROUNDS);
  const { data } = JSON.parse(states.text) as { data: { revision: string } };
  const changes = await costsOf(coordinator, `${base}/map?since=${data.revision}`, PAGE_ROUNDS);
  const of = (what: string) => `${what}, ${points.toLocaleString('en-US')} points`;
  const rowsOf = (what: string, { text, cpu }: Costs): Row[] => [
    {
      what: of(`${what}: bytes per point`),
      value: text.length / points,
      unit: 'bytes',
      detail: `${(page.text.length / PAGE_ROWS).toFixed(0)} bytes per row of a page`,
      goal: { atMost: BYTES_PER_POINT },
    },
    {
      what: of(`${what}: CPU of the API and PostgreSQL`),
      value: cpu / page.cpu,
      unit: 'pages',
      detail: `against a page of ${PAGE_ROWS} points, ${(page.cpu * 1_000).toFixed(1)} ms`,
    },
  ];
  return [...rowsOf('map, states', states), ...rowsOf('map, waves', wave), ...rowsOf('map, without changes', changes)];
}

interface Costs {
  readonly text: string;
  /** CPU time of an answer in seconds. */
  readonly cpu: number;
}

async function costsOf(coordinator: Coordinator, path: string, rounds: number): Promise<Costs> {
  const { port, adminToken } = coordinator;
  const read = async () => {
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
      headers: { authorization: `Bearer ${adminToken}` },
    });
    if (!answer.ok) throw new Error(`${path} was answered with ${answer.status}`);
    return await answer.text();
  };
  // The first answer fills caches.
  const text = await read();
  const before = await readCounts(coordinator);
  for (let round = 0; round < rounds; round += 1) await read();
  const { api, server } = cpuSeconds(before, await readCounts(coordinator));
  return { text, cpu: (api + server) / rounds };
}
