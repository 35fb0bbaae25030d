import { expect, test } from '@jest/globals';
import type { Test } from '@jest/test-result';
import fc from 'fast-check';
import { FileQueue } from './file-queue.ts';

const file = (project: string, path: string) => ({ path, context: { config: { rootDir: project } } }) as Test;
const filesOf = (project: string, count: number) =>
  Array.from({ length: count }, (_, index) => file(project, `${project}${index}`));
const named = (test: Test | undefined) => test?.path;

test('a process stays with its project, and then joins the project with the most files per process', () => {
  const queue = new FileQueue([...filesOf('big', 4), ...filesOf('small', 2)]);
  const first = queue.take(undefined);
  const second = queue.take(undefined);
  expect([first, second].map(named)).toEqual(['big0', 'small0']);
  const next = queue.take(second);
  expect(named(next)).toBe('small1');
  expect(named(queue.take(next))).toBe('big1');
  expect(named(queue.take(first))).toBe('big2');
});

test('a project that no process runs comes before a larger one', () => {
  const queue = new FileQueue([...filesOf('big', 9), ...filesOf('small', 1)]);
  expect([queue.take(undefined), queue.take(undefined), queue.take(undefined)].map(named)).toEqual([
    'big0',
    'small0',
    'big1',
  ]);
});

test('every file is taken once, by any process', () => {
  fc.assert(
    fc.property(
      fc.array(fc.nat({ max: 6 }), { minLength: 1, maxLength: 5 }),
      fc.array(fc.nat({ max: 3 }), { minLength: 40, maxLength: 40 }),
      (sizes, askers) => {
        const tests = sizes.flatMap((size, index) => filesOf(`p${index}/`, size));
        const queue = new FileQueue(tests);
        const last: (Test | undefined)[] = [undefined, undefined, undefined, undefined];
        const taken: Test[] = [];
        for (const asker of askers) {
          const test = queue.take(last[asker]);
          if (test === undefined) break;
          last[asker] = test;
          taken.push(test);
        }
        expect(new Set(taken)).toEqual(new Set(tests));
        expect(taken).toHaveLength(tests.length);
      },
    ),
  );
});
