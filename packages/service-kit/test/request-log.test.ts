import { until } from '@almagest/test-kit/until';
import { afterAll, beforeAll, beforeEach, describe, expect, jest, test } from '@jest/globals';
import http from 'node:http';
import { SmallEdge } from './small-edge.ts';

const edge = new SmallEdge();
let url: string;
beforeAll(async () => {
  await edge.start();
  ({ url } = edge);
});
afterAll(() => edge.stop());
beforeEach(() => edge.forget());

const { seen } = edge;
const store = edge.store.bind(edge);
const GOOD = '{"n":1}';

describe('a failure', () => {
  test('of an unreachable dependency is reported with its name, counted separately, and logged once', async () => {
    edge.metrics.registry.resetMetrics();
    for (let time = 0; time < 3; time += 1) {
      const answer = await fetch(`${url}/api/things/away`, { method: 'POST', body: GOOD });
      expect([answer.status, Number(answer.headers.get('retry-after')) > 0, await answer.json()]).toEqual([
        503,
        true,
        { success: false, message: 'the database does not answer. Try again in a while', data: null },
      ]);
    }
    await until(() => seen.lines.filter(({ msg }) => msg === 'request').length === 3);
    expect(seen.lines.filter(({ level }) => level === 50)).toHaveLength(1);
    expect(seen.lines.filter(({ cause }) => cause === 'database')).toHaveLength(3);
    expect((await edge.metrics.requests.failures.get()).values).toEqual([
      { labels: { operation: 'store', cause: 'database' }, value: 3 },
    ]);
  });
});

describe('a caller that disconnects', () => {
  test('in the middle of a list is not a fault, and Node prints no warning', async () => {
    const warned = jest.spyOn(process, 'emitWarning');
    edge.metrics.registry.resetMetrics();
    const asking = http.request(`${url}/api/things/list`, { method: 'POST' });
    asking.on('error', () => undefined);
    asking.on('response', (answer) => answer.once('data', () => asking.destroy()));
    asking.end(GOOD);
    await until(() => seen.lines.length > 0);
    expect(seen.lines).toEqual([expect.objectContaining({ level: 30, msg: 'request', status: 200, cut: true })]);
    expect((await edge.metrics.requests.failures.get()).values).toEqual([]);
    expect(warned).not.toHaveBeenCalled();
  });

  test('before its request is complete is not a fault either, and gets no response', async () => {
    const asking = http.request(`${url}/api/things/x`, { method: 'POST', headers: { 'content-length': '100' } });
    asking.on('error', () => undefined);
    asking.write('{"n":');
    await until(() => seen.steps.includes('before'));
    asking.destroy();
    await until(() => seen.lines.length > 0);
    expect(seen.lines).toEqual([expect.objectContaining({ level: 30, msg: 'request', status: 499, cut: true })]);
  });
});

describe('the log and the metrics', () => {
  test('have a line and a count for each request, without its query', async () => {
    edge.metrics.registry.resetMetrics();
    await store(GOOD, { path: '/api/things/x?limit=1', headers: { 'x-request-id': 'mine' } });
    await fetch(`${url}/nowhere?token=hunter2`);
    await until(() => seen.lines.length === 2);
    const client = '127.0.0.1';
    const mine = { level: 30, req_id: 'mine', method: 'POST', path: '/api/things/x', status: 200, client };
    expect(seen.lines).toEqual([
      expect.objectContaining({ ...mine, caller: 'anyone for store' }),
      expect.objectContaining({ level: 30, method: 'GET', path: '/nowhere', status: 404, caller: 'anonymous', client }),
    ]);
    expect(JSON.stringify(seen.lines)).not.toContain('hunter2');
    const { values } = await edge.metrics.requests.durations.get();
    const counts = values.filter(({ metricName }) => metricName?.endsWith('_count'));
    expect(counts.map(({ labels, value }) => [labels.operation, labels.status, value])).toEqual([
      ['store', 200, 1],
      ['none', 404, 1],
    ]);
  });

  test('name the caller, unless the credentials were wrong', async () => {
    await store(GOOD, { headers: { authorization: 'Bearer n1' } });
    await store(GOOD, { headers: { authorization: 'Bearer wrong' } });
    await until(() => seen.lines.length === 2);
    expect(seen.lines.map(({ status, caller }) => [status, caller])).toEqual([
      [200, 'node n1 for store'],
      [401, 'anonymous'],
    ]);
  });

  test('do not contain the health checks of a supervisor', async () => {
    await fetch(`${url}/healthz`);
    await until(() => seen.lines.length === 1);
    expect(seen.lines).toEqual([expect.objectContaining({ level: 20, path: '/healthz' })]);
  });

  test('report a response that was cut off', async () => {
    const asking = http.get(`${url}/files/slow`);
    asking.on('error', () => undefined);
    await until(() => seen.asked.length === 1);
    asking.destroy();
    await until(() => seen.lines.length === 1);
    expect(seen.lines).toEqual([expect.objectContaining({ path: '/files/slow', cut: true })]);
  });
});
