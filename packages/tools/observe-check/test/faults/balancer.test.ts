// Tests the shipped configuration of the balancer with stand-ins for replicas.
import http, { type RequestListener } from 'node:http';
import { once } from 'node:events';
import { freePort } from '@almagest/test-kit/free-port';
import { until } from '@almagest/test-kit/until';
import { afterEach, describe, expect, test } from '@jest/globals';
import { HAS_HAPROXY, startBalancer } from '../balancer.ts';

const cleanups: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (let next = cleanups.pop(); next; next = cleanups.pop()) await next();
});

interface Replica {
  /** The requested paths, except readiness checks. */
  readonly seen: string[];
  ready: boolean;
}

async function startReplica(host: string, port: number, answer: RequestListener): Promise<Replica> {
  const replica: Replica = { seen: [], ready: true };
  const server = http.createServer((req, res) => {
    if (req.url === '/readyz') return void res.writeHead(replica.ready ? 200 : 503).end();
    replica.seen.push(req.url ?? '');
    answer(req, res);
  });
  server.listen(port, host);
  await once(server, 'listening');
  cleanups.push(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  return replica;
}

async function open(
  answer: RequestListener,
  options: { answerTimeout?: string; trustProxy?: string | undefined } = {},
) {
  const port = await freePort();
  const balancer = await startBalancer({ replicaPort: port, ...options });
  cleanups.push(() => balancer.kill());
  const hosts: string[] = [];
  const add = async (own: RequestListener = answer) => {
    const host = `127.0.0.${21 + hosts.length}`;
    const replica = await startReplica(host, port, own);
    hosts.push(host);
    balancer.setReplicas(hosts);
    return replica;
  };
  const first = await add();
  await until(async () => (await fetch(`${balancer.url}/readyz`)).ok, 'a response through the balancer');
  return { balancer, url: balancer.url, first, add };
}

const where = HAS_HAPROXY ? 'HAProxy' : 'HAProxy (SKIPPED: no haproxy on the PATH)';
(HAS_HAPROXY ? describe : describe.skip)(`on ${where}`, () => {
  test('a replica sees the client’s real address, even if the client claims another', async () => {
    const { url } = await open((req, res) => res.end(req.headers['x-forwarded-for']));
    const answer = await fetch(url, { headers: { 'X-Forwarded-For': '203.0.113.9' } });
    expect(await answer.text()).toMatch(/^203\.0\.113\.9, ?127\.0\.0\.1$/);
  });

  test.each([
    ["removes the clients' headers for protocol and host", '1', [undefined, undefined]],
    ['trusts a configured proxy in front of it', '2', ['https', 'elsewhere.example']],
    ['removes its headers without the variable', undefined, [undefined, undefined]],
  ])('the balancer %s', async (_what, trustProxy, expected) => {
    const { url } = await open(
      (req, res) => res.end(JSON.stringify([req.headers['x-forwarded-proto'], req.headers['x-forwarded-host']])),
      { trustProxy },
    );
    const headers = { 'X-Forwarded-Proto': 'https', 'X-Forwarded-Host': 'elsewhere.example' };
    const seen = (await (await fetch(url, { headers })).json()) as (string | null)[];
    expect(seen.map((value) => value ?? undefined)).toEqual(expected);
  });

  test('events reach the client as they happen, and an upload reaches the replica while it is sent', async () => {
    let tell: (text: string) => void = () => undefined;
    let received = '';
    const { url } = await open((req, res) => {
      req.setEncoding('utf8').on('data', (part: string) => (received += part));
      if (req.method === 'POST') return void req.once('end', () => res.end('all there'));
      res.writeHead(200, { 'Content-Type': 'text/event-stream' });
      res.flushHeaders();
      tell = (text) => void res.write(text);
    });
    const events = await fetch(url);
    const reader = (events.body as ReadableStream<Uint8Array>).getReader();
    for (const event of ['data: 1\n\n', 'data: 2\n\n']) {
      tell(event);
      expect(new TextDecoder().decode((await reader.read()).value)).toBe(event);
    }
    await reader.cancel();
    const upload = http.request(url, { method: 'POST' });
    upload.write('first');
    await until(() => received === 'first', 'the first part');
    upload.end('last');
    const [answer] = (await once(upload, 'response')) as [http.IncomingMessage];
    expect((await answer.setEncoding('utf8').toArray()).join('')).toBe('all there');
    expect(received).toBe('firstlast');
  });

  test("a replica that is not ready gets no requests, and if none is ready, the replicas' own answers are passed on", async () => {
    const { url, first, add } = await open((_req, res) => res.end('first'));
    const second = await add((_req, res) => res.end('second'));
    const answers = async () =>
      new Set(await Promise.all(Array.from({ length: 6 }, async () => (await fetch(url)).text())));
    await until(async () => (await answers()).size === 2, 'both replicas to answer');
    first.ready = false;
    await until(async () => !(await answers()).has('first'), 'the first replica to be removed');
    second.ready = false;
    await until(async () => (await answers()).size === 2, 'both replicas to answer although none is ready');
    first.ready = true;
    await until(async () => !(await answers()).has('second'), 'only the first replica to return');
  });

  test('a request that has reached a replica is never sent to another replica', async () => {
    const breaking: RequestListener = (req) => {
      req.resume();
      req.once('end', () => req.socket.resetAndDestroy());
    };
    const { url, first, add } = await open(breaking);
    const second = await add(breaking);
    await until(async () => {
      await fetch(`${url}/one-of-many`).catch(() => undefined);
      return second.seen.length > 0;
    }, 'both replicas to be known');
    const answer = await fetch(`${url}/once`, { method: 'POST', body: 'x', headers: { connection: 'close' } });
    expect(answer.status).toBe(502);
    expect([...first.seen, ...second.seen].filter((path) => path === '/once')).toEqual(['/once']);
  });

  test('the balancer stops using a replica that does not answer, and without any replica answers 503 with Retry-After', async () => {
    const { url, balancer } = await open((_req, _res) => undefined, { answerTimeout: '1s' });
    const told = async (status: number) => {
      const answer = await fetch(url);
      const body = (await answer.json()) as { readonly success: boolean };
      return answer.status === status && answer.headers.get('retry-after') === '1' && !body.success;
    };
    await until(() => told(504), 'the silent replica to be noticed');
    balancer.setReplicas([]);
    await until(() => told(503), 'the replica to be forgotten');
  });
});
