// Tests how workflows share the slots of a fleet, over many claims and reports.
import type { TaskSpec } from '@almagest/contracts/grid';
import { beforeAll, expect, test } from '@jest/globals';
import { useCleanWorkflows } from '../point-detail.ts';
import { configYaml, givenNode, givenRunning, useWorld, type TestNode } from '../world.ts';

const NODES = 8;

const world = useWorld();
const nodes: TestNode[] = [];
beforeAll(async () => {
  for (let index = 0; index < NODES; index += 1) nodes.push(await givenNode(world, `n${index}`, 64));
});
useCleanWorkflows(world);

const stepsFrom = (first: number, length: number) => Array.from({ length }, (_, index) => String(first + index));

/**
 * Creates a workflow with this many points on its own grid line, so that no point seeds a point of another workflow.
 */
async function givenShare(name: string, logg: string, share: number, points: number): Promise<void> {
  const yaml = configYaml(
    { teff: stepsFrom(20_000, points), logg: [logg] },
    `atmosphere: {strategies: [cold_run]}\nscheduling: {share: ${share}}\n`,
  );
  await givenRunning(world, name, yaml);
}

interface Held {
  readonly task: TaskSpec;
  readonly node: TestNode;
  readonly until: number;
}

/** A fleet whose slots are always full: each reported task is replaced by a new claim. */
class Fleet {
  readonly #slots: number;
  readonly #held: Held[] = [];
  #now = 0;

  constructor(slots: number) {
    this.#slots = slots;
  }

  /**
   * Returns the mean number of slots of each workflow while this many tasks end. `longer` multiplies the task times of
   * workflows.
   */
  async meanSlots(tasks: number, longer: Readonly<Record<string, number>> = {}): Promise<Record<string, number>> {
    const sums: Record<string, number> = {};
    let looks = 0;
    for (let ended = 0; ended < tasks;) {
      await this.#fill(longer);
      if (this.#held.length === 0) break;
      this.#held.sort((a, b) => a.until - b.until);
      const done = this.#held.splice(0, NODES);
      const before = this.#now;
      this.#now = done.at(-1)?.until ?? before;
      for (const { task } of [...done, ...this.#held]) {
        const name = task.workflow_name ?? '';
        sums[name] = (sums[name] ?? 0) + 1;
      }
      looks += 1;
      ended += done.length;
      await Promise.all(done.map(({ node, task }) => node.converge(task)));
    }
    return Object.fromEntries(Object.entries(sums).map(([name, sum]) => [name, sum / looks]));
  }

  async drain(): Promise<void> {
    await Promise.all(this.#held.splice(0).map(({ node, task }) => node.converge(task)));
  }

  async #fill(longer: Readonly<Record<string, number>>): Promise<void> {
    while (this.#held.length < this.#slots) {
      const wanted = Math.min(NODES, this.#slots - this.#held.length);
      const claimed = await Promise.all(
        nodes.slice(0, wanted).map(async (node) => ({ node, task: await node.claim() })),
      );
      const found = claimed.flatMap(({ node, task }) => (task === null ? [] : [{ node, task }]));
      for (const { node, task } of found)
        this.#held.push({ node, task, until: this.#now + 10 * (longer[task.workflow_name ?? ''] ?? 1) });
      if (found.length === 0) return;
    }
  }
}

/** Slots are whole numbers, and eight are free at a time, so the tolerance is one slot. */
const near = (wanted: Readonly<Record<string, number>>) =>
  // Jest accepts differences below half of ten to the power of minus the digits.
  Object.fromEntries(
    Object.entries(wanted).map(([name, slots]): [string, unknown] => [name, expect.closeTo(slots, -0.3)]),
  );

test('divides slots by shares, even if one workflow has longer tasks or is capped or paused', async () => {
  await givenShare('a', '5.0', 5, 300);
  await givenShare('b', '5.1', 3, 300);
  await givenShare('c', '5.2', 1, 300);
  const fleet = new Fleet(45);
  await fleet.meanSlots(45);
  expect(await fleet.meanSlots(80)).toEqual(near({ a: 25, b: 15, c: 5 }));
  expect(await fleet.meanSlots(80, { b: 4 })).toEqual(near({ a: 25, b: 15, c: 5 }));
  await world.admin('post', '/api/workflows/b/scheduling').send({ max_slots: 3 }).expect(200);
  await fleet.meanSlots(90);
  expect(await fleet.meanSlots(40)).toEqual(near({ a: 35, b: 3, c: 7 }));
  await world.admin('post', '/api/workflows/b/scheduling').send({ max_slots: null }).expect(200);
  await world.admin('post', '/api/workflows/a/stop').expect(200);
  await fleet.meanSlots(90);
  expect(await fleet.meanSlots(40)).toEqual(near({ b: 33.75, c: 11.25 }));
  await fleet.drain();
});

test('divides the slots of an exhausted workflow by the shares of the others', async () => {
  await givenShare('a', '5.0', 5, 30);
  await givenShare('b', '5.1', 3, 200);
  await givenShare('c', '5.2', 1, 200);
  const fleet = new Fleet(40);
  await fleet.meanSlots(100);
  expect(await fleet.meanSlots(40)).toEqual(near({ b: 30, c: 10 }));
  await fleet.drain();
});
