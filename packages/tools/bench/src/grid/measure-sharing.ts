import { setTimeout as sleep } from 'node:timers/promises';
import type { Row } from '../report/row.ts';
import { alternate, rateOf, ratioOf, type Candidate } from '../alternate.ts';
import type { ComparedQueues } from './compare-queues.ts';
import { addNodes, type Coordinator } from './coordinator.ts';
import { WORKFLOW } from './measure-expansion.ts';
import { CONNECTIONS, runLoop } from './measure-loops.ts';
import { sampleGrid } from './sample-grid.ts';

const SHARERS = 200;
const POINTS_EACH = 1_000;

/** With many workflows, a batch of claims may take twice as long as with one workflow. */
const GOAL = { atLeast: 0.5 };

/** Measures claims from one workflow and from two hundred alternately, and how evenly the workflows are served. */
export async function measureSharing({ site, coordinator }: ComparedQueues, seconds: number): Promise<Row[]> {
  await addSharers(coordinator);
  const nodes = await addNodes(coordinator, 'sharer', 100);
  const from = (sharing: boolean): Candidate => {
    return async (length) => {
      await openOnly(coordinator, sharing);
      return await runLoop(site, coordinator, { kind: 'claims', nodes, ...length });
    };
  };
  const [alone = [], shared = []] = await alternate([from(false), from(true)], seconds);
  const { median, least, most } = ratioOf(shared, alone);
  const shares = await coordinator.sql.query<{ least: number; most: number }>(
    `select min(n)::int as least, max(n)::int as most from (
       select count(t.id) as n from workflow w left join task t on t.workflow_id = w.id
       where w.name like 'sharer-%' group by w.id) counts`,
  );
  const { least: fewest = 0, most: largest = 0 } = shares.rows[0] ?? {};
  await openOnly(coordinator, false);
  return [
    { what: 'claims from one workflow', value: rateOf(alone), unit: 'claims/s', detail: `${CONNECTIONS} connections` },
    {
      what: `claims from ${SHARERS} workflows`,
      value: rateOf(shared),
      unit: 'claims/s',
      detail: `of ${POINTS_EACH} points each; each gave ${fewest} to ${largest} of them`,
    },
    {
      what: '  ratio, shared',
      value: median,
      unit: 'times',
      detail: `of the rate with one; median of ${shared.length} turns, ${least.toFixed(2)} to ${most.toFixed(2)}`,
      goal: GOAL,
    },
  ];
}

async function addSharers(coordinator: Coordinator): Promise<void> {
  const { yaml } = sampleGrid(POINTS_EACH);
  for (let index = 0; index < SHARERS; index += 1) {
    const name = `sharer-${index}`;
    await coordinator.call('POST', '/api/workflows', { name, description: null, config_yaml: yaml });
    await coordinator.call('POST', `/api/workflows/${name}/start`);
  }
  const left = `select from workflow where status = 'initializing' limit 1`;
  while ((await coordinator.sql.query(left)).rows.length > 0) await sleep(100);
}

/**
 * Lets either the large workflow or the small workflows run. Writes directly to the table, because a start over HTTP
 * would check a million points again.
 */
async function openOnly({ sql }: Coordinator, sharing: boolean): Promise<void> {
  const status = `case when (name = $1) = $2 then 'paused' else 'running' end::workflow_status`;
  await sql.query(`update workflow set status = ${status} where name = $1 or name like 'sharer-%'`, [
    WORKFLOW,
    sharing,
  ]);
}
