import { until } from '@almagest/test-kit/until';
import { expect, test } from '@jest/globals';
import { assetEnd, assetStatus, synchronise } from '../batch-calls.ts';
import { lockTable } from '../table-lock.ts';
import { readLibrary } from '../papers.ts';
import { embeddedTexts, untilEmbedded } from '../retrieval/passages.ts';
import { openWorld } from '../world.ts';
import { useKillableWorld } from './killable.ts';

const { world, startWorker } = useKillableWorld(async () => await openWorld({ worker: false, bulk: 12 }));

interface Indexed {
  readonly bibcode: string;
  readonly isParsed: boolean;
  readonly chunks: number;
  readonly blocks: number;
}

/** Returns for each paper whether it is parsed, and its numbers of blocks and chunks. */
async function indexed(): Promise<Indexed[]> {
  return await world.sql<Indexed>(
    `select bibcode, markdown_location is not null as "isParsed",
            (select count(*)::int from chunk where paper_id = paper.id) as chunks,
            (select count(*)::int from block where paper_id = paper.id) as blocks
     from paper order by bibcode`,
  );
}

test('killing a worker during indexing leaves no paper half indexed, and the next worker repairs the rest', async () => {
  const worker = await startWorker();
  await synchronise(world, 'sample', { source: 'catalog', limit: 8 });
  const lock = await lockTable(world, 'chunk');
  await world.call('post', '/api/sync/asset/run').send({ action: 'all', scope: 'all' }).expect(200);
  await lock.untilWaiting();
  await worker.kill();
  await lock.release();
  for (const { isParsed, chunks, blocks } of await indexed())
    expect([chunks > 0, blocks > 0]).toEqual([isParsed, isParsed]);
  expect((await assetStatus(world)).active).toBe(true);
  await startWorker();
  await world.sql(`update batch set lease_renewed_at = lease_renewed_at - interval '1 minute'`);
  expect(await assetEnd(world)).toMatchObject({ parsed: 8, parse_failed: 0 });
  expect((await readLibrary(world)).every(({ has_markdown }) => has_markdown)).toBe(true);
  for (const { chunks } of await indexed()) expect(chunks).toBeGreaterThan(0);
  const twice = 'select from chunk group by paper_id, position having count(*) > 1';
  expect(await world.sql(twice)).toEqual([]);
  await untilEmbedded(world);
});

test('passages reserved by a killed worker are embedded by another worker when the reservation expires, each once', async () => {
  const worker = await startWorker();
  await synchronise(world, 'sample', { source: 'catalog', limit: 5 });
  world.lab.setFault('provider.embeddings', { kind: 'timeout' });
  await world.call('post', '/api/sync/asset/run').send({ action: 'all', scope: 'all' }).expect(200);
  await assetEnd(world);
  await until(() => world.lab.requests({ route: 'provider.embeddings' }).length > 0, 'a request to the provider');
  await worker.kill();
  world.lab.clearFaults();
  world.lab.clearRequests();
  await startWorker();
  const inHand = () => world.sql(`select from chunk_vector where model = '' and not_before > now()`);
  const free = () => world.sql(`select from chunk_vector where model = '' and not_before <= now()`);
  await until(async () => (await free()).length === 0, 'unreserved passages to be embedded');
  expect((await inHand()).length).toBeGreaterThan(0);
  await world.sql(`update chunk_vector set not_before = now() where model = ''`);
  await untilEmbedded(world);
  const texts = embeddedTexts(world);
  expect(texts).toHaveLength((await world.sql('select from chunk')).length);
});
