import type { LoadNode } from '../load/plan.ts';
import type { Coordinator } from './coordinator.ts';
import { FIRST, STEP } from './sample-grid.ts';

/** The number of points that run at the same time. */
const RUNNING = 2_000;

/** The number of failure groups: as many causes as a real engine has. */
const CAUSES = 40;

export const FAILURE_GROUP = 'group-37';

/**
 * Writes the rows of a long run into a grid of queued points. Three fifths of the points, in wave order, have converged
 * or failed after some attempts on some node. Models start from the models of other points. Uses SQL, because reporting
 * a million attempts would take an hour. Random choices depend on the hash of a name, so they are the same in every
 * run.
 */
export async function fillRun({ sql }: Coordinator, nodes: readonly LoadNode[]): Promise<void> {
  const ids = nodes.map(({ id }) => id);
  for (const [statement, ...values] of statements(ids)) await sql.query(statement, values);
  for (const table of FILLED) await sql.query(`vacuum analyze ${table}`);
}

const FILLED = 'point task model current_model artifact model_residual progress_snapshot judgement'.split(' ');

function statements(nodeIds: readonly string[]): [string, ...unknown[]][] {
  return [
    [OUTCOMES, nodeIds],
    [`create index on outcome (place)`],
    [PARENTS],
    [`create unique index on origin (name)`],
    [`analyze origin`],
    [POINTS],
    [ATTEMPTS],
    [RUNNING_TASKS],
    [MODELS],
    [OTHER_VERSIONS],
    [CURRENT_MODELS],
    [ARTIFACTS],
    [RESIDUALS],
    ...COUNTS.map((statement): [string] => [statement]),
    ...HISTORY.map((statement): [string] => [statement]),
    [`drop table outcome, origin`],
  ];
}

/** The rank of a point on each axis, and all six as digits of one number. */
const RANKS = Object.entries(FIRST).map(
  ([axis, first]) => `round((${axis} - (${first})) / ${STEP[axis as keyof typeof STEP]})::bigint`,
);
const PLACE = RANKS.map((rank, index) => `${rank} * ${100 ** (RANKS.length - 1 - index)}`).join(' + ');

/** The outcome of each point. `luck` is from 0 to 999. */
const OUTCOMES = `
  create temp table outcome as
  with ordered as (
    select workflow_id, name, wave, teff, logg, loghe, logc, logn, logo, ${PLACE} as place,
           abs(hashtext(name)) % 1000 as luck, row_number() over (order by wave, name) as turn, count(*) over () as total
    from point where status = 'queued')
  select *, case when turn <= total * 0.6 then case when luck < 920 then 'converged' else 'failed' end
                 when turn <= total * 0.6 + ${RUNNING} then 'running'
                 when luck < 300 then 'pending' else 'queued' end as status,
         ($1::text[])[1 + abs(hashtext(name || ' node')) % cardinality($1::text[])] as node,
         now() - make_interval(secs => 604800 * (1 - turn::float8 / (total * 0.6))) - interval '1 minute' as at,
         100 + abs(hashtext(name || ' seconds')) % 900 as seconds
  from ordered`;

/** The model that each model started from: the model of the point one step back on the last possible axis, or none. */
const PARENTS = `
  create temp table origin as
  select o.name, o.place, row_number() over (order by o.turn) as model_id, parent.name as parent_name,
         parent.place is null as cold,
         -- A larger number than that of any model it goes back to.
         case when parent.place is null then 0 else 1 + o.turn end as lineage
  from outcome as o left join outcome as parent
    on parent.status = 'converged' and o.luck < 700 and parent.turn < o.turn
   and parent.place = o.place - case ${[0, 1, 2, 3, 4, 5].map((axis) => `when o.place % ${100 ** (axis + 1)} <> 0 then ${100 ** axis}`).join(' ')} end
  where o.status = 'converged'`;

const POINTS = `
  update point set
    status = o.status::point_status, atmosphere_done = o.status = 'converged', waits_for_seed = o.status = 'pending',
    attempts = case o.status when 'converged' then case when g.cold then 1 else 2 end when 'failed' then 3 + o.luck % 2
               when 'running' then 1 else 0 end,
    task_id = case o.status when 'running' then md5(o.name || '#1')::uuid end,
    node_id = case when o.status in ('converged', 'failed', 'running') then o.node end,
    success_method = case when g.name is null then null when g.cold then 'cold_run' else 'seed_step' end,
    last_task_type = case when g.name is null then 'cold_run' when g.cold then 'cold_run' else 'seed_step' end,
    seed_point_name = g.parent_name,
    last_max_relc = case o.status when 'converged' then 1e-4 + o.luck * 9e-7 when 'failed' then 0.01 + o.luck * 1e-3 end,
    last_completed_at = case when o.status in ('converged', 'failed') then o.at end,
    last_error = case o.status when 'failed' then 'the temperature became negative at depth ' || o.luck % 70 end,
    failure_groups = case o.status when 'failed' then array['group-' || o.luck % ${CAUSES}] end,
    model_task_id = case when g.name is null then null when g.cold then md5(o.name || '#1')::uuid else md5(o.name || '#2')::uuid end,
    unconverged_sha256 = null
  from outcome as o left join origin as g on g.name = o.name
  where point.workflow_id = o.workflow_id and point.name = o.name and o.status <> 'queued'`;

/** A converged point converges in its last attempt. */
const ATTEMPTS = `
  insert into task (id, workflow_id, point_name, run, expansion, wave, task_type, seed_point_name, seed_distance, seed_direction,
                    start_model_id, node_id, status, created_at, completed_at, max_relc, atmosphere_has_nan, elapsed_sec,
                    error_message, failure_group, timeout_sec, agent_version, engine_name, engine_version)
  select md5(o.name || '#' || t.n)::uuid, o.workflow_id, o.name, 1, 1, o.wave,
         case when t.n = 2 and not g.cold then 'seed_step' else 'cold_run' end,
         case when t.n = 2 then g.parent_name end, case when t.n = 2 and not g.cold then 1 end, case when t.n = 2 and not g.cold then 'logo-' end,
         case when t.n = 2 then parent.model_id end,
         case t.n when last.n then o.node else 'worker-' || 1 + abs(hashtext(o.name || t.n)) % 50 end,
         case when t.n = last.n and o.status = 'converged' then 'completed' else 'failed' end::task_status,
         o.at - make_interval(secs => o.seconds + 1000 * (last.n - t.n)), o.at - make_interval(secs => 1000 * (last.n - t.n)),
         case when t.n = last.n then 1e-4 + o.luck * 9e-7 else 0.1 end, false, o.seconds,
         case when t.n = last.n and o.status = 'converged' then null else 'the temperature became negative at depth ' || o.luck % 70 end,
         case when t.n = last.n and o.status = 'converged' then null else 'group-' || o.luck % ${CAUSES} end,
         3600, '1.4.0', 'engine', '208'
  from outcome as o left join origin as g on g.name = o.name left join origin as parent on parent.name = g.parent_name
  cross join lateral (select case when o.status = 'failed' then 3 + o.luck % 2 when g.cold then 1 else 2 end as n) as last
  cross join lateral generate_series(1, last.n) as t(n)
  where o.status in ('converged', 'failed')`;

const RUNNING_TASKS = `
  insert into task (id, workflow_id, point_name, run, expansion, wave, task_type, node_id, created_at, deadline, timeout_sec)
  select md5(name || '#1')::uuid, workflow_id, name, 1, 1, wave, 'cold_run', node, now(), now() + interval '1 day', 86400
  from outcome where status = 'running'`;

const CONTENT = `encode(sha256(convert_to(o.name, 'UTF8')), 'hex')`;

const MODELS = `
  insert into model (id, name, signature, sha256, size_bytes, max_relc, workflow_id, task_id, expansion, node_id, agent_version,
                     engine_name, engine_version, parent_id, parent_lineage, lineage, fit, stored_at)
  overriding system value
  select g.model_id, o.name, w.run_config->>'signature', ${CONTENT}, 45000, 1e-4 + o.luck * 9e-7, o.workflow_id,
         md5(o.name || case when g.cold then '#1' else '#2' end)::uuid, 1, o.node, '1.4.0', 'engine', '208',
         parent.model_id, parent.lineage, g.lineage, true, o.at
  from origin as g join outcome as o on o.name = g.name join workflow as w on w.id = o.workflow_id
  left join origin as parent on parent.name = g.parent_name`;

/** A tenth of the seeds also have an imported version, and some have a version of another chain of stages. */
const OTHER_VERSIONS = `
  insert into model (name, signature, sha256, size_bytes, max_relc, lineage, fit, stored_at, id)
  overriding system value
  select o.name, case when o.luck % 20 = 0 then '[["nlte",false]]' end, md5(o.name || ' earlier'), 45000, 1e-3, 0, true,
         o.at - interval '30 days', 10000000 + row_number() over ()
  from outcome as o where o.status = 'converged' and o.luck % 10 = 0`;

const CURRENT_MODELS = `
  insert into current_model (name, signature, model_id, teff, logg, loghe, logc, logn, logo, sha256, size_bytes, max_relc,
                             lineage, fit, released, stored_at)
  select o.name, m.signature, m.id, o.teff, o.logg, o.loghe, o.logc, o.logn, o.logo, m.sha256, m.size_bytes, m.max_relc,
         m.lineage, true, true, m.stored_at
  from outcome as o join model as m on m.name = o.name`;

/** Each model has a spectrum in two ranges, and each attempt of every tenth point has its log. */
const ARTIFACTS = `
  insert into artifact (workflow_id, point_name, task_id, path, kind, product, sha256, size_bytes, stored_at)
  select o.workflow_id, o.name, md5(o.name || case when g.cold then '#1' else '#2' end)::uuid, file.path, file.kind, file.product,
         encode(sha256(convert_to(o.name || file.path, 'UTF8')), 'hex'), 1000000, o.at
  from origin as g join outcome as o on o.name = g.name
  cross join (values ('optical.txt', 'spectrum', 'optical'), ('ultraviolet.txt', 'spectrum', 'ultraviolet'),
                     ('stdout.log', 'log', null)) as file (path, kind, product)
  where file.kind = 'spectrum' or o.luck % 10 = 0`;

const RESIDUALS = `
  insert into model_residual (workflow_id, point_name, model_id, sha256, neighbours, residual, predictions, problem)
  select o.workflow_id, o.name, g.model_id, ${CONTENT}, array[g.model_id], case when o.luck % 50 > 0 then 0.001 + o.luck * 1e-5 end,
         3, case when o.luck % 50 = 0 then 'no neighbour has a model' end
  from origin as g join outcome as o on o.name = g.name`;

/** The counts that the service keeps in addition to its rows. */
const COUNTS = [
  // This row comes first, so that the worker does not compare models whose files do not exist.
  `insert into residual_pass (workflow_id, converged, after_name, finished_at, median)
   select workflow_id, count(*), '', now(), 0.005 from outcome where status = 'converged' group by 1`,
  `delete from point_count where workflow_id = (select min(workflow_id) from outcome)`,
  `delete from point_count_delta where workflow_id = (select min(workflow_id) from outcome)`,
  `insert into point_count (workflow_id, wave, status, method, n)
   select workflow_id, wave, status, case status when 'converged' then coalesce(success_method, '') else '' end, count(*)
   from point where workflow_id = (select min(workflow_id) from outcome) group by 1, 2, 3, 4`,
  `insert into task_time (workflow_id, tasks, seconds)
   select workflow_id, count(*), sum(elapsed_sec) from task where status <> 'running' group by 1`,
  `insert into attempt_count (workflow_id, run, wave, task_type, tried, converged, seconds)
   select workflow_id, run, wave, task_type, count(*), count(*) filter (where status = 'completed'), sum(elapsed_sec)
   from task where status <> 'running' group by 1, 2, 3, 4`,
  `insert into task_duration (workflow_id, kind, band, bin, n)
   select workflow_id, task_type, wave / 4, floor(ln(elapsed_sec) / ln(2) * 16), count(*)
   from task where status = 'completed' group by 1, 2, 3, 4`,
  `insert into seed_direction (workflow_id, direction, tried, converged)
   select workflow_id, seed_direction, count(*), count(*) filter (where status = 'completed')
   from task where seed_direction is not null group by 1, 2`,
  `insert into artifact_count (workflow_id, kind, files, bytes)
   select workflow_id, kind, count(*), sum(size_bytes) from artifact group by 1, 2`,
  `insert into failure_group (workflow_id, fingerprint, stage, cause, message, attempts, doubted, points, converged, examples, low, high)
   select workflow_id, failure_group, 'atmosphere', 'the temperature became negative at depth #', min(error_message), count(*), 0,
          count(distinct point_name), 0, (array_agg(point_name))[1:5], array[20000, 5, -3, -6, -6, -6], array[29000, 5.9, 1.5, -3.75, -3.75, -3.75]
   from task where failure_group is not null group by 1, 2`,
  `insert into failure_group_node (workflow_id, fingerprint, node_id, attempts)
   select workflow_id, failure_group, node_id, count(*) from task where failure_group is not null group by 1, 2, 3`,
  `insert into failure_group_help (workflow_id, fingerprint, method, direction, points)
   select distinct workflow_id, failure_group, 'seed_step', 'logo-', 100 from task where failure_group is not null`,
];

/**
 * A week of snapshots, people's judgements, registrations, notifications, and smaller workflows next to the large one.
 */
const HISTORY = [
  `insert into progress_snapshot (workflow_id, at, pending, queued, running, converged, failed)
   select workflow_id, now() - make_interval(secs => 30 * n), 0, 400000 + 25 * n, ${RUNNING}, 550000 - 25 * n, 48000
   from generate_series(1, 20160) as n, (select distinct workflow_id from outcome) as filled`,
  `insert into judgement (workflow_id, point_name, kind, sha256, attempts, note, judged_by)
   select workflow_id, name, 'checked', null, 1, 'looks as it should', 'admin' from outcome where status = 'converged' and luck < 10`,
  `insert into node_registration (node_id, kind, address, max_slots, first_at, last_at)
   select node_id, 'announced', '10.0.0.' || n, 40, now() - make_interval(hours => n), now() - make_interval(hours => n)
   from node, generate_series(1, 100) as n`,
  `insert into notification_subscription (kind, sealed_target, shown_target, events)
   select 'mail', '\\x00', 'operator-' || n || '@example.org', array['workflow.completed'] from generate_series(1, 20) as n`,
  `with told as (
     insert into notification_event (type, workflow, message, data)
     select 'workflow.failing', 'bench', 'message ' || n, '{}' from generate_series(1, 2000) as n returning id)
   insert into notification_delivery (event_id, subscription_id, status, next_attempt_at, ended_at)
   select told.id, s.id, 'delivered', null, now() from told, notification_subscription as s`,
  `with beside as (
     insert into workflow (name, config_yaml, status, run_config, run, expansion, finished_expansion)
     select 'beside-' || n, config_yaml, 'paused', run_config, 1, 1, 1 from workflow, generate_series(1, 50) as n
     where workflow.id = (select min(workflow_id) from outcome) returning id)
   insert into point_count (workflow_id, wave, status, method, n)
   select id, wave, 'queued', '', 100 from beside, generate_series(0, 50) as wave`,
  `update node set max_slots = 40`,
];
