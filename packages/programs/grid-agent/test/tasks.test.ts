import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TaskLogUpdate } from '@almagest/contracts/grid';
import { until } from '@almagest/test-kit/until';
import { describe, expect, test } from '@jest/globals';
import { startStandIn } from './stand-in.ts';
import {
  taskFixture,
  isRunning,
  pidsIn,
  signalFiles,
  startAgent,
  temporaryDirectory,
  waitFor,
  writeResult,
} from './world.ts';

const CLAIM = '/api/task/claim';

describe('a task', () => {
  test('is reported with its own trace, which the log names', async () => {
    const coordinator = await startStandIn(taskFixture(), taskFixture());
    const sent: string[] = [];
    coordinator.answers.set('/api/task/report', ({ headers }) => {
      sent.push(String(headers['traceparent']));
      return undefined;
    });
    const agent = startAgent({ url: coordinator.url, engine: writeResult() });
    await until(() => agent.output().match(/report delivered/g)?.length === 2, 'two reports');
    const ids = sent.map((header) => /^00-([0-9a-f]{32})-[0-9a-f]{16}-01$/.exec(header)?.[1]);
    expect(new Set(ids).size).toBe(2);
    for (const id of ids) expect(agent.output()).toContain(`${id}`);
  });

  test('runs in its own folder and is reported with its seed', async () => {
    const coordinator = await startStandIn();
    const workDir = temporaryDirectory();
    const copy = temporaryDirectory();
    const seedName = 't19000_g5.0 +@';
    coordinator.files.set(`/api/seed/${encodeURIComponent(seedName)}`, Buffer.from('neighbour'));
    const task = taskFixture({
      seed_point_name: seedName,
      task_type: 'seed_step',
      resolution: 'fine',
      timeout_sec: 60,
    });
    coordinator.queue.push(task);
    const engine = `cp task.json '${copy}' && cat seed.7 > out.7 && echo " of $GRID_TASK_ID" >> out.7 && ${writeResult()}`;
    startAgent({ url: coordinator.url, workDir, engine });

    await until(() => coordinator.reports.length === 1);
    const { report, seed } = coordinator.reports[0]!;
    expect(report).toMatchObject({
      task_id: task.task_id,
      point_name: task.point_name,
      params: task.params,
      node_id: 'n1',
      status: 'completed',
      converged: true,
      max_relc: 0.0002,
      atmosphere_has_nan: false,
      failed_stage: null,
    });
    expect(JSON.parse(report.summary_json ?? '')).toMatchObject({ name: task.point_name, seed: 'cold' });
    expect(seed?.toString()).toBe(`neighbour of ${task.task_id}\n`);
    expect(JSON.parse(readFileSync(join(copy, 'task.json'), 'utf8'))).toEqual(task);
    await until(() => readdirSync(join(workDir, 'spool')).length === 0);
    await until(() => readdirSync(join(workDir, 'tasks')).length === 0);
  });

  test('sends the end of its log while it runs, and only after changes', async () => {
    const coordinator = await startStandIn();
    const logs: TaskLogUpdate[] = [];
    coordinator.answers.set('/api/task/log', ({ body }) => {
      logs.push(JSON.parse(body.toString()) as TaskLogUpdate);
      return { json: { status: 'ok', message: 'kept' } };
    });
    const { begun, goOn, release } = signalFiles();
    const task = taskFixture();
    coordinator.queue.push(task);
    const engine = `seq 1 5000; echo warning >&2; touch '${begun}'; ${waitFor(goOn)}; echo end; ${waitFor(`${goOn}.2`)}; ${writeResult()}`;
    startAgent({ url: coordinator.url, engine });
    await until(() => logs.at(-1)?.stdout.end === 23_893 && logs.at(-1)?.stderr.end === 8, 'the whole log');
    const { task_id: id, stdout, stderr } = logs.at(-1)!;
    expect([id, stderr.text]).toEqual([task.task_id, 'warning\n']);
    expect(stdout.text).toMatch(/^\d{4}\n[\d\n]*4999\n5000\n$/);
    expect(stdout.text.length).toBeGreaterThan(8_000);
    const sent = logs.length;
    const beats = coordinator.heartbeats.length;
    await until(() => coordinator.heartbeats.length > beats + 5, 'more heartbeats');
    expect(logs).toHaveLength(sent);
    release();
    await until(() => logs.length > sent, 'the log of the change');
    expect(logs.at(-1)!.stdout.text).toMatch(/5000\nend\n$/);
    writeFileSync(`${goOn}.2`, '');
    await until(() => coordinator.reports.length === 1);
  });

  test('runs even if the coordinator does not accept its log', async () => {
    const coordinator = await startStandIn(taskFixture());
    const { begun, goOn, release } = signalFiles();
    const engine = `echo begin; touch '${begun}'; ${waitFor(goOn)}; ${writeResult()}`;
    startAgent({ url: coordinator.url, engine });
    // An earlier version answers with 404.
    await until(() => coordinator.countOf('/api/task/log') === 1, 'the attempt to send the log');
    const beats = coordinator.heartbeats.length;
    await until(() => coordinator.heartbeats.length > beats + 5, 'more heartbeats');
    expect(coordinator.countOf('/api/task/log')).toBe(1);
    release();
    await until(() => coordinator.reports.length === 1);
  });

  test('with NaN in its structure is reported without a seed', async () => {
    const coordinator = await startStandIn(taskFixture());
    const engine = `echo NaN > out.7; ${writeResult({ atmosphere_has_nan: true })}`;
    startAgent({ url: coordinator.url, engine });
    await until(() => coordinator.reports.length === 1);
    expect(coordinator.reports[0]).toMatchObject({ report: { atmosphere_has_nan: true }, seed: undefined });
  });

  test('that is cancelled is killed with all its processes, returned without a report, and frees its slot', async () => {
    const workDir = temporaryDirectory();
    const pids = join(temporaryDirectory(), 'pids');
    const [task, next] = [taskFixture(), taskFixture({ wave: 4 })];
    const coordinator = await startStandIn(task, next);
    const endless = `sleep 300 & echo $! >> '${pids}'; echo $$ >> '${pids}'; trap '' TERM; wait; sleep 300`;
    const engine = `if grep -q '"wave":3' task.json; then ${endless}; fi; ${writeResult()}`;
    const agent = startAgent({ url: coordinator.url, workDir, engine, slots: 1 });
    await until(() => pidsIn(pids).length === 2, 'the engine to run');
    coordinator.cancelled = [task.task_id];
    await until(() => coordinator.reports.length === 1, 'the next task to be reported');
    expect(coordinator.reports[0]?.report.task_id).toBe(next.task_id);
    await until(() => pidsIn(pids).every((pid) => !isRunning(pid)), 'every process to end');
    expect(coordinator.returned).toMatchObject([{ task_id: task.task_id }]);
    expect(coordinator.cancelled).toEqual([]);
    expect(agent.output()).toContain('cancelled');
    await until(() => readdirSync(join(workDir, 'tasks')).length === 0);
  });

  test('that is cancelled but does not run here is returned at once', async () => {
    const coordinator = await startStandIn();
    const { task_id: id } = taskFixture();
    coordinator.cancelled = [id];
    const later = Promise.withResolvers<undefined>();
    coordinator.answers.set('/api/task/return', () => later.promise);
    startAgent({ url: coordinator.url });
    await until(() => coordinator.countOf('/api/task/return') > 0);
    // The next heartbeats list the task as well.
    const beats = coordinator.heartbeats.length;
    await until(() => coordinator.heartbeats.length > beats + 3, 'more heartbeats');
    later.resolve(undefined);
    await until(() => coordinator.returned.length > 0);
    expect(coordinator.returned).toMatchObject([{ task_id: id }]);
    expect(coordinator.countOf('/api/task/return')).toBe(1);
  });

  test('that is cancelled while its report is on the way is not returned', async () => {
    const coordinator = await startStandIn();
    const task = taskFixture();
    const arrived = Promise.withResolvers<undefined>();
    coordinator.answers.set('/api/task/report', () => arrived.promise);
    coordinator.queue.push(task);
    startAgent({ url: coordinator.url, engine: writeResult() });
    await until(() => coordinator.countOf('/api/task/report') > 0);
    coordinator.cancelled = [task.task_id];
    const beats = coordinator.heartbeats.length;
    await until(() => coordinator.heartbeats.length > beats + 3, 'more heartbeats');
    expect(coordinator.countOf('/api/task/return')).toBe(0);
    arrived.resolve(undefined);
    await until(() => coordinator.reports.length === 1);
  });

  test('that is cancelled before its engine starts never starts it', async () => {
    const coordinator = await startStandIn();
    const begun = join(temporaryDirectory(), 'begun');
    const task = taskFixture({ seed_point_name: 'near' });
    const seed = Promise.withResolvers<undefined>();
    coordinator.files.set('/api/seed/near', Buffer.from('neighbour'));
    coordinator.answers.set('/api/seed/near', () => seed.promise);
    coordinator.queue.push(task);
    const engine = `echo $$ >> '${begun}'; ${writeResult()}`;
    const agent = startAgent({ url: coordinator.url, engine });
    await until(() => coordinator.countOf('/api/seed/near') > 0);
    coordinator.cancelled = [task.task_id];
    await until(() => agent.output().includes('task cancelled by the coordinator'));
    seed.resolve(undefined);
    await until(() => coordinator.returned.length + coordinator.reports.length > 0);
    expect(coordinator.returned).toMatchObject([{ task_id: task.task_id }]);
    expect(pidsIn(begun)).toEqual([]);
  });

  test('without a result fails with the exit status and the last lines of the engine', async () => {
    const coordinator = await startStandIn(taskFixture());
    const engine = 'seq 1 5000 >&2; echo "matrix is singular" >&2; exit 3';
    startAgent({ url: coordinator.url, engine });
    await until(() => coordinator.reports.length === 1);
    const { report } = coordinator.reports[0]!;
    expect(report).toMatchObject({ status: 'failed', converged: false, failed_stage: null });
    expect(report.error_message).toContain('no result.json; engine: exit status 3');
    expect(report.error_message).toContain('4999\n5000\nmatrix is singular');
    expect(report.error_message).not.toContain('\n100\n');
  });

  test('with an invalid result fails', async () => {
    const coordinator = await startStandIn(taskFixture({ wave: 1 }), taskFixture({ wave: 2 }));
    const notJson = `grep -q '"wave":1' task.json && echo '{"converged": NaN}' > result.json`;
    const engine = `${notJson} || echo '{"converged": "yes", "atmosphere_has_nan": false}' > result.json`;
    startAgent({ url: coordinator.url, engine, slots: 1 });
    await until(() => coordinator.reports.length === 2);
    const [first, second] = coordinator.reports.map(({ report }) => report.error_message);
    expect(first).toContain('unreadable result.json');
    expect(second).toContain('result.json is invalid: converged: must be boolean');
  });

  test('that exceeds its time limit ends with its whole process group', async () => {
    const coordinator = await startStandIn(taskFixture({ timeout_sec: 4 }));
    const pids = join(temporaryDirectory(), 'pids');
    // Both processes ignore SIGTERM.
    const grandchild = `sh -c 'echo $$ >> "${pids}"; while :; do sleep 0.1; done'`;
    const engine = `trap '' TERM; echo $$ >> '${pids}'; ${grandchild} & wait`;
    startAgent({ url: coordinator.url, engine });
    await until(() => coordinator.reports.length === 1);
    expect(coordinator.reports[0]?.report).toMatchObject({ status: 'timeout', converged: false });
    expect(pidsIn(pids)).toHaveLength(2);
    await until(() => !pidsIn(pids).some(isRunning));
  });

  test.each([
    ['seed nowhere', { seed_point_name: 'nowhere' }],
    ['asset lines.dat', { assets: ['lines.dat'] }],
  ])('whose %s does not exist is returned, and does not count as a failed attempt', async (what, over) => {
    const task = taskFixture(over);
    const coordinator = await startStandIn(task);
    const workDir = temporaryDirectory();
    startAgent({ url: coordinator.url, workDir, engine: writeResult() });
    await until(() => coordinator.returned.length === 1);
    expect(coordinator.returned).toEqual([
      { task_id: task.task_id, reason: `cannot download ${what}: 404 no such file` },
    ]);
    await until(() => readdirSync(join(workDir, 'tasks')).length === 0);
    // The slots are free again, and no report was sent.
    coordinator.queue.push(taskFixture());
    await until(() => coordinator.reports.length === 1);
    expect(coordinator.reports[0]?.report.status).toBe('completed');
  });

  test('whose seed cannot be downloaded is retried until its time is up, then returned', async () => {
    const coordinator = await startStandIn();
    coordinator.answers.set('/api/seed/far', () => ({ status: 503 }));
    coordinator.queue.push(taskFixture({ seed_point_name: 'far', timeout_sec: 6 }));
    startAgent({ url: coordinator.url, engine: writeResult() });
    await until(() => coordinator.returned.length === 1);
    expect(coordinator.returned[0]?.reason).toMatch(/^time limit reached: cannot download seed far/);
    expect(coordinator.countOf('/api/seed/far')).toBeGreaterThan(1);
    expect(coordinator.reports).toEqual([]);
  });

  test('is returned with retries, but only once if the coordinator will never take it', async () => {
    const coordinator = await startStandIn();
    let status = 503;
    coordinator.answers.set('/api/task/return', () => ({ status, json: { status: 'error', message: 'no' } }));
    coordinator.queue.push(taskFixture({ seed_point_name: 'nowhere' }));
    startAgent({ url: coordinator.url, slots: 1, engine: writeResult() });
    await until(() => coordinator.countOf('/api/task/return') > 2);
    status = 409;
    coordinator.queue.push(taskFixture());
    await until(() => coordinator.reports.length === 1);
  });

  test('gets its assets, which a second task does not download again', async () => {
    const coordinator = await startStandIn();
    const seen = join(temporaryDirectory(), 'seen');
    coordinator.files.set('/api/data/file/atoms/he%202.dat', Buffer.from('helium'));
    coordinator.files.set('/api/data/linelist', Buffer.from('lines'));
    const keys = { assets: ['atoms/he 2.dat'], assets_linelist: 'true' };
    coordinator.queue.push(taskFixture(keys), taskFixture(keys));
    const engine = `cat 'assets/atoms/he 2.dat' assets/gfVIS99.dat >> '${seen}'; ${writeResult()}`;
    startAgent({ url: coordinator.url, engine, slots: 1 });
    await until(() => coordinator.reports.length === 2);
    expect(readFileSync(seen, 'utf8')).toBe('heliumlines'.repeat(2));
    expect(coordinator.notModified).toEqual(['/api/data/file/atoms/he%202.dat', '/api/data/linelist']);
    expect(coordinator.countOf('/api/data/linelist')).toBe(2);
  });

  test('gets the pinned versions of its assets, next to a task with other versions, and reports them', async () => {
    const coordinator = await startStandIn();
    const seen = join(temporaryDirectory(), 'seen');
    const [old, changed] = ['old lines', 'new lines'].map((text) => Buffer.from(text)) as [Buffer, Buffer];
    const versionOf = (content: Buffer) => createHash('sha256').update(content).digest('hex');
    for (const content of [old, changed])
      coordinator.files.set(`/api/data/file/lines.dat?version=${versionOf(content)}`, content);
    const using = (content: Buffer) =>
      taskFixture({ assets: ['lines.dat'], asset_versions: { 'lines.dat': versionOf(content) } });
    coordinator.queue.push(using(old), using(changed), using(old));
    const engine = `cat assets/lines.dat >> '${seen}'; ${writeResult()}`;
    startAgent({ url: coordinator.url, engine, slots: 1 });
    await until(() => coordinator.reports.length === 3);
    expect(readFileSync(seen, 'utf8')).toBe('old linesnew linesold lines');
    expect(coordinator.reports.map(({ report }) => report.asset_versions)).toEqual(
      [old, changed, old].map((content) => ({ 'lines.dat': versionOf(content) })),
    );
    // A version never changes, so the third task downloads nothing.
    expect(coordinator.seen.filter((path) => path.startsWith('/api/data'))).toHaveLength(2);
  });

  test('gets only the pinned version', async () => {
    const coordinator = await startStandIn();
    const version = 'a'.repeat(64);
    coordinator.files.set(`/api/data/file/lines.dat?version=${version}`, Buffer.from('something else'));
    coordinator.queue.push(
      taskFixture({ assets: ['lines.dat'], asset_versions: { 'lines.dat': version }, timeout_sec: 1 }),
    );
    startAgent({ url: coordinator.url, engine: writeResult() });
    await until(() => coordinator.returned.length === 1);
    expect(coordinator.returned[0]?.reason).toMatch(/cannot download asset lines\.dat/);
    expect(coordinator.countOf(`/api/data/file/lines.dat?version=${version}`)).toBeGreaterThan(0);
    expect(coordinator.reports).toEqual([]);
  });

  test('that computes a spectrum gets the pinned version of its atmosphere as seed.7', async () => {
    const coordinator = await startStandIn();
    const version = createHash('sha256').update('the atmosphere').digest('hex');
    coordinator.files.set(`/api/seed/p?version=${version}`, Buffer.from('the atmosphere'));
    coordinator.files.set('/api/seed/p', Buffer.from('a newer model'));
    coordinator.queue.push(taskFixture({ atmosphere_ref: 'p', start_version: version }));
    const seen = join(temporaryDirectory(), 'seen');
    startAgent({
      url: coordinator.url,
      engine: `cat seed.7 > '${seen}'; ${writeResult()}`,
    });
    await until(() => coordinator.reports.length === 1);
    expect(readFileSync(seen, 'utf8')).toBe('the atmosphere');
  });

  test('gives an engine only the pinned seed, even without an ETag', async () => {
    const coordinator = await startStandIn();
    const version = 'ab'.repeat(32);
    const path = `/api/seed/p?version=${version}`;
    // Like the page of a proxy: a success without an ETag.
    coordinator.answers.set(path, () => ({ json: '<html>Please log in</html>' }));
    const task = taskFixture({ seed_point_name: 'p', start_version: version });
    coordinator.queue.push(task);
    startAgent({ url: coordinator.url, engine: writeResult() });
    await until(() => coordinator.returned.length + coordinator.reports.length > 0);
    expect(coordinator.reports).toEqual([]);
    expect(coordinator.returned).toMatchObject([{ task_id: task.task_id }]);
    expect(coordinator.returned[0]?.reason).toMatch(/cannot download seed p: .*expected abab.* \(5 times\)/);
    expect(coordinator.countOf(path)).toBe(5);
  });

  test('that names an asset outside the folder fails without a request', async () => {
    const coordinator = await startStandIn(taskFixture({ assets: ['../../../credentials.json'] }));
    startAgent({ url: coordinator.url, engine: writeResult() });
    await until(() => coordinator.reports.length === 1);
    expect(coordinator.reports[0]?.report.error_message).toContain('not a relative path inside the assets folder');
    expect(coordinator.seen.filter((path) => path.startsWith('/api/data'))).toEqual([]);
  });
});

describe('claiming', () => {
  test('continues while a task runs, up to the number of slots, and ignores a task that already runs', async () => {
    const { begun, engine, release } = signalFiles();
    const [twice, other, third] = [taskFixture(), taskFixture(), taskFixture()];
    const coordinator = await startStandIn(twice, twice, other, third);
    const agent = startAgent({ url: coordinator.url, engine, slots: 2 });
    await until(() => pidsIn(begun).length === 2);
    await until(() => coordinator.heartbeats.at(-1)?.active_slots === 2);
    expect(coordinator.queue).toEqual([third]);
    expect(agent.output()).toContain('task redelivered while it is running, ignoring it');
    release();
    await until(() => coordinator.reports.length === 3);
    expect(coordinator.reports.map(({ report }) => report.task_id).sort()).toEqual(
      [twice, other, third].map(({ task_id }) => task_id).sort(),
    );
    const { cpu_usage: cpu, memory_usage: memory } = coordinator.heartbeats.at(-1)!;
    for (const percent of [cpu, memory]) expect(percent >= 0 && percent <= 100).toBe(true);
  });

  test('stops at a quota of zero while heartbeats continue, and starts when the quota is lifted', async () => {
    const coordinator = await startStandIn();
    coordinator.quota = 0;
    coordinator.queue.push(taskFixture());
    startAgent({ url: coordinator.url, engine: writeResult() });
    await until(() => coordinator.heartbeats.length >= 4);
    expect(coordinator.countOf(CLAIM)).toBe(0);
    coordinator.quota = 1;
    await until(() => coordinator.reports.length === 1);
  });

  test('of a disabled node waits longer while heartbeats continue', async () => {
    const coordinator = await startStandIn();
    coordinator.answers.set(CLAIM, () => ({ json: { status: 'disabled', task: null } }));
    const more = ['--disabled-poll-sec', '3600'];
    const agent = startAgent({ url: coordinator.url, more });
    await until(() => coordinator.heartbeats.length >= 5);
    expect(coordinator.countOf(CLAIM)).toBe(1);
    expect(agent.output()).toContain('this node is disabled');
    agent.stop();
    expect(await agent.exited).toBe(0);
  });

  test('continues after the node was disabled and after errors', async () => {
    const coordinator = await startStandIn();
    const script = [
      { json: { status: 'disabled', task: null } },
      { status: 500, json: { status: 'error', message: 'queue failure' } },
      { status: 429, headers: { 'retry-after': '0' } },
      { json: { status: 'ok', task: { task_id: 'no uuid' } } },
    ];
    const task = taskFixture();
    coordinator.answers.set(CLAIM, () => script.shift() ?? { json: { status: 'ok', task } });
    startAgent({ url: coordinator.url, engine: writeResult(), slots: 1 });
    await until(() => coordinator.reports.length >= 1);
  });
});
