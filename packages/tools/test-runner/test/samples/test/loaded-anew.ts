import { afterAll, beforeAll } from '@jest/globals';

let loaded = 0;
// This hook is registered with the file that is loading, so it runs once per file.
beforeAll(() => {
  loaded += 1;
});
afterAll(() => undefined);

export const loads = () => loaded;
