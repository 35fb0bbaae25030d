import { expect } from '@jest/globals';
import type { AssetBatchStatus, MetaSyncStatus } from '@almagest/contracts/literature';
import { until } from '@almagest/test-kit/until';
import type { World } from './world.ts';

/** The outcome while a run is active, and before the first run. */
export const NO_END: object = { outcome: null, failures: [], ended_at: null };

/** The outcome of a completed run. */
export const COMPLETED: object = { outcome: 'completed', failures: [], ended_at: expect.stringMatching(/Z$/) };

export async function metaStatus(world: World): Promise<MetaSyncStatus> {
  return (await world.call('get', '/api/sync/meta/status').expect(200)).body as MetaSyncStatus;
}

export async function assetStatus(world: World): Promise<AssetBatchStatus> {
  return (await world.call('get', '/api/sync/asset/status').expect(200)).body as AssetBatchStatus;
}

export async function metaEnd(world: World): Promise<MetaSyncStatus> {
  const ended = async () => {
    const status = await metaStatus(world);
    return !status.active && status;
  };
  return await until(ended, 'the synchronisation to end', async () => (await metaStatus(world)).synced);
}

export async function assetEnd(world: World): Promise<AssetBatchStatus> {
  const ended = async () => {
    const status = await assetStatus(world);
    return !status.active && status;
  };
  const progress = async () => {
    const { downloaded, download_failed, parsed, parse_failed } = await assetStatus(world);
    return downloaded + download_failed + parsed + parse_failed;
  };
  return await until(ended, 'the batch to end', progress);
}

/** Runs a metadata synchronisation to its end. */
export async function synchronise(world: World, q: string, more: object = {}): Promise<MetaSyncStatus> {
  await world
    .call('post', '/api/sync/meta/run')
    .send({ q, source: 'all', limit: 50_000, ...more })
    .expect(200);
  return await metaEnd(world);
}

/** Runs a batch over the library to its end. */
export async function runBatch(world: World, request: object): Promise<AssetBatchStatus> {
  await world
    .call('post', '/api/sync/asset/run')
    .send({ action: 'all', scope: 'all', ...request })
    .expect(200);
  return await assetEnd(world);
}
