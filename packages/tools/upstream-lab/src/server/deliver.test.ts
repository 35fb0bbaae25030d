import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from '@jest/globals';
import type { Delivery } from '../faults/apply.ts';
import { deliver } from './deliver.ts';

test.each([
  ['a body of many pieces', 40, undefined],
  ['a body that drips', 1, { bytes: 2 ** 15, everyMs: 1 }],
])('leaves no listener for each piece of %s', async (_what, pieces, drip) => {
  const body = Array<string>(pieces).fill('0'.repeat((40 / pieces) * 2 ** 16));
  const reply = { status: 200, headers: {}, body };
  const delivery: Delivery = { kind: 'reply', reply, ...(drip === undefined ? {} : { drip }) };
  const added = Promise.withResolvers<number>();
  const listenersOf = (response: ServerResponse) =>
    ['close', 'error', 'drain'].reduce((sum, event) => sum + response.listenerCount(event), 0);
  const server = createServer((_request, response) => {
    const before = listenersOf(response);
    void deliver(delivery, response, false).then(() => added.resolve(listenersOf(response) - before));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const answer = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  expect((await answer.text()).length).toBe(40 * 2 ** 16);
  expect(await added.promise).toBeLessThanOrEqual(0);
  server.close();
});
