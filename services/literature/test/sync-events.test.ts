import type { AssetBatchStatus, MetaSyncStatus } from '@almagest/contracts/literature';
import { until } from '@almagest/test-kit/until';
import { expect, test } from '@jest/globals';
import { assetStatus, metaStatus, runBatch, synchronise } from './batch-calls.ts';
import { lockTable } from './table-lock.ts';
import { startReplica } from './replica.ts';
import { useWorld } from './world.ts';

const world = useWorld({ bulk: 5 });

interface Told {
  readonly meta: MetaSyncStatus[];
  readonly asset: AssetBatchStatus[];
}

function note(told: Told, event: string): void {
  const [, kind, data = ''] = /^event: (meta|asset)\ndata: (.*)$/.exec(event) ?? [];
  if (kind === 'meta') told.meta.push(JSON.parse(data) as MetaSyncStatus);
  else if (kind === 'asset') told.asset.push(JSON.parse(data) as AssetBatchStatus);
  else if (!/^(?:retry: \d+|: .*)$/.test(event)) throw new Error(`no event: ${event}`);
}

async function listen(url: string) {
  const leaving = new AbortController();
  const answer = await fetch(`${url}/api/sync/events`, { signal: leaving.signal });
  const told: Told = { meta: [], asset: [] };
  let text = '';
  const ended = (async () => {
    try {
      for await (const chunk of answer.body?.pipeThrough(new TextDecoderStream()) ?? []) {
        text += chunk;
        const events = text.split('\n\n');
        text = events.pop() ?? '';
        for (const event of events) note(told, event);
      }
      return 'ended';
    } catch (error) {
      return leaving.signal.aborted ? 'left' : `broken: ${(error as Error).message}`;
    }
  })();
  return { answer, told, ended, leave: () => leaving.abort() };
}

test('every replica streams the progress of both kinds of batch from the first status to the last', async () => {
  const other = await startReplica(world);
  const [here, there] = [await listen(world.url), await listen(other.url)];
  expect(here.answer.headers.get('content-type')).toMatch(/^text\/event-stream/);
  expect(here.answer.headers.get('cache-control')).toContain('no-store');
  await until(() => here.told.meta.length > 0 && there.told.asset.length > 0, 'the first statuses');
  expect(here.told).toEqual({ meta: [await metaStatus(world)], asset: [await assetStatus(world)] });

  await synchronise(world, 'sample', { source: 'catalog' });
  const synchronised = await metaStatus(world);
  for (const { told } of [here, there]) {
    await until(() => told.meta.at(-1)?.outcome === 'completed', 'the end of the synchronisation');
    expect(told.meta.at(-1)).toEqual(synchronised);
  }

  const lock = await lockTable(world, 'block');
  await world.call('post', '/api/sync/asset/run').send({ action: 'all', scope: 'all' }).expect(200);
  for (const { told } of [here, there])
    await until(
      () => told.asset.at(-1)?.active === true && told.asset.at(-1)?.current_bibcode !== '',
      'the progress of the run',
    );
  await lock.release();
  for (const { told } of [here, there]) {
    await until(() => told.asset.at(-1)?.active === false, 'the end of the run');
    expect(told.asset.at(-1)).toEqual(await assetStatus(world));
    expect(told.asset.at(-1)).toMatchObject({ total: 5, parsed: 5 });
    // Events are sent only if something has changed.
    const texts = [...told.meta, ...told.asset].map((status) => JSON.stringify(status));
    for (const [place, text] of texts.entries()) expect(text).not.toBe(texts[place + 1]);
  }
  here.leave();
  expect(await here.ended).toBe('left');
  // The remaining listener still gets events.
  await runBatch(world, { action: 'parse', scope: 'unparsed' });
  await until(() => there.told.asset.at(-1)?.total === 0, 'the next run');
  await other.stop();
  expect(await there.ended).toBe('ended');
});
