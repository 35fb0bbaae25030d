import { expect, test } from '@jest/globals';
import { isInScope } from './batch.ts';
import { errorLocation, errorOf, isMarkedNoResource } from '../full-text/diagnosis.ts';

test.each([
  ['all', false, false, true],
  ['all', true, true, true],
  ['undownloaded', false, false, true],
  ['undownloaded', true, false, false],
  ['unparsed', true, false, true],
  ['unparsed', true, true, false],
] as const)(
  'a batch of scope %s with a paper downloaded: %s, parsed: %s includes it: %s',
  (scope, downloaded, parsed, taken) => {
    expect(isInScope(scope, { downloaded, parsed, markedNoResource: false })).toBe(taken);
    expect(isInScope(scope, { downloaded, parsed, markedNoResource: true })).toBe(false);
  },
);

test('a location returns the stored diagnosis', () => {
  expect(errorOf(errorLocation({ cause: 'timeout', detail: 'no answer within 60 s' }))).toBe(
    'timeout: no answer within 60 s',
  );
  expect(errorOf(errorLocation({ cause: 'no_resource' }))).toBe('no_resource');
  expect(errorOf('paper.pdf')).toBeUndefined();
  expect(errorOf(null)).toBeUndefined();
});

test('a paper is marked only if both of its texts are marked as missing', () => {
  expect(isMarkedNoResource(['error:no_resource', 'error:no_resource'])).toBe(true);
  expect(isMarkedNoResource(['error:no_resource', 'paper.html'])).toBe(false);
  expect(isMarkedNoResource(['error:no_resource', null])).toBe(false);
});
