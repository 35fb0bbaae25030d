import { afterAll, afterEach, beforeAll, beforeEach } from '@jest/globals';

interface Closable {
  close(): Promise<void>;
}

/**
 * Opens a resource before the tests of a file and closes the resource after the tests. Use its members only in hooks
 * and tests.
 */
export function useOpened<T extends Closable>(open: () => Promise<T>): T {
  return openedBetween(beforeAll, afterAll, open);
}

/**
 * Opens a resource before each test and closes the resource after the test. Use its members only in hooks and tests.
 */
export function useOpenedEach<T extends Closable>(open: () => Promise<T>): T {
  return openedBetween(beforeEach, afterEach, open);
}

type Hook = (run: () => Promise<void>) => void;

function openedBetween<T extends Closable>(before: Hook, after: Hook, open: () => Promise<T>): T {
  const members = {} as T;
  let opened: T | undefined;
  before(async () => {
    opened = Object.assign(members, await open());
  });
  after(async () => {
    await opened?.close();
    opened = undefined;
  });
  return members;
}
