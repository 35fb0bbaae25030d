import type pg from 'pg';
import { SCHEMA } from './coordinator.ts';

/** Lets the disk and the planner come to rest, so that no part pays for what an earlier one left behind. */
export async function settle(sql: pg.Client, table?: string): Promise<void> {
  await untilNoVacuum(sql);
  if (table !== undefined) await sql.query(`vacuum (analyze) ${table}`);
  await sql.query('checkpoint');
}

async function untilNoVacuum(sql: pg.Client): Promise<void> {
  for (;;) {
    const { rowCount } = await sql.query('select from pg_stat_progress_vacuum');
    if (rowCount === 0) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

/**
 * Brings the grid into the middle of its run, so that every status holds many points: in wave order the first 60 % are
 * converged (each tenth of them failed, three of ten were won with a seed), and of the others each tenth waits for a seed.
 */
export async function moveToMidRun(sql: pg.Client, workflow: string): Promise<void> {
  await sql.query('begin');
  await sql.query(
    `update ${SCHEMA}.point as point set
       status = (case when r.place > 0.6 * r.total then 'pending' when r.place % 10 = 0 then 'failed' else 'converged' end)::${SCHEMA}.point_status,
       success_method = case when r.place <= 0.6 * r.total and r.place % 10 <> 0
                             then case when r.place % 10 < 4 then 'seed_step' else 'cold_run' end end,
       waits_for_seed = r.place > 0.6 * r.total or r.place % 10 = 0,
       attempts = case when r.place <= 0.6 * r.total then 1 + r.place % 3 else 0 end,
       last_max_relc = case when r.place <= 0.6 * r.total then 10 ^ (-2 - 3 * random()) end,
       last_task_type = case when r.place <= 0.6 * r.total then 'cold_run' end,
       last_completed_at = case when r.place <= 0.6 * r.total then now() - make_interval(secs => r.total - r.place) end,
       last_error = case when r.place <= 0.6 * r.total and r.place % 10 = 0 then 'not converged' end
     from (select p.workflow_id, p.name, row_number() over (order by p.wave, p.name) as place, count(*) over () as total
           from ${SCHEMA}.point p join ${SCHEMA}.workflow w on w.id = p.workflow_id
           where w.name = $1 and p.status = 'queued') r
     where point.workflow_id = r.workflow_id and point.name = r.name and (r.place <= 0.6 * r.total or r.place % 10 = 0)`,
    [workflow],
  );
  await sql.query(`delete from ${SCHEMA}.point_count`);
  await sql.query(`delete from ${SCHEMA}.point_count_delta`);
  await sql.query(
    `insert into ${SCHEMA}.point_count (workflow_id, wave, status, method, n)
     select workflow_id, wave, status, case when status = 'converged' then coalesce(success_method, '') else '' end, count(*)
     from ${SCHEMA}.point group by 1, 2, 3, 4`,
  );
  await sql.query('commit');
  await settle(sql, `${SCHEMA}.point`);
}

/** Which points have a seed. */
export type Seeding = 'first 60 % in wave order' | 'any 60 %' | '1,000 of all';

const CHOSEN: Readonly<Record<Seeding, string>> = {
  'first 60 % in wave order': `order by wave, name limit (select ceil(count(*) * 0.6) from ${SCHEMA}.point)`,
  'any 60 %': `where hashtext(name) % 5 in (0, 1, 2, -1, -2)`,
  '1,000 of all': `order by hashtext(name) limit 1000`,
};

/** Replaces all seeds by rows without files: a choice of a seed reads no file. */
export async function sowSeeds(sql: pg.Client, seeding: Seeding): Promise<number> {
  const { rows } = await sql.query<{ signature: string | null }>(
    `select signature from ${SCHEMA}.seed where signature is not null limit 1`,
  );
  await sql.query(`truncate ${SCHEMA}.seed`);
  const { rowCount } = await sql.query(
    `insert into ${SCHEMA}.seed (name, teff, logg, loghe, logc, logn, logo, sha256, size_bytes, max_relc, signature, fit, released)
     select name, teff, logg, loghe, logc, logn, logo, md5(name) || md5(name), 45000, 1e-4, $1, true, true
     from ${SCHEMA}.point ${CHOSEN[seeding]}`,
    [rows[0]?.signature ?? null],
  );
  await settle(sql, `${SCHEMA}.seed`);
  return rowCount ?? 0;
}

/** Lets the next points in claim order start from a seed; returns how many there are. */
export async function demandSeeds(sql: pg.Client, workflow: string, count: number): Promise<number> {
  const { rowCount } = await sql.query(
    `update ${SCHEMA}.point as point set atmosphere_chain = '{seed_step}'
     from (select p.workflow_id, p.name from ${SCHEMA}.point p join ${SCHEMA}.workflow w on w.id = p.workflow_id
           where w.name = $1 and p.status = 'queued' order by p.wave, p.attempts, p.name limit $2) next
     where point.workflow_id = next.workflow_id and point.name = next.name`,
    [workflow, count],
  );
  await settle(sql, `${SCHEMA}.point`);
  return rowCount ?? 0;
}
