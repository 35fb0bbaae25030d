import { openLocalServer } from '@almagest/test-kit/local-server';
import { expect, test } from '@jest/globals';
import { boundedFetch } from './bounded-fetch.ts';

test('an answer of the provider may have one MiB, and no more', async () => {
  const limit = 1024 ** 2;
  const server = await openLocalServer(({ path }, response) => void response.end(Buffer.alloc(Number(path.slice(1)))));
  const read = async (bytes: number) => {
    const url = `${server.origin}/${bytes}`;
    const reply = await boundedFetch(url, { method: 'GET', headers: {}, body: undefined, redirect: 'manual' });
    return (await reply.arrayBuffer()).byteLength;
  };
  try {
    expect(await read(limit)).toBe(limit);
    await expect(read(limit + 1)).rejects.toThrow(`the answer is larger than ${limit} bytes`);
  } finally {
    await server.close();
  }
});
