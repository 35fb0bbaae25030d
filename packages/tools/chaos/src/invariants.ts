/** Each query returns the rows that violate the rule in its name. */
export const INVARIANTS: Readonly<Record<string, string>> = {
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
    from point p left join current_model s on s.name = p.name where p.status = 'converged' and s.name is null`,
  'no strategy is used up twice': `
    with config as (
      select id, (run_config->'difficulty'->>'maxSeedAttempts')::int as max_reseeds,
             (select count(*) filter (where s = 'cold_run') from jsonb_array_elements_text(run_config->'atmosphere'->'strategies') s) as cold,
             (select count(*) filter (where s = 'seed_step') from jsonb_array_elements_text(run_config->'atmosphere'->'strategies') s) as warm
      from workflow where run_config is not null),
    failed as (
      select workflow_id, point_name, count(*) filter (where task_type = 'cold_run') as cold,
             count(*) filter (where task_type = 'seed_step') as warm, count(seed_point_name) as seeded
      from task where status in ('failed', 'timeout') and not reclaimed and not doubted group by 1, 2)
    select format('%s: %s cold runs and %s seed steps failed, %s seeds are noted as tried', p.name, f.cold, f.warm, p.seed_tries) as fault
    from point p join config c on c.id = p.workflow_id
    left join failed f on f.workflow_id = p.workflow_id and f.point_name = p.name
    where f.cold > c.cold or f.warm > greatest(c.warm, c.max_reseeds) or coalesce(f.seeded, 0) <> p.seed_tries`,
  'every report is timed once': `
    select format('workflow %s: %s reports timed, %s tasks were reported', w.id, timed.n, reported.n) as fault
    from workflow w
    cross join lateral (
      select coalesce(sum(tasks), 0)::int as n
      from (select * from task_time union all select * from task_time_delta) as times where workflow_id = w.id) as timed
    cross join lateral (
      select count(*)::int as n from task where workflow_id = w.id and status <> 'running' and not reclaimed) as reported
    where timed.n <> reported.n`,
  'a completed workflow has no open points': `
    select format('workflow %s is completed, %s is %s', w.name, p.name, p.status) as fault
    from workflow w join point p on p.workflow_id = w.id
    where w.status = 'completed' and p.status in ('pending', 'queued', 'running')`,
};
