import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import type { Ledger } from './fleet.ts';
import { namesOf, type Axes } from './grids.ts';

/** What is to be checked beside the books themselves. */
export interface Audited {
  readonly databaseUrl: string;
  readonly dataDir: string;
  /** What the nodes heard; left out when others than the test's own nodes reported. */
  readonly ledger?: Ledger;
  /** The lattice of each workflow that was expanded to its end, by name. */
  readonly lattices: Readonly<Record<string, Axes>>;
}

/**
 * Reads the database and the disk directly and names everything that should not be: a result that was lost, one that
 * was counted twice. Empty when the books are in order. For workflows with one run, no spectrum and no imports.
 */
export async function audit({ databaseUrl, dataDir, ledger, lattices }: Audited): Promise<string[]> {
  const client = new pg.Client({ connectionString: databaseUrl, options: '-c search_path=grid' });
  await client.connect();
  try {
    // One snapshot: nodes and sweeps may be at work.
    await client.query('begin isolation level repeatable read read only');
    const faults: string[] = [];
    for (const [what, query] of Object.entries(INVARIANTS)) {
      const { rows } = await client.query<{ fault: string }>(query);
      for (const { fault } of rows.slice(0, 5)) faults.push(`${what}: ${fault}`);
    }
    for (const [name, axes] of Object.entries(lattices)) faults.push(...(await auditLattice(client, name, axes)));
    faults.push(...(await auditFiles(client, dataDir)));
    if (ledger !== undefined) faults.push(...(await auditLedger(client, ledger)));
    return faults;
  } finally {
    await client.end();
  }
}

/** Each query yields the rows that break the rule it is named after. */
const INVARIANTS: Readonly<Record<string, string>> = {
  'the counters equal the rows': `
    with counted as (
      select workflow_id, wave, status, method, sum(n)::int as n
      from (select * from point_count union all select * from point_count_delta) as both_tables group by 1, 2, 3, 4),
    actual as (
      select workflow_id, wave, status, case when status = 'converged' then coalesce(success_method, '') else '' end as method,
             count(*)::int as n
      from point group by 1, 2, 3, 4)
    select format('workflow %s wave %s %s %s: counted %s, there are %s', workflow_id, wave, status, method, c.n, a.n) as fault
    from counted c full join actual a using (workflow_id, wave, status, method)
    where coalesce(c.n, 0) <> coalesce(a.n, 0)`,
  'a running point names its running task': `
    select format('%s names %s, which is %s', p.name, p.task_id, t.status) as fault
    from point p left join task t on t.id = p.task_id and t.workflow_id = p.workflow_id and t.point_name = p.name
    where p.status = 'running' and t.status is distinct from 'running'`,
  'a running task is named by its running point': `
    select format('task %s of %s, which is %s and names %s', t.id, t.point_name, p.status, p.task_id) as fault
    from task t left join point p on p.workflow_id = t.workflow_id and p.name = t.point_name
    where t.status = 'running' and (p.status is distinct from 'running' or p.task_id is distinct from t.id)`,
  'every attempt has its task': `
    select format('%s: %s attempts, %s tasks', p.name, p.attempts, count(t.id)) as fault
    from point p left join task t on t.workflow_id = p.workflow_id and t.point_name = p.name
    group by p.workflow_id, p.name having p.attempts <> count(t.id)`,
  'attempts of a point follow one another': `
    select format('%s: task %s began before task %s had ended', point_name, id, before) as fault
    from (select *, lag(id) over w as before, lag(coalesce(completed_at, 'infinity')) over w as free_at
          from task window w as (partition by workflow_id, point_name order by created_at, id)) as attempt
    where created_at < free_at`,
  'a converged point has one result, any other has none': `
    select format('%s is %s with %s results', p.name, p.status, count(t.id)) as fault
    from point p left join task t on t.workflow_id = p.workflow_id and t.point_name = p.name and t.status = 'completed'
    group by p.workflow_id, p.name having count(t.id) <> (p.status = 'converged')::int`,
  'a converged point is seeded by its own result': `
    select format('%s converged without a seed', p.name) as fault
    from point p left join seed s on s.name = p.name where p.status = 'converged' and s.name is null`,
  'no strategy is used up twice': `
    with config as (
      select id, (run_config->'difficulty'->>'maxSeedAttempts')::int as arms,
             (select count(*) filter (where s = 'cold_run') from jsonb_array_elements_text(run_config->'atmosphere'->'strategies') s) as cold,
             (select count(*) filter (where s = 'seed_step') from jsonb_array_elements_text(run_config->'atmosphere'->'strategies') s) as warm
      from workflow where run_config is not null),
    failed as (
      select workflow_id, point_name, count(*) filter (where task_type = 'cold_run') as cold,
             count(*) filter (where task_type = 'seed_step') as warm, count(seed_point_name) as seeded
      from task where status in ('failed', 'timeout') and not taken_back group by 1, 2)
    select format('%s: %s cold runs and %s seed steps failed, %s seeds are noted as tried', p.name, f.cold, f.warm, p.seed_tries) as fault
    from point p join config c on c.id = p.workflow_id
    left join failed f on f.workflow_id = p.workflow_id and f.point_name = p.name
    where f.cold > c.cold or f.warm > greatest(c.warm, c.arms) or coalesce(f.seeded, 0) <> p.seed_tries`,
  'every report is timed once': `
    select format('workflow %s: %s reports timed, %s tasks were reported', w.id, timed.n, reported.n) as fault
    from workflow w
    cross join lateral (
      select coalesce(sum(tasks), 0)::int as n
      from (select * from task_time union all select * from task_time_delta) as times where workflow_id = w.id) as timed
    cross join lateral (
      select count(*)::int as n from task where workflow_id = w.id and status <> 'running' and not taken_back) as reported
    where timed.n <> reported.n`,
  'a completed workflow is at its end': `
    select format('workflow %s is completed, %s is %s', w.name, p.name, p.status) as fault
    from workflow w join point p on p.workflow_id = w.id
    where w.status = 'completed' and p.status in ('pending', 'queued', 'running')`,
};

async function auditLattice(client: pg.Client, workflow: string, axes: Axes): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    'select p.name from point p join workflow w on w.id = p.workflow_id where w.name = $1',
    [workflow],
  );
  const expected = new Set(namesOf(axes));
  const found = new Set(rows.map(({ name }) => name));
  const missing = [...expected].filter((name) => !found.has(name));
  const foreign = [...found].filter((name) => !expected.has(name));
  return [
    ...missing.slice(0, 5).map((name) => `workflow ${workflow}: ${name} is missing`),
    ...(rows.length > found.size ? [`workflow ${workflow}: points are there twice`] : []),
    ...(rows.length > expected.size ? foreign.map((name) => `workflow ${workflow}: ${name} is no lattice point`) : []),
  ];
}

/** `seeds/<first two digits of the name's hash>/<name>.<first 16 digits of the content's hash>.7` */
export function seedPath(dataDir: string, name: string, sha256: string): string {
  return join(dataDir, 'seeds', sha256Of(name).slice(0, 1), `${name}.${sha256.slice(0, 16)}.7`);
}

export function sha256Of(content: string | Buffer): string {
  return createHash('sha256').update(content).digest('hex');
}

async function auditFiles(client: pg.Client, dataDir: string): Promise<string[]> {
  const { rows } = await client.query<{ name: string; sha256: string; size: number }>(
    'select name, sha256, size_bytes::int as size from seed',
  );
  const faults: string[] = [];
  for (const { name, sha256, size } of rows) {
    const content = await readFile(seedPath(dataDir, name, sha256)).catch(() => undefined);
    if (content === undefined) faults.push(`the file of seed ${name} is missing`);
    else if (content.length !== size || sha256Of(content) !== sha256)
      faults.push(`the file of seed ${name} is another`);
  }
  return faults;
}

interface TaskBook {
  readonly id: string;
  readonly status: string;
  readonly taken_back: boolean;
}

/** What a node was told must be so, and what is recorded must have been told. */
async function auditLedger(client: pg.Client, ledger: Ledger): Promise<string[]> {
  const { rows: tasks } = await client.query<TaskBook>('select id, status, taken_back from task');
  const { rows: seeds } = await client.query<{ name: string; sha256: string }>('select name, sha256 from seed');
  const byId = new Map(tasks.map((task) => [task.id, task]));
  const hashes = new Map(seeds.map(({ name, sha256 }) => [name, sha256]));
  const twice = [...ledger.recorded].filter(([, times]) => times > 1);
  const refusedOwn = [...ledger.refused].filter((id) => byId.get(id)?.taken_back !== true);
  const untold = tasks.filter(
    ({ id, status, taken_back }) => status !== 'running' && !taken_back && !ledger.acknowledged.has(id),
  );
  return [
    ...ledger.wrong,
    ...twice.map(([id, times]) => `task ${id} was recorded ${times} times`),
    ...auditAcknowledged(ledger, byId, hashes),
    ...refusedOwn.map((id) => `task ${id} was refused, but it was not taken back`),
    ...untold.map(({ id, status }) => `task ${id} is ${status}, but its node never heard so`),
  ];
}

function auditAcknowledged(
  ledger: Ledger,
  tasks: ReadonlyMap<string, TaskBook>,
  hashes: ReadonlyMap<string, string>,
): string[] {
  const faults: string[] = [];
  for (const [id, { report, seed }] of ledger.acknowledged) {
    const task = tasks.get(id);
    if (task?.status !== report.status || task.taken_back)
      faults.push(`task ${id} was reported ${report.status} and is ${task?.status ?? 'gone'}`);
    if (seed !== undefined && hashes.get(report.point_name) !== sha256Of(seed))
      faults.push(`the seed of task ${id} is not the one of ${report.point_name}`);
  }
  return faults;
}
