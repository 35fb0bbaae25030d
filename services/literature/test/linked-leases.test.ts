import { LOCK_KEY } from '@almagest/service-kit/advisory-lock';
import { JobQueue } from '@almagest/service-kit/jobs';
import { until } from '@almagest/test-kit/until';
import type { ZoteroLibrary } from '@almagest/upstream-lab';
import { beforeAll, beforeEach, expect, test } from '@jest/globals';
import { ON_DEMAND_JOBS, ON_DEMAND_QUEUE } from '../src/jobs/catalogue.ts';
import { article, givenZotero, importEnd, link, LINKED, linkHeld, ZOTERO_KEY } from './linked-calls.ts';
import { changeRows } from './table-lock.ts';
import { OFTEN_SWEPT, useWorld } from './world.ts';

const world = useWorld({ worker: false, env: OFTEN_SWEPT });
let worker: Awaited<ReturnType<typeof world.startWorker>>;
beforeAll(async () => {
  worker = await world.startWorker();
});
let user = 100;
let library: ZoteroLibrary;
let chosen: { readonly library: string; readonly key: string };
beforeEach(() => {
  world.lab.clearFaults();
  user += 1;
  chosen = { library: `users/${user}`, key: `${ZOTERO_KEY}${user}` };
  library = givenZotero(world, { userId: user, key: chosen.key, name: `ada ${user}` });
});

test.each([
  ['entries', () => undefined],
  ['a refusal', () => void world.lab.zotero.access.delete(chosen.key)],
])('an import that was taken over while Zotero answered with %s changes nothing', async (_, prepare) => {
  const title = `Taken over ${user}`;
  library.put('items', article(title));
  const id = await linkHeld(world, 'zotero.collections', chosen);
  const takenOver = await changeRows(
    world,
    `update linked_library set lease_holder = gen_random_uuid(), lease_renewed_at = date_trunc('second', now()) where id = $1`,
    [id],
  );
  await takenOver.untilBlocked(1);
  prepare();
  world.lab.clearFaults();
  // The renewal of the lease, and the next step or the end.
  await takenOver.untilBlocked(2);
  await takenOver.commit();
  await worker.stop();
  worker = await world.startWorker();
  const rows = await world.sql(
    `select lease_holder is not null as is_held, lease_renewed_at = date_trunc('second', lease_renewed_at) as is_as_taken,
       failure, total, next_run_at <= now() as is_due from linked_library where id = $1`,
    [id],
  );
  expect(rows).toEqual([{ is_held: true, is_as_taken: true, failure: '', total: 0, is_due: true }]);
  expect(await world.sql('select from paper where title = $1', [title])).toEqual([]);
  await world.sql('delete from linked_library where id = $1', [id]);
});

test.each([
  ['another worker imports', 'now(), lease_holder = gen_random_uuid(), lease_renewed_at = now()'],
  ['is paused', `now() + interval '1 hour'`],
])('a repeated job does not import a library that %s', async (_, state) => {
  const { id } = await link(world, {}, chosen);
  await worker.stop();
  await world.sql(`update linked_library set next_run_at = ${state} where id = $1`, [id]);
  const { DATABASE_URL: url = '', REDIS_URL: redisUrl } = world.env;
  const at = { database: { url, schema: 'literature' }, redisUrl };
  const queue = new JobQueue(ON_DEMAND_QUEUE, ON_DEMAND_JOBS, at, () => undefined);
  const counts = async () => (await queue.state()).counts;
  queue.enqueue('importLinked', `again-${id}`, { library: id });
  await until(async () => (await counts())['waiting'] === 1, 'the job to wait');
  world.lab.clearRequests();
  worker = await world.startWorker();
  await until(async () => {
    const { waiting, active } = await counts();
    return waiting === 0 && active === 0;
  }, 'the end of the job');
  await queue.stop();
  expect(world.lab.requests({ host: 'zotero' })).toEqual([]);
  await world.sql('delete from linked_library where id = $1', [id]);
});

test('an import waits while somebody changes collections', async () => {
  const { id } = await link(world, {}, chosen);
  library.put('items', article(`Waiting ${user}`));
  const changing = await changeRows(world, `select pg_advisory_xact_lock(${LOCK_KEY})`, ['collections']);
  await world.call('post', `${LINKED}/${id}/refresh`).expect(200);
  await changing.untilBlocked(1);
  await changing.release();
  expect((await importEnd(world, id)).counts).toMatchObject({ papers: 1 });
  await world.sql('delete from linked_library where id = $1', [id]);
});

test('the library of a person who may no longer use the service is not imported', async () => {
  const { id } = await link(world, {}, chosen);
  world.lab.clearRequests();
  const [copy] = await world.sql<{ id: number }>(
    `insert into linked_library (owner_id, kind, library, name, sealed_key, next_run_at)
     select gen_random_uuid(), kind, library, name, sealed_key, now() from linked_library where id = $1 returning id`,
    [id],
  );
  const state = async () =>
    (await world.sql('select failure, next_run_at > now() as waits from linked_library where id = $1', [copy?.id]))[0];
  const ended = await until(async () => {
    const now = await state();
    return now?.['waits'] === true && now;
  }, 'the end of the import');
  expect(ended).toEqual({ failure: 'The account is disabled.', waits: true });
  expect(world.lab.requests({ host: 'zotero' })).toEqual([]);
});
