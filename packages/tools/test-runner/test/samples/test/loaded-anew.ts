import { afterAll, beforeAll } from '@jest/globals';

let loaded = 0;
// Registered with the file that is loading, so once per file.
beforeAll(() => {
  loaded += 1;
});
afterAll(() => undefined);

export const loads = () => loaded;
