import { until } from '@almagest/test-kit/until';
import { describe, expect, test } from '@jest/globals';
import type { GridMap, PointStatus } from '@almagest/contracts/grid';
import pg from 'pg';
import request from 'supertest';
import { useCleanWorkflows } from './point-detail.ts';
import { lockRows } from './row-locks.ts';
import { ADMIN_TOKEN, configYaml, givenRunning, givenWorkflow, start, useNode, useWorld } from './world.ts';

const world = useWorld();
const node = useNode(world, 'n');
useCleanWorkflows(world);

const COLD = 'atmosphere: {strategies: [cold_run]}';
/** Values in unsorted order. */
const SIX = configYaml({ teff: ['30000', '20000'], logo: ['-5.0', '-3.0', '-4.0'] }, COLD);

async function mapOf(since?: string, url = world.url): Promise<GridMap> {
  const { body } = await request(url)
    .get('/api/workflows/w/map')
    .query(since === undefined ? {} : { since })
    .set('authorization', `Bearer ${ADMIN_TOKEN}`)
    .expect(200);
  return (body as { data: GridMap }).data;
}

/** Returns the decoded state at a place. */
function at(map: GridMap, teff: number, logo: number): { status: PointStatus | null; method: string | null } {
  const place = map.axes.teff.indexOf(teff) * map.axes.logo.length + map.axes.logo.indexOf(logo);
  const found = map.codes.find(({ code }) => code === map.points?.[place]);
  if (found === undefined) throw new Error(`no code for place ${place} in ${map.points}`);
  return { status: found.status, method: found.method };
}

/** Applies an answer's changes to an earlier answer. */
function applied({ points = '' }: GridMap, { changes }: GridMap): string {
  const letters = points.split('');
  for (const [index, place] of (changes?.places ?? []).entries()) letters[place] = changes?.codes[index] ?? '?';
  return letters.join('');
}

/**
 * Waits until the map reports no changes. The map repeats changes while an older transaction in the cluster is open.
 */
async function untilNothingChanged(): Promise<void> {
  await until(async () => (await mapOf((await mapOf()).revision)).changes?.places.length === 0, 'no changes');
}

describe('a map', () => {
  test('has a character for each point: its state and how it converged', async () => {
    await givenRunning(world, 'w', SIX);
    expect(await mapOf()).toMatchObject({
      axes: { teff: [20_000, 30_000], logg: [5], loghe: [-1], logc: [-4], logn: [-4], logo: [-5, -4, -3] },
      points: 'qqqqqq',
    });
    const [first, second, third] = [await node.claimSoon(), await node.claimSoon(), await node.claimSoon()];
    await node.converge(first);
    await node.fail(second);
    const map = await mapOf();
    expect(at(map, first.params.teff, first.params.logo)).toEqual({ status: 'converged', method: 'cold_run' });
    expect(at(map, second.params.teff, second.params.logo)).toEqual({ status: 'failed', method: null });
    expect(at(map, third.params.teff, third.params.logo)).toEqual({ status: 'running', method: null });
    expect((map.points ?? '').split('').toSorted().join('')).toBe('cfqqqr');
  });

  test('is empty for a workflow that never started', async () => {
    await givenWorkflow(world, 'w', SIX);
    expect(await mapOf()).toMatchObject({ points: '', axes: { teff: [] } });
  });

  test('follows the grid of the last start, without retired points', async () => {
    await givenRunning(world, 'w', SIX);
    const before = await mapOf();
    await world.admin('post', '/api/workflows/w/stop').expect(200);
    const config_yaml = configYaml({ teff: ['20000', '25000'], logo: ['-5.0'] }, COLD);
    await world.admin('put', '/api/workflows/w').send({ name: 'w', config_yaml }).expect(200);
    await start(world, 'w');
    const after = await mapOf(before.revision);
    expect(after).toMatchObject({ points: 'qq', axes: { teff: [20_000, 25_000], logo: [-5] } });
    expect(after).not.toHaveProperty('changes');
  });
});

describe('the changes since a revision', () => {
  test('lead to the same result as the whole map, at every process', async () => {
    await givenRunning(world, 'w', SIX);
    const other = await world.startApi();
    let known = await mapOf();
    for (const step of ['converge', 'fail', 'converge'] as const) {
      await node[step](await node.claimSoon());
      const changes = await mapOf(known.revision, other.url);
      expect(changes).not.toHaveProperty('points');
      known = { ...changes, points: applied(known, changes) };
      expect(known.points).toBe((await mapOf()).points);
      expect(known.points).toBe((await mapOf(undefined, other.url)).points);
    }
    expect((known.points ?? '').split('').toSorted().join('')).toBe('ccfqqq');
    await other.stop();
  });

  test('are empty if nothing happened', async () => {
    await givenRunning(world, 'w', SIX);
    await untilNothingChanged();
  });

  test('include rows written before the revision and committed after it', async () => {
    await givenRunning(world, 'w', SIX);
    const writer = await lockRows(world, `update point set status = 'failed' where teff = 30000`);
    // This transaction begins later and ends before the other transaction.
    await world.sql(`update point set status = 'failed' where teff = 20000 and logo = -3`);
    const before = await mapOf();
    expect(before.points).toBe('qqfqqq');
    await writer.commit();
    expect(applied(before, await mapOf(before.revision))).toBe('qqffff');
    expect((await mapOf()).points).toBe('qqffff');
  });

  test('are the whole map for a future revision, as after a restore from a backup', async () => {
    await givenRunning(world, 'w', SIX);
    const { revision } = await mapOf();
    const [expansion] = revision.split('-');
    expect(await mapOf(`${expansion}-999999999999`)).toMatchObject({ points: 'qqqqqq' });
    const restored = new pg.Client({ connectionString: world.databaseUrl, options: '-c search_path=grid' });
    await restored.connect();
    // A restore writes the rows as they are, without triggers.
    await restored.query(`set session_replication_role = replica`);
    await restored.query(`update point set changed = '999999999999'`);
    await restored.end();
    await untilNothingChanged();
  });
});

describe('refuses', () => {
  test.each(['x', '1', '1-', '-1', '1-2-3', '1-99999999999999999999', "1-2'"])('since=%s', async (since) => {
    await givenRunning(world, 'w', SIX);
    const { body } = await world.admin('get', `/api/workflows/w/map?since=${encodeURIComponent(since)}`).expect(400);
    expect((body as { message: string }).message).toContain('revision of an earlier reply');
  });

  test('an unknown workflow', async () => {
    await world.admin('get', '/api/workflows/nobody/map').expect(404);
  });
});
