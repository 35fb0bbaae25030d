import { hash } from 'node:crypto';
import type { PointExplanation, TaskReport, TaskSpec } from '@almagest/contracts/grid';
import { POINT } from './model-calls.ts';
import { configYaml, givenRunning, pointsOf, type PointRow, type TestNode, type World } from './world.ts';

/** Returns a configuration of one point with these strategies. */
export function withStrategies(strategies: string, more = ''): string {
  return configYaml({}, `atmosphere: {strategies: [${strategies}]}\n${more}`);
}

export function versionOf(content: string): string {
  return hash('sha256', content, 'hex');
}

export type Ending = Partial<TaskReport> & { seed?: string };

/** Returns the report of a run that stopped before convergence. */
export function stopsAt(maxRelc: number | null, seed: string | undefined, more: Partial<TaskReport> = {}): Ending {
  const error = 'no convergence in 50 iterations';
  return {
    converged: false,
    max_relc: maxRelc,
    error_message: error,
    ...(seed === undefined ? {} : { seed }),
    ...more,
  };
}

export async function end(node: TestNode, task: TaskSpec, ending: Ending): Promise<void> {
  await node.report(task, ending).expect(200);
}

export const WHERE_IT_STOPPED = 'where it stopped';

/** Fields of the first continued attempt of `givenStopped`. */
export const START = { task_type: 'continue', start_version: versionOf(WHERE_IT_STOPPED) };

/** Stops the cold run of the only point of the running workflow `w` before convergence. */
export async function givenStopped(
  node: TestNode,
  strategies: string,
  left = WHERE_IT_STOPPED,
  more = '',
): Promise<TaskSpec> {
  await givenRunning(node.world, 'w', withStrategies(strategies, more));
  const cold = await node.claimSoon();
  await end(node, cold, stopsAt(0.0044, left));
  return cold;
}

export async function pointOf(world: World): Promise<PointRow> {
  const [point] = await pointsOf(world, 'w', `&q=${POINT}`);
  if (point === undefined) throw new Error('the point is not listed');
  return point;
}

export async function dataOf<T>(world: World, path: string): Promise<T> {
  const { body } = await world.admin('get', `/api/workflows/${path}`).expect(200);
  return (body as { data: T }).data;
}

export async function explain(world: World, point = POINT): Promise<PointExplanation> {
  return await dataOf(world, `w/points/${point}/explain`);
}
