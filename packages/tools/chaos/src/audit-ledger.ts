import type pg from 'pg';
import type { Ledger } from './ledger.ts';

interface TaskBook {
  readonly id: string;
  readonly point_name: string;
  readonly node_id: string;
  readonly status: string;
  readonly reclaimed: boolean;
  /** True if the task has ended and its point was claimed again. A repeated report is then rejected. */
  readonly superseded: boolean;
}

type Tasks = ReadonlyMap<string, TaskBook>;

/** Compares the answers to the nodes with the database, in both directions. Returns the faults by kind. */
export async function auditLedger(client: pg.Client, ledger: Ledger): Promise<string[][]> {
  const { rows } = await client.query<TaskBook>(
    `select id, point_name, node_id, status, reclaimed,
            status <> 'running' and exists (
              select from task later
              where later.workflow_id = task.workflow_id and later.point_name = task.point_name
                and later.created_at > task.created_at) as superseded
     from task`,
  );
  const { rows: seeds } = await client.query<{ name: string; sha256: string; task: string | null }>(
    `select s.name, s.sha256, t.id as task from current_model s left join task t on t.point_name = s.name and t.status = 'completed'`,
  );
  const tasks: Tasks = new Map(rows.map((task) => [task.id, task]));
  const twice = [...ledger.recorded].filter(([, times]) => times > 1);
  const unwarranted = [...ledger.refused].filter((id) => {
    const task = tasks.get(id);
    return task?.reclaimed !== true && task?.superseded !== true;
  });
  const foreign = seeds.filter(({ task, sha256 }) => ledger.sent.get(task ?? '')?.seedSha256 !== sha256);
  return [
    ledger.wrong,
    twice.map(([id, times]) => `task ${id} was recorded ${times} times`),
    unwarranted.map((id) => `task ${id} was refused, but it was neither reclaimed nor was its point claimed again`),
    foreign.map(({ name, task }) => `the seed of ${name} differs from the seed that its task ${task} reported`),
    auditHandedOut(ledger, tasks),
    auditAcknowledged(ledger, tasks),
    auditEnded(ledger, tasks),
  ];
}

function auditHandedOut(ledger: Ledger, tasks: Tasks): string[] {
  return [...ledger.handedOut].flatMap(([id, { nodeId, pointName }]) => {
    const task = tasks.get(id);
    return task?.node_id === nodeId && task.point_name === pointName
      ? []
      : [`task ${id} of ${pointName} was handed out to ${nodeId} and is ${task?.node_id ?? 'gone'}`];
  });
}

function auditAcknowledged(ledger: Ledger, tasks: Tasks): string[] {
  return [...ledger.acknowledged].flatMap((id) => {
    const task = tasks.get(id);
    const status = ledger.sent.get(id)?.status;
    return task?.status === status && task?.reclaimed === false
      ? []
      : [`task ${id} was acknowledged as ${status} and is ${task?.reclaimed ? 'reclaimed' : (task?.status ?? 'gone')}`];
  });
}

function auditEnded(ledger: Ledger, tasks: Tasks): string[] {
  const ended = [...tasks.values()].filter(({ status, reclaimed }) => status !== 'running' && !reclaimed);
  return ended.flatMap(({ id, status }) => {
    const sent = ledger.sent.get(id);
    return sent?.status === status ? [] : [`task ${id} is ${status}, but ${sent?.status ?? 'nothing'} was reported`];
  });
}
