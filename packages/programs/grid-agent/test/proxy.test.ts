import { once } from 'node:events';
import { createServer, request as send } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pipeline } from 'node:stream';
import { until } from '@almagest/test-kit/until';
import { expect, test } from '@jest/globals';
import { startStandIn, type StandIn } from './stand-in.ts';
import { cleanUp, startAgent, temporaryDirectory } from './world.ts';

/** Starts a proxy that forwards everything to the coordinator. Returns the requested hosts and the environment. */
async function startProxy(coordinator: StandIn): Promise<{ hosts: string[]; env: Record<string, string> }> {
  const hosts: string[] = [];
  const proxy = createServer((request, response) => {
    const { method = 'GET', headers, url = '' } = request;
    const { host, pathname, search } = new URL(url);
    hosts.push(host);
    const forwarded = send(coordinator.url + pathname + search, { method, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      pipeline(answer, response, () => undefined);
    });
    // The connections end with the test.
    forwarded.on('error', () => response.destroy());
    request.pipe(forwarded);
  });
  proxy.listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  cleanUp(() => {
    proxy.closeAllConnections();
    proxy.close();
  });
  return { hosts, env: { HTTP_PROXY: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}` } };
}

/** Sets variables of this process until the test ends. */
function setEnvironment(env: Record<string, string>): void {
  Object.assign(process.env, env);
  cleanUp(() => {
    for (const name of Object.keys(env)) delete process.env[name];
  });
}

test('an agent reaches a coordinator that only the proxy can reach', async () => {
  const coordinator = await startStandIn();
  const { hosts, env } = await startProxy(coordinator);
  setEnvironment(env);
  startAgent({ url: 'http://coordinator.invalid:8090', workDir: temporaryDirectory() });
  await until(() => coordinator.heartbeats.length > 0);
  expect(new Set(hosts)).toEqual(new Set(['coordinator.invalid:8090']));
});

test('an agent uses no proxy for the hosts of NO_PROXY', async () => {
  const coordinator = await startStandIn();
  const { hosts, env } = await startProxy(coordinator);
  setEnvironment({ ...env, NO_PROXY: '127.0.0.1' });
  startAgent({ url: coordinator.url });
  await until(() => coordinator.heartbeats.length > 0);
  expect(hosts).toEqual([]);
});
