import { expect, test } from '@jest/globals';
import { aTask } from '../../test/world.ts';
import { startOf } from './start.ts';

const VERSION = 'ab'.repeat(32);

test('a cold run starts from nothing', () => {
  expect(startOf(aTask())).toBeUndefined();
});

test.each([
  [
    'a seed step from the very version of its seed',
    { seed_point_name: 'p@1', start_version: VERSION },
    `api/seed/p%401?version=${VERSION}`,
  ],
  [
    'a spectrum from the very version of its atmosphere',
    { atmosphere_ref: 'p', start_version: VERSION },
    `api/seed/p?version=${VERSION}`,
  ],
  ['a task of a coordinator that names no versions from the name', { atmosphere_ref: 'p' }, 'api/seed/p'],
])('%s', (_what, over, path) => {
  expect(startOf(aTask(over))?.path).toBe(path);
});
