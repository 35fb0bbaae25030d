import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';

test('fails at the reported place', () => {
  expect(1).toBe(2);
});

test('throws an uncaught error', async () => {
  setTimeout(() => {
    throw new Error('thrown by a timer');
  }, 1);
  await new Promise((resolve) => setTimeout(resolve, 20));
});

test('rejects without a handler', async () => {
  void Promise.reject(new Error('rejected unhandled'));
  await new Promise((resolve) => setTimeout(resolve, 20));
});

test('expects an assertion', () => {
  expect.assertions(1);
});

describe('after a hook that fails', () => {
  beforeAll(() => {
    throw new Error('no world', { cause: new Error('no database') });
  });
  test('counts as failed', () => undefined);
});

describe('before a hook that fails', () => {
  afterAll(() => {
    throw new Error('not closed');
  });
  test('still passes', () => undefined);
});

test.todo('is not written yet');
