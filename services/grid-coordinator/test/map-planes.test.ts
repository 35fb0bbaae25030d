import type { FailureGroups, MapPlane } from '@almagest/contracts/grid';
import { expect, test } from '@jest/globals';
import { useCleanGrid } from './point-detail.ts';
import { configYaml, givenRunning, givenWorkflow, useNode, useWorld } from './world.ts';

const world = useWorld();
const node = useNode(world, 'n');
useCleanGrid(world);

const THREE = configYaml({ teff: ['20000', '21000', '22000'] }, 'atmosphere: {strategies: [cold_run, seed_step]}');

async function planeOf(plane: MapPlane['plane'], since?: string): Promise<MapPlane> {
  const query = since === undefined ? '' : `?since=${since}`;
  const { body } = await world.admin('get', `/api/workflows/w/map/${plane}${query}`).expect(200);
  return (body as { data: MapPlane }).data;
}

/** Decodes the numbers of a plane. Null means no value. */
function numbers({ from, step, points = '' }: MapPlane): (number | null)[] {
  return points
    .split('')
    .map((character) => (character === '.' ? null : from + (character.charCodeAt(0) - '0'.charCodeAt(0)) * step));
}

/**
 * Creates three points: the coolest converges cold, the next converges from the coolest, and the hottest fails twice.
 */
async function givenOneOfEach(): Promise<void> {
  await givenRunning(world, 'w', THREE);
  const tasks = [await node.claimSoon(), await node.claimSoon(), await node.claimSoon()];
  const [cool, middle, hot] = tasks.toSorted((a, b) => a.params.teff - b.params.teff);
  if (cool === undefined || middle === undefined || hot === undefined) throw new Error('three tasks');
  await node.converge(cool);
  await node.fail(middle, 'temperature 21000 too high');
  await node.converge(await node.claimSoon());
  await node.fail(hot, 'singular matrix');
  await node.fail(await node.claimSoon(), 'temperature 22000 too high');
}

test('a plane has a number or no value for each point', async () => {
  await givenOneOfEach();
  expect(await planeOf('wave')).toMatchObject({ axes: { teff: [20_000, 21_000, 22_000] }, points: '012', step: 1 });
  expect(await planeOf('attempts')).toMatchObject({ points: '122' });
  expect(await planeOf('generation')).toMatchObject({ points: '01.' });
});

test("the failures plane has each point's causes of failure since it last converged", async () => {
  await givenOneOfEach();
  const { sets = [], ...plane } = await planeOf('failures');
  const { body } = await world.admin('get', '/api/workflows/w/failures').expect(200);
  const { groups } = (body as { data: FailureGroups }).data;
  const causeOf = (name: string) => groups.find(({ group }) => group === name)?.cause;
  const causes = numbers(plane).map((set) => (set === null ? null : sets[set]?.map(causeOf)));
  expect(causes).toEqual([null, null, ['singular matrix', 'temperature # too high']]);
});

test('times are in seconds, with coarser steps for old workflows', async () => {
  await givenOneOfEach();
  const day = 86_400;
  await world.sql(`update workflow set created_at = created_at - interval '30 days'`);
  const { revision } = await planeOf('attempts');
  // The revision belongs to finer steps.
  const plane = await planeOf('ended', revision);
  expect(plane).not.toHaveProperty('changes');
  expect(plane.step).toBeGreaterThan((30 * day) / 1_024);
  expect(plane.step).toBeLessThan((30 * day) / 256);
  for (const time of numbers(plane)) expect(Math.abs((time ?? 0) - Date.now() / 1_000)).toBeLessThan(600 + plane.step);
  expect(await planeOf('ended', plane.revision)).toHaveProperty('changes');
});

test('a point has a time only after one of its attempts has ended', async () => {
  await givenRunning(world, 'w', THREE);
  const tasks = [await node.claimSoon(), await node.claimSoon()];
  const ended = tasks.find(({ params }) => params.teff === 21_000) ?? tasks[0];
  if (ended === undefined) throw new Error('two tasks');
  await node.converge(ended);
  const isEnded = [20_000, 21_000, 22_000].map((teff) => teff === ended.params.teff);
  expect(numbers(await planeOf('ended')).map((time) => time !== null)).toEqual(isEnded);
});

test('applying changes to an answer gives the next answer, at every process', async () => {
  await givenRunning(world, 'w', THREE);
  const before = await planeOf('attempts');
  expect(before.points).toBe('000');
  await node.claimSoon();
  const { changes, ...after } = await planeOf('attempts', before.revision);
  expect(after).not.toHaveProperty('points');
  const letters = (before.points ?? '').split('');
  for (const [index, place] of (changes?.places ?? []).entries()) letters[place] = changes?.codes[index] ?? '?';
  expect(letters.toSorted()).toEqual(['0', '0', '1']);
  const other = await world.startApi();
  expect((await planeOf('attempts')).points).toBe(letters.join(''));
  await other.stop();
});

test('a workflow that never started has an empty plane, and unknown planes are refused', async () => {
  await givenWorkflow(world, 'w', THREE);
  expect(await planeOf('wave')).toMatchObject({ points: '', axes: { teff: [] } });
  await world.admin('get', '/api/workflows/w/map/colour').expect(400);
  await world.admin('get', '/api/workflows/w/map/wave?since=x').expect(400);
  await world.admin('get', '/api/workflows/nobody/map/wave').expect(404);
});
