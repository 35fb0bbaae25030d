// Replaces the replicas behind the shipped balancer one by one. The replicas are real API processes under load.
import type { Program } from '@almagest/test-kit/program';
import { until } from '@almagest/test-kit/until';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { HAS_HAPROXY, startBalancer, type Balancer } from '../balancer.ts';
import { ADMIN_TOKEN, API_TOKEN, Site } from '../site.ts';

const CALLERS = 8;
/**
 * The pause of a caller between requests, in ms. Without the pause, new replicas would start too slowly on a small
 * machine.
 */
const THINKING_MS = 10;

/** Settings of the containers, the same for each service. */
const [DRAIN_MS = '', ...otherDrains] = new Set(
  [
    ...readFileSync(join(import.meta.dirname, '../../../../../docker-compose.yml'), 'utf8').matchAll(
      / DRAIN_MS: '(\d+)'/g,
    ),
  ].map(([, value]) => value),
);

/** Sends requests continuously until `stop` is called. An unexpected answer is a failure. */
class Load {
  readonly failures: string[] = [];
  answered = 0;
  #stopping = false;
  readonly #done: Promise<unknown>;

  constructor(ask: () => Promise<string | undefined>) {
    const call = async () => {
      while (!this.#stopping) {
        const failure = await ask().catch((error: unknown) => String((error as Error).cause ?? error));
        if (failure === undefined) this.answered += 1;
        else this.failures.push(failure);
        await sleep(THINKING_MS);
      }
    };
    this.#done = Promise.all(Array.from({ length: CALLERS }, call));
  }

  async stop(): Promise<void> {
    this.#stopping = true;
    await this.#done;
  }

  /** Waits until every caller has completed a request that began after this call. */
  async more(): Promise<void> {
    const before = this.answered;
    await until(() => this.answered >= before + 2 * CALLERS, 'more answers');
  }
}

const where = HAS_HAPROXY ? 'HAProxy' : 'HAProxy (SKIPPED: no haproxy on the PATH)';
(HAS_HAPROXY ? describe : describe.skip)(`on ${where}`, () => {
  let site: Site;
  beforeAll(async () => {
    site = await Site.open();
  });
  afterAll(async () => {
    await site.close();
  });

  test.each([
    ['grid-api', 2, '/api/workflows', '/api/workflows', ADMIN_TOKEN],
    ['literature-api', 2, '/api/library', '/api/chat/answer', API_TOKEN],
  ] as const)(
    'no request fails while each of the replicas of %s is replaced',
    async (name, count, readPath, writePath, token) => {
      const balancer = await startBalancer({ replicaPort: site.ports[name] });
      try {
        await rollOut(balancer, name, { count, readPath, writePath, token });
      } finally {
        await balancer.kill();
      }
    },
    300_000,
  );

  async function rollOut(
    balancer: Balancer,
    name: 'grid-api' | 'literature-api',
    {
      count,
      readPath,
      writePath,
      token,
    }: { readonly count: number; readonly readPath: string; readonly writePath: string; readonly token: string },
  ): Promise<void> {
    expect(otherDrains).toEqual([]);
    expect(Number(DRAIN_MS)).toBeGreaterThan(0);
    const replicas = new Map<string, Program>();
    let last = 10;
    const start = () => {
      const host = `127.0.0.${(last += 1)}`;
      replicas.set(host, site.startReplica(name, host, { DRAIN_MS }));
      // The engine's name server lists a container as soon as it starts, long before it answers.
      balancer.setReplicas([...replicas.keys()]);
      return host;
    };
    const untilReady = (host: string) =>
      until(
        async () => (await fetch(`http://${host}:${site.ports[name]}/readyz`).catch(() => undefined))?.ok,
        `${host} to be ready`,
      );
    await Promise.all(Array.from({ length: count }, start).map(untilReady));
    await until(async () => (await fetch(`${balancer.url}/readyz`)).ok, 'a response through the balancer');

    let turn = 0;
    const load = new Load(async () => {
      turn += 1;
      if (turn % 10 === 0) {
        const readiness = await fetch(`${balancer.url}/readyz`);
        return readiness.ok ? undefined : `not ready: ${await readiness.text()}`;
      }
      const isWrite = turn % 3 === 0;
      const answer = await fetch(balancer.url + (isWrite ? writePath : readPath), {
        method: isWrite ? 'POST' : 'GET',
        // Some requests open a new connection, and others reuse a connection.
        headers: { authorization: `Bearer ${token}`, ...(turn % 2 === 0 ? { connection: 'close' } : {}) },
        ...(isWrite ? { body: 'x'.repeat(100_000) } : {}),
      });
      const text = await answer.text();
      // The service itself rejects the invalid body after reading it.
      const isExpected = isWrite ? [400, 415].includes(answer.status) : answer.status === 200;
      return isExpected ? undefined : `${answer.status} ${text}`;
    });
    await load.more();
    const replaced = new Map(replicas);
    for (const [old, program] of replaced) {
      await untilReady(start());
      await load.more();
      program.signal('SIGTERM');
      // The old replica is no longer ready but still answers.
      const direct = `http://${old}:${site.ports[name]}`;
      await until(async () => (await fetch(`${direct}/readyz`)).status === 503, `${old} to say that it stops`);
      const late = await fetch(direct + readPath, { headers: { authorization: `Bearer ${token}` } });
      expect(late.status).toBe(200);
      expect(await program.exited).toBe(0);
      replicas.delete(old);
      balancer.setReplicas([...replicas.keys()]);
      await load.more();
    }
    await load.stop();
    expect(load.failures).toEqual([]);
    expect(load.answered).toBeGreaterThan(100);
    for (const program of replicas.values()) program.signal('SIGTERM');
    await Promise.all([...replicas.values()].map(({ exited }) => exited));
  }
});
