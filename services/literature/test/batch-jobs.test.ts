import { until } from '@almagest/test-kit/until';
import { expect, test } from '@jest/globals';
import { assetEnd, metaEnd, runBatch, synchronise } from './batch-calls.ts';
import { lockTable } from './table-lock.ts';
import { readLibrary } from './papers.ts';
import { openWorld, useWorld } from './world.ts';

const world = useWorld({ bulk: 12 });

test('a query is synchronised, and its papers are downloaded and parsed', async () => {
  expect(await synchronise(world, 'sample', { source: 'catalog', limit: 5 })).toMatchObject({ synced: 5, total: 5 });
  const status = await runBatch(world, {});
  expect(status).toMatchObject({ active: false, total: 5, downloaded: 5, parsed: 5 });
  expect(status.logs.at(-1)).toBe('the run is complete');
  const library = await readLibrary(world);
  expect(library.map(({ has_markdown }) => has_markdown)).toEqual(Array(5).fill(true));
});

test('batches run one at a time and once each, with any number of workers', async () => {
  const other = await world.startWorker();
  for (const limit of [6, 7, 8])
    expect(await synchronise(world, 'sample', { source: 'catalog', limit })).toMatchObject({ synced: limit });
  expect(await readLibrary(world)).toHaveLength(8);
  await other.stop();
});

test('a batch stops between its steps', async () => {
  await synchronise(world, 'sample', { source: 'catalog' });
  const lock = await lockTable(world, 'block');
  await world.call('post', '/api/sync/asset/run').send({ action: 'all', scope: 'unparsed' }).expect(200);
  await lock.untilWaiting();
  await world.call('post', '/api/sync/asset/stop').expect(200);
  await lock.release();
  const status = await assetEnd(world);
  expect(status.logs.at(-1)).toBe('the run was stopped');
  expect(status.parsed).toBeLessThan(status.total);
});

test('a batch started without workers runs when one starts', async () => {
  const alone = await openWorld({ worker: false });
  await alone.call('post', '/api/sync/meta/run').send({ q: 'winds', source: 'catalog', limit: 2 }).expect(200);
  await alone.startWorker();
  expect(await metaEnd(alone)).toMatchObject({ active: false, synced: 2 });
  await alone.close();
});

test('a batch whose worker died while the database clock was ahead continues once the clock is right', async () => {
  const alone = await openWorld({ worker: false });
  await alone.call('post', '/api/sync/meta/run').send({ q: 'winds', source: 'catalog', limit: 2 }).expect(200);
  await alone.sql(
    `update batch set lease_holder = gen_random_uuid(), lease_renewed_at = now() + interval '2 hours' where active`,
  );
  await alone.startWorker();
  await until(async () => {
    // Simulates a worker that has not renewed its lease in time.
    const silent = `lease_renewed_at = lease_renewed_at - interval '20 seconds'`;
    const past = await alone.sql(
      `update batch set ${silent} where active and lease_renewed_at <= now() returning kind`,
    );
    return past.length > 0;
  }, 'the lease of the worker to be in the past');
  expect(await metaEnd(alone)).toMatchObject({ active: false, synced: 2 });
  await alone.close();
});
