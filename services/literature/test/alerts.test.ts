import type { Alert, AlertPapers, StandardPaper } from '@almagest/contracts/literature';
import { JobQueue } from '@almagest/service-kit/jobs';
import { raw } from '@almagest/test-kit/raw-http';
import { until } from '@almagest/test-kit/until';
import { beforeAll, expect, test } from '@jest/globals';
import { ON_DEMAND_JOBS, ON_DEMAND_QUEUE } from '../src/jobs/catalogue.ts';
import { startReplica } from './replica.ts';
import { changeRows } from './table-lock.ts';
import { OFTEN_SWEPT, useWorld } from './world.ts';
import { TOKEN } from './people.ts';

const world = useWorld({ worker: false, env: OFTEN_SWEPT });
let worker: Awaited<ReturnType<typeof world.startWorker>>;
beforeAll(async () => {
  worker = await world.startWorker();
});

type Method = 'get' | 'post' | 'patch' | 'delete';

async function ask<T>(method: Method, path: string, body?: object): Promise<T> {
  const call = world.call(method, path);
  return (await (body === undefined ? call : call.send(body)).expect(200)).body as T;
}

const list = async () => await ask<Alert[]>('get', '/api/alerts');
const papersOf = async (id: number, query = '') => await ask<AlertPapers>('get', `/api/alerts/${id}/papers${query}`);

/** Waits for the end of the due or running check. */
async function checked(id: number): Promise<Alert> {
  let alert: Alert | undefined;
  await until(async () => {
    alert = (await list()).find((one) => one.id === id);
    return alert?.is_checking === false;
  });
  if (alert === undefined) throw new Error(`alert ${id} is gone`);
  return alert;
}

const check = async (id: number): Promise<Alert> => {
  await ask('post', `/api/alerts/${id}/check`);
  return await checked(id);
};

/** Makes an alert forget a paper, so that the sources seem to have a new one. */
async function forget(id: number, paper: StandardPaper | undefined): Promise<void> {
  const names = [`bibcode:${paper?.bibcode}`, `doi:${paper?.doi}`, `preprint:${paper?.preprint_id}`];
  const { length } = await world.sql(
    'delete from alert_name where alert_id = $1 and (name = any($2) or name in (select name from paper_name where paper_id in (select paper_id from paper_name where name = any($2)))) returning name',
    [id, names],
  );
  expect(length).toBeGreaterThan(0);
}

async function search(q: string, source: string): Promise<StandardPaper[]> {
  return (await world.call('get', '/api/search').query({ q, source, rows: 200 }).expect(200)).body as StandardPaper[];
}

const create = async (q: string, source = 'all', schedule = 'daily') => {
  const { id } = await ask<Alert>('post', '/api/alerts', { q, source, schedule });
  return await checked(id);
};

test('an alert collects each paper of later checks once, until the paper is marked as seen', async () => {
  const alert = await create('winds');
  expect(alert).toMatchObject({ name: 'winds', query: 'winds', source: 'all', schedule: 'daily', new_count: 0 });
  expect(alert).toMatchObject({ failures: [], has_feed: false, is_checking: false });
  const wait = Date.parse(alert.next_check_at ?? '') - Date.parse(alert.last_checked_at ?? '');
  expect(Math.round(wait / 60_000)).toBe(24 * 60);
  expect(await papersOf(alert.id)).toEqual({ total: 0, papers: [] });
  expect(await ask<Alert>('post', '/api/alerts', { q: 'winds', source: 'all', schedule: 'off' })).toEqual(alert);
  const [one, two] = await search('winds', 'all');
  await forget(alert.id, one);
  await forget(alert.id, two);
  expect((await check(alert.id)).new_count).toBe(2);
  expect((await check(alert.id)).new_count).toBe(2);
  const found = await papersOf(alert.id);
  expect(found.papers.map(({ bibcode }) => bibcode).toSorted()).toEqual(
    [one?.bibcode ?? '', two?.bibcode ?? ''].toSorted(),
  );
  expect(found.papers[0]).toMatchObject({ is_new: true, in_library: false });
  expect((await papersOf(alert.id, '?start=1&rows=1')).papers).toEqual(found.papers.slice(1));
  const seen = `/api/alerts/${alert.id}/seen`;
  expect(await ask('post', seen, { bibcodes: [one?.bibcode] })).toEqual({ changed: 1 });
  expect(await ask('post', seen, { found_until: '2020-01-01T00:00:00Z' })).toEqual({ changed: 0 });
  expect((await papersOf(alert.id, '?only_new=true')).papers.map(({ bibcode }) => bibcode)).toEqual([two?.bibcode]);
  expect(await ask('post', seen, { found_until: found.papers[0]?.found_at })).toEqual({ changed: 1 });
  expect(await ask('post', seen, {})).toEqual({ changed: 0 });
  expect(await papersOf(alert.id)).toMatchObject({ total: 2, papers: [{ is_new: false }, { is_new: false }] });
  // Old search results are cleaned up, but the alert still knows them.
  await world.sql('delete from paper where bibcode = $1', [one?.bibcode]);
  expect((await check(alert.id)).new_count).toBe(0);
  const renamed = await ask<Alert>('patch', `/api/alerts/${alert.id}`, { name: ' Winds ', schedule: 'off' });
  expect(renamed).toMatchObject({ name: 'Winds', schedule: 'off', next_check_at: null });
  await ask('patch', `/api/alerts/${alert.id}`, { schedule: 'weekly' });
  const weekly = await checked(alert.id);
  const week = Date.parse(weekly.next_check_at ?? '') - Date.parse(weekly.last_checked_at ?? '');
  expect(Math.round(week / 3_600_000)).toBe(7 * 24);
  expect(await ask('delete', `/api/alerts/${alert.id}`)).toEqual({ changed: 1 });
  expect(await list()).toEqual([]);
});

test('alerts that find the same paper have separate results', async () => {
  const [one, other] = [await create('winds', 'catalog'), await create('winds')];
  const [paper] = await search('winds', 'catalog');
  await forget(one.id, paper);
  await forget(other.id, paper);
  expect(await check(one.id)).toMatchObject({ new_count: 1 });
  expect(await papersOf(other.id)).toEqual({ total: 0, papers: [] });
  expect(await check(other.id)).toMatchObject({ new_count: 1 });
  expect(await ask('post', `/api/alerts/${one.id}/seen`, {})).toEqual({ changed: 1 });
  const news = async (id: number) => (await papersOf(id, '?only_new=true')).total;
  expect([await news(one.id), await news(other.id)]).toEqual([0, 1]);
  for (const { id } of [one, other]) await ask('delete', `/api/alerts/${id}`);
});

test('a restored alert keeps its papers, and an alert created again starts empty', async () => {
  const alert = await create('stars');
  const [one, two] = await search('stars', 'all');
  await forget(alert.id, one);
  await check(alert.id);
  const { path } = await ask<{ path: string }>('post', `/api/alerts/${alert.id}/feed`);
  const [before] = await list();
  const remove = async () => expect(await ask('delete', `/api/alerts/${alert.id}`)).toEqual({ changed: 1 });
  await remove();
  expect(await list()).toEqual([]);
  const stored = async () => await world.sql('select to_jsonb(alert) as row from alert where id = $1', [alert.id]);
  const deleted = await stored();
  for (const [method, what] of [
    ['get', 'papers'],
    ['post', 'check'],
    ['post', 'feed'],
    ['post', 'seen'],
  ] as const)
    await world.call(method, `/api/alerts/${alert.id}/${what}`).send({}).expect(404);
  await world.call('patch', `/api/alerts/${alert.id}`).send({ name: 'x' }).expect(404);
  await world.call('delete', `/api/alerts/${alert.id}`).expect(404);
  await world.call('get', path).expect(404);
  expect(await stored()).toEqual(deleted);
  // The check is due, but does not run for a deleted alert.
  await world.sql('update alert set next_check_at = now()');
  const clock = await create('clock');
  const asked = await world.sql('select last_checked_at from alert where id = $1', [alert.id]);
  expect(asked).toEqual([{ last_checked_at: new Date(before?.last_checked_at ?? '') }]);
  await forget(alert.id, two);
  await ask('delete', `/api/alerts/${clock.id}`);
  await ask('post', `/api/alerts/${alert.id}/restore`);
  // Papers found in the meantime are new, and earlier papers are still listed.
  expect(await checked(alert.id)).toMatchObject({ new_count: 2, has_feed: true, created_at: before?.created_at });
  await world.call('get', path).expect(200);
  await ask('post', `/api/alerts/${alert.id}/restore`);
  await remove();
  const [first, second] = await Promise.all([create('stars'), create('stars')]);
  expect(first.id).toBe(second.id);
  expect(first).toMatchObject({ new_count: 0, has_feed: false });
  await world.call('post', `/api/alerts/${alert.id}/restore`).expect(404, /can be restored for 30 days/);
  await ask('delete', `/api/alerts/${first.id}`);
});

test('concurrent deletes, restores and changes through two APIs leave an alert consistent', async () => {
  const replica = await startReplica(world, {});
  const call = async (url: string, method: string, path: string, body?: object) => {
    const headers = { 'content-type': 'application/json' };
    const answer = await fetch(url + path, {
      method,
      headers,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    return answer.status;
  };
  const created = await Promise.all(
    [world.url, replica.url].map(async (url) => {
      const body = JSON.stringify({ q: 'rotation', source: 'all', schedule: 'daily' });
      const headers = { 'content-type': 'application/json' };
      return (await (await fetch(`${url}/api/alerts`, { method: 'POST', headers, body })).json()) as Alert;
    }),
  );
  const [{ id } = { id: 0 }, other] = created;
  expect(other?.id).toBe(id);
  const path = `/api/alerts/${id}`;
  const statuses = await Promise.all(
    [world.url, replica.url].flatMap((url) => [
      call(url, 'DELETE', path),
      call(url, 'POST', `${path}/restore`),
      call(url, 'PATCH', path, { schedule: 'weekly' }),
      call(url, 'POST', `${path}/check`),
    ]),
  );
  expect(statuses.filter((status) => status !== 200 && status !== 404)).toEqual([]);
  expect(await call(replica.url, 'POST', `${path}/restore`)).toBe(200);
  expect(await checked(id)).toMatchObject({ query: 'rotation', new_count: 0, failures: [] });
  await ask('delete', path);
  await replica.stop();
});

test('a failed source is reported and checked again soon, and its papers still count as new then', async () => {
  world.lab.setFault('catalog.search', { kind: 'broken_body' });
  const first = await create('title:atmospheres');
  expect(first.failures).toEqual([expect.stringMatching(/^catalog: /)]);
  expect(first).toMatchObject({ last_checked_at: null, new_count: 0 });
  expect(first.last_attempt_at).not.toBeNull();
  expect(Date.parse(first.next_check_at ?? '') - Date.now()).toBeLessThan(2 * 3_600_000);
  world.lab.clearFaults();
  // The catalog answers for the first time after the preprint server. Its papers are not new.
  const whole = await check(first.id);
  expect(whole).toMatchObject({ failures: [], new_count: 0 });
  const [catalogOnly] = (await search('title:atmospheres', 'catalog')).filter(({ preprint_id }) => preprint_id === '');
  const [preprint] = await search('title:atmospheres', 'preprint');
  await forget(first.id, catalogOnly);
  await forget(first.id, preprint);
  world.lab.setFault('catalog.search', { kind: 'broken_body' });
  const partial = await check(first.id);
  expect(partial).toMatchObject({ new_count: 1, last_checked_at: whole.last_checked_at });
  expect(partial.failures).toEqual([expect.stringMatching(/^catalog: /)]);
  world.lab.clearFaults();
  expect(await check(first.id)).toMatchObject({ new_count: 2, failures: [] });
  await ask('delete', `/api/alerts/${first.id}`);
});

test('another worker repeats a check whose worker died, but not a running check', async () => {
  const [alert, clock] = [await create('binaries'), await create('opacity')];
  const [paper] = await search('binaries', 'all');
  await forget(alert.id, paper);
  const hold = `update alert set lease_holder = gen_random_uuid(), lease_renewed_at = now(), next_check_at = now() where id = $1`;
  await world.sql(hold, [alert.id]);
  // Other alerts are checked twice while the first worker has the lease of this alert.
  await check(clock.id);
  await check(clock.id);
  expect((await list()).find(({ id }) => id === alert.id)).toMatchObject({ is_checking: true, new_count: 0 });
  await world.startWorker();
  await world.sql(`update alert set lease_renewed_at = now() - interval '1 minute' where id = $1`, [alert.id]);
  expect(await checked(alert.id)).toMatchObject({ new_count: 1 });
  await ask('delete', `/api/alerts/${alert.id}`);
  await ask('delete', `/api/alerts/${clock.id}`);
});

test('a repeated job does not check an alert that another worker has, that is deleted, or that is not due', async () => {
  const [held, deleted, later] = [await create('held'), await create('deleted'), await create('later')];
  await ask('delete', `/api/alerts/${deleted.id}`);
  await world.sql(
    `update alert set next_check_at = now(), lease_renewed_at = now(),
       lease_holder = case when deleted_at is null then gen_random_uuid() end where id = any($1)`,
    [[held.id, deleted.id]],
  );
  const { DATABASE_URL: url = '', REDIS_URL: redisUrl } = world.env;
  const at = { database: { url, schema: 'literature' }, redisUrl };
  const queue = new JobQueue(ON_DEMAND_QUEUE, ON_DEMAND_JOBS, at, () => undefined);
  const ids = [held.id, deleted.id, later.id];
  const attempts = () => world.sql('select id, last_attempt_at from alert where id = any($1) order by id', [ids]);
  const before = await attempts();
  for (const alert of ids) queue.enqueue('checkAlert', `again-${alert}`, { alert });
  // Later jobs still run.
  const clock = await create('clock');
  await check(clock.id);
  await queue.stop();
  expect(await attempts()).toEqual(before);
  for (const { id } of [held, later, clock]) await ask('delete', `/api/alerts/${id}`);
});

test('a check whose lease was taken over while the source answered stores nothing', async () => {
  const { id } = await create('clumping', 'catalog');
  const [paper] = await search('clumping', 'catalog');
  await forget(id, paper);
  world.lab.setFault('catalog.search', { kind: 'hold' });
  world.lab.clearRequests();
  await ask('post', `/api/alerts/${id}/check`);
  await until(() => world.lab.requests({ route: 'catalog.search' }).length > 0, 'the request to the catalog');
  const [before] = await world.sql('select last_checked_at, known_since from alert where id = $1', [id]);
  const takenOver = await changeRows(
    world,
    `update alert set lease_holder = gen_random_uuid(), lease_renewed_at = date_trunc('second', now()) where id = $1`,
    [id],
  );
  await takenOver.untilBlocked(1);
  world.lab.clearFaults();
  // Two statements are blocked: the renewal of the lease and the end of the check.
  await takenOver.untilBlocked(2);
  await takenOver.commit();
  await worker.stop();
  worker = await world.startWorker();
  const alert = await world.sql(
    `select lease_holder is not null as is_held, lease_renewed_at = date_trunc('second', lease_renewed_at) as is_as_taken,
       last_checked_at, known_since from alert where id = $1`,
    [id],
  );
  expect(alert).toEqual([{ is_held: true, is_as_taken: true, ...before }]);
  expect(await papersOf(id)).toEqual({ total: 0, papers: [] });
  await ask('delete', `/api/alerts/${id}`);
});

test('a worker that stops while it checks an alert records nothing, and another worker repeats the check', async () => {
  const { id } = await create('clumping', 'catalog');
  const [paper] = await search('clumping', 'catalog');
  await forget(id, paper);
  world.lab.setFault('catalog.search', { kind: 'hold' });
  world.lab.clearRequests();
  const before = await ask<Alert>('post', `/api/alerts/${id}/check`);
  await until(() => world.lab.requests({ route: 'catalog.search' }).length > 0, 'the request to the catalog');
  await worker.stop();
  const { last_checked_at, next_check_at, failures } = before;
  expect((await list())[0]).toMatchObject({ last_checked_at, next_check_at, failures });
  world.lab.clearFaults();
  worker = await world.startWorker();
  expect(await checked(id)).toMatchObject({ new_count: 1 });
  await ask('delete', `/api/alerts/${id}`);
});

test.each(['off', 'weekly'])('the schedule %s, set during a check, applies to the next one', async (schedule) => {
  const { id } = await create('clumping', 'catalog');
  world.lab.setFault('catalog.search', { kind: 'hold' });
  world.lab.clearRequests();
  await ask('post', `/api/alerts/${id}/check`);
  await until(() => world.lab.requests({ route: 'catalog.search' }).length > 0, 'the request to the catalog');
  const { next_check_at: next } = await ask<Alert>('patch', `/api/alerts/${id}`, { schedule });
  world.lab.clearFaults();
  expect(await checked(id)).toMatchObject({ failures: [], next_check_at: next });
  await ask('delete', `/api/alerts/${id}`);
});

test('a feed needs only its address, is valid Atom, and ends when revoked', async () => {
  const alert = await create('magnetic');
  const [paper] = await search('magnetic', 'all');
  await forget(alert.id, paper);
  await check(alert.id);
  const guarded = await startReplica(world, { API_TOKEN: TOKEN });
  const feedOf = async (path: string, headers = {}) => await raw(guarded.url, { path, headers });
  const { path } = await ask<{ path: string }>('post', `/api/alerts/${alert.id}/feed`);
  expect((await list())[0]?.has_feed).toBe(true);
  expect(JSON.stringify(await list())).not.toContain(path.split('=')[1]);
  const feed = await feedOf(path);
  expect(feed.status).toBe(200);
  expect(feed.headers['content-type']).toBe('application/atom+xml; charset=utf-8');
  const xml = feed.text;
  expect(xml).toContain('<title>magnetic</title>');
  expect(xml).toContain(`/read/${encodeURIComponent(paper?.bibcode ?? '')}`);
  expect(xml.match(/<entry>/g)).toHaveLength(1);
  const again = await feedOf(path, { 'if-none-match': feed.headers['etag'] ?? '' });
  expect(again.status).toBe(304);
  expect((await feedOf('/api/alerts')).status).toBe(401);
  const next = await ask<{ path: string }>('post', `/api/alerts/${alert.id}/feed`);
  expect([(await feedOf(path)).status, (await feedOf(next.path)).status]).toEqual([404, 200]);
  await ask('delete', `/api/alerts/${alert.id}/feed`);
  expect((await feedOf(next.path)).status).toBe(404);
  await guarded.stop();
});

test('a paper older than those in a truncated first answer is not new when it appears later', async () => {
  const { id } = await create('winds', 'catalog');
  const [paper] = await search('winds', 'catalog');
  const isNewSince = async (year: string) => {
    await world.sql(
      `update alert set known_since = jsonb_build_object('catalog', $2::text, 'preprint', $2::text) where id = $1`,
      [id, year],
    );
    await forget(id, paper);
    return (await check(id)).new_count;
  };
  expect(await isNewSince('9999')).toBe(0);
  expect(await isNewSince('0000')).toBe(1);
});
