import { expect, test } from '@jest/globals';
import { taskFixture } from '../../test/world.ts';
import { startModelOf } from './start-model.ts';

const VERSION = 'ab'.repeat(32);

test('a cold run starts from nothing', () => {
  expect(startModelOf(taskFixture())).toBeUndefined();
});

test.each([
  [
    'a seed step uses the pinned version of its seed',
    { seed_point_name: 'p@1', start_version: VERSION },
    `api/seed/p%401?version=${VERSION}`,
  ],
  [
    'a continued attempt uses the version at which its point stopped',
    { task_type: 'continue' as const, point_name: 'p', seed_point_name: 'p', start_version: VERSION },
    `api/seed/p?version=${VERSION}`,
  ],
  [
    'a spectrum uses the pinned version of its atmosphere',
    { atmosphere_ref: 'p', start_version: VERSION },
    `api/seed/p?version=${VERSION}`,
  ],
  ['a task without pinned versions uses the name', { atmosphere_ref: 'p' }, 'api/seed/p'],
])('%s', (_what, over, path) => {
  expect(startModelOf(taskFixture(over))?.path).toBe(path);
});
