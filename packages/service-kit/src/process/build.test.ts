import { API_VERSION } from '@almagest/contracts';
import { expect, test } from '@jest/globals';
import { readBuild } from './build.ts';

test.each([
  [undefined, null],
  ['', null],
  ['$(git rev-parse HEAD)', null],
  ['be8fc0ce', 'be8fc0ce'],
])('the commit %j is read as %j', (given, commit) => {
  const env = given === undefined ? {} : { ALMAGEST_COMMIT: given };
  expect(readBuild(env)).toEqual({ version: API_VERSION, commit });
});
