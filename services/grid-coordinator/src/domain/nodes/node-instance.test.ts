import { expect, test } from '@jest/globals';
import { mayRun } from './node-instance.ts';

const known = { id: 'a', host: 'here', isHeard: true };

test.each([
  ['the first instance', undefined, { id: 'b' }, true],
  ['a restart', known, { id: 'a' }, true],
  ['a copy while the original is online', known, { id: 'b' }, false],
  ['a machine that replaces a silent machine', { ...known, isHeard: false }, { id: 'b' }, true],
  ['an agent that does not say where it runs', known, undefined, true],
])('%s', (_which, one, other, expected) => expect(mayRun(one, other)).toBe(expected));
