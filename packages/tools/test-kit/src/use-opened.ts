import { afterAll, beforeAll } from '@jest/globals';

/** Opens something before the tests of a file and closes it after them. Use its members only in hooks and tests. */
export function useOpened<T extends { close(): Promise<void> }>(open: () => Promise<T>): T {
  const members = {} as T;
  let opened: T | undefined;
  beforeAll(async () => {
    opened = Object.assign(members, await open());
  });
  afterAll(async () => await opened?.close());
  return members;
}
