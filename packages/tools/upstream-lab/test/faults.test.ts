import { until } from '@almagest/test-kit/until';
import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import { referenceText, startUpstreamLab, type Fault, type UpstreamLab } from '../src/index.ts';

let lab: UpstreamLab;
beforeAll(async () => {
  lab = await startUpstreamLab();
});
afterEach(() => {
  lab.clearFaults();
  lab.clearRequests();
});
afterAll(() => lab.close());

const control = (method: string, path: string, value?: unknown) =>
  fetch(`${lab.url}${path}`, { method, ...(value === undefined ? {} : { body: JSON.stringify(value) }) });
const html = (init?: RequestInit) => fetch(`${lab.origins.preprintWeb}/html/1405.9021`, init);
const pdf = (init?: RequestInit) => fetch(`${lab.origins.preprintWeb}/pdf/1405.9021`, init);
const page = async (fault: Fault) => {
  lab.setFault('preprintWeb.html', fault);
  const answer = await html({ redirect: 'manual' });
  return { status: answer.status, headers: answer.headers, text: await answer.text() };
};

test('answers 429 with the message of each host and the configured wait', async () => {
  lab.setFault('preprintApi.query', { kind: 'rate_limited' });
  lab.setFault('catalog.search', { kind: 'rate_limited', retry_after: 17 });
  const preprint = await fetch(`${lab.origins.preprintApi}/api/query?search_query=star`);
  expect([preprint.status, preprint.headers.get('retry-after'), await preprint.text()]).toEqual([
    429,
    null,
    'Rate exceeded.',
  ]);
  const catalog = await fetch(`${lab.origins.catalog}/v1/search/query?q=star`);
  expect([catalog.status, catalog.headers.get('retry-after')]).toEqual([429, '17']);
  await expect(catalog.json()).resolves.toEqual({ error: 'Too many requests' });
});

test('fails with a page that is not JSON, or with the configured body', async () => {
  lab.setFault('catalog.search', [
    { kind: 'server_error', times: 1 },
    { kind: 'server_error', status: 502, body: 'bad gateway' },
  ]);
  const first = await fetch(`${lab.origins.catalog}/v1/search/query?q=star`);
  expect([first.status, first.headers.get('content-type')]).toEqual([500, 'text/html; charset=utf-8']);
  const second = await fetch(`${lab.origins.catalog}/v1/search/query?q=star`);
  expect([second.status, await second.text()]).toEqual([502, 'bad gateway']);
});

test('never answers until the caller disconnects', async () => {
  lab.setFault('preprintWeb.html', { kind: 'timeout' });
  const controller = new AbortController();
  const answer = html({ signal: controller.signal });
  await until(() => lab.requests({ route: 'preprintWeb.html' }).length === 1);
  controller.abort();
  await expect(answer).rejects.toThrow('abort');
  await until(() => lab.traffic('preprintWeb').maxConcurrent === 1);
  expect(lab.requests()[0]).toMatchObject({ fault: 'timeout', status: undefined });
});

test('closes the connection before the first byte', async () => {
  lab.setFault('preprintWeb.html', { kind: 'reset', times: 1 });
  await expect(html()).rejects.toThrow('fetch failed');
  expect((await html()).status).toBe(200);
});

test('sends the body in small pieces after the headers', async () => {
  lab.setFault('preprintWeb.pdf', { kind: 'slow_drip', bytes: 5, every_ms: 60_000 });
  const answer = await pdf();
  expect(answer.status).toBe(200);
  const reader = answer.body?.getReader();
  const first = await reader?.read();
  expect(Buffer.from(first?.value ?? []).toString()).toBe('%PDF-');
  await reader?.cancel();
});

test.each([
  ['cleared', () => lab.clearFaults()],
  ['replaced', () => lab.setFault('preprintWeb.pdf', { kind: 'forbidden' })],
])('holds back the rest of the body until the fault is %s', async (_how, end) => {
  const whole = Buffer.from(await (await pdf()).arrayBuffer());
  lab.setFault('preprintWeb.pdf', { kind: 'hold', bytes: 5 });
  const reader = (await pdf()).body?.getReader();
  expect(Buffer.from((await reader?.read())?.value ?? []).toString()).toBe('%PDF-');
  const rest: Uint8Array[] = [];
  const next = reader?.read().then(({ value }) => void (value && rest.push(value)));
  // Another answer on the same connection pool arrives completely in the meantime.
  expect((await html()).status).toBe(200);
  expect(rest).toEqual([]);
  end();
  await next;
  for (let more = await reader?.read(); more?.value !== undefined; more = await reader?.read()) rest.push(more.value);
  expect(Buffer.concat(rest).equals(whole.subarray(5))).toBe(true);
});

test('holds back the whole body, but not the headers', async () => {
  lab.setFault('preprintWeb.html', { kind: 'hold' });
  const answer = await html();
  expect(answer.status).toBe(200);
  lab.clearFaults();
  expect(await answer.text()).toContain('</html>');
});

test('announces the full length and cuts the body', async () => {
  const whole = (await (await pdf()).arrayBuffer()).byteLength;
  for (const bytes of [undefined, 1000]) {
    lab.setFault('preprintWeb.pdf', { kind: 'truncated', ...(bytes === undefined ? {} : { bytes }) });
    const answer = await pdf();
    expect(Number(answer.headers.get('content-length'))).toBe(whole);
    let received = 0;
    await expect(
      (async () => {
        for await (const chunk of answer.body ?? []) received += chunk.byteLength;
      })(),
    ).rejects.toThrow('terminated');
    expect(received).toBe(bytes ?? Math.floor(whole / 2));
  }
});

test.each([
  ['cloudflare', 403, 'challenge-platform'],
  ['radware', 200, 'made us think that you are a bot'],
  ['imperva', 200, '_Incapsula_Resource'],
  ['akamai', 403, 'Reference #18.'],
  ['springer', 200, '<title>Client Challenge</title>'],
  ['sucuri', 307, 'sucuri_cloudproxy_js'],
  ['datadome', 403, 'captcha-delivery.com'],
  ['preprint', 403, '<title>Access Denied</title>'],
] as const)('shows the challenge of %s', async (system, status, mark) => {
  const answer = await page({ kind: 'challenge', system });
  expect(answer.status).toBe(status);
  expect(answer.text).toContain(mark);
  expect(answer.headers.get('cf-mitigated')).toBe(system === 'cloudflare' ? 'challenge' : null);
});

test('serves a login page, a page without HTML, an empty reply and a refusal', async () => {
  expect(await page({ kind: 'login_wall' })).toMatchObject({ status: 200, text: expect.stringContaining('Sign in') });
  expect(await page({ kind: 'no_html' })).toMatchObject({
    status: 404,
    text: expect.stringContaining("No HTML for '1405.9021'"),
  });
  expect(await page({ kind: 'not_found' })).toMatchObject({ status: 404 });
  expect(await page({ kind: 'forbidden' })).toMatchObject({ status: 403 });
});

test('sends a page with the type of a PDF, and a PDF with another type', async () => {
  lab.setFault('preprintWeb.pdf', [
    { kind: 'html_as_pdf', times: 1 },
    { kind: 'wrong_content_type', times: 1 },
    { kind: 'wrong_content_type', content_type: 'text/html' },
  ]);
  const first = await pdf();
  expect([first.headers.get('content-type'), (await first.text()).slice(0, 9)]).toEqual([
    'application/pdf',
    '<!DOCTYPE',
  ]);
  const second = await pdf();
  expect([second.headers.get('content-type'), (await second.text()).slice(0, 5)]).toEqual([
    'application/octet-stream',
    '%PDF-',
  ]);
  expect((await pdf()).headers.get('content-type')).toBe('text/html');
});

test('redirects to the abstract page, to private addresses, and in a loop', async () => {
  expect((await page({ kind: 'redirect_to_abstract' })).headers.get('location')).toBe(
    `${lab.origins.preprintWeb}/abs/1405.9021`,
  );
  const trap = (await page({ kind: 'redirect_private' })).headers.get('location') ?? '';
  expect(new URL(trap).origin).toBe(lab.origins.intranet);
  await fetch(trap);
  expect(lab.requests({ host: 'intranet' })).toHaveLength(1);
  const location = 'http://169.254.169.254/latest/meta-data/';
  expect((await page({ kind: 'redirect_private', location })).headers.get('location')).toBe(location);
  expect((await page({ kind: 'redirect_loop' })).headers.get('location')).toBe('/html/1405.9021');
});

test('sends too many bytes, announced or not', async () => {
  lab.setFault('preprintWeb.pdf', { kind: 'oversized', bytes: 300_000, announced: true });
  const announced = await pdf();
  const body = await announced.arrayBuffer();
  expect(body.byteLength).toBeGreaterThan(300_000);
  expect(Number(announced.headers.get('content-length'))).toBe(body.byteLength);
  lab.setFault('preprintWeb.pdf', { kind: 'oversized', bytes: 300_000 });
  const hidden = await pdf();
  expect(hidden.headers.get('content-length')).toBeNull();
  expect((await hidden.arrayBuffer()).byteLength).toBe(body.byteLength);
});

test('sends incomplete JSON with a correct length', async () => {
  lab.setFault('catalog.search', { kind: 'broken_body' });
  const answer = await fetch(`${lab.origins.catalog}/v1/search/query?q=star`, {
    headers: { authorization: 'Bearer lab-catalog-key' },
  });
  expect(answer.status).toBe(200);
  await expect(answer.json()).rejects.toThrow('JSON');
});

test('affects the configured number of requests, after the skipped ones, and only matching ones', async () => {
  const open = async (id: string) => (await fetch(`${lab.origins.preprintWeb}/abs/${id}`)).status;
  lab.setFault('preprintWeb.abstract', { kind: 'forbidden', after: 1, times: 2, only: '1405.9021' });
  const seen = [];
  for (const id of ['1706.90031', '1405.9021', '1706.90031', '1405.9021', '1405.9021', '1405.9021'])
    seen.push(await open(id));
  expect(seen).toEqual([200, 200, 200, 403, 403, 200]);
});

test('can be set over HTTP, which also lists the active faults', async () => {
  const fault = { kind: 'rate_limited', retry_after: 5, times: 3 };
  expect((await control('PUT', '/lab/faults/preprintWeb.html', fault)).status).toBe(204);
  await expect((await control('GET', '/lab/faults')).json()).resolves.toEqual({ 'preprintWeb.html': [fault] });
  expect((await html()).status).toBe(429);
  expect((await control('DELETE', '/lab/faults/preprintWeb.html')).status).toBe(204);
  expect((await html()).status).toBe(200);
});

test.each([
  ['preprintWeb.html', { kind: 'nonsense' }, 'unknown kind "nonsense"'],
  ['preprintWeb.html', { kind: 'truncated', byte: 3 }, 'truncated has no setting byte'],
  ['preprintWeb.html', { kind: 'truncated', bytes: 'many' }, 'bytes must be a number'],
  ['preprintWeb.html', { kind: 'challenge', system: 'sphinx' }, 'system must be one of'],
  ['preprintWeb.html', { kind: 'empty_page' }, 'this route does not support empty_page'],
  ['preprintWeb.nothing', { kind: 'timeout' }, 'no route preprintWeb.nothing'],
  ['preprintWeb.html', 'timeout', 'a fault must be an object with a kind'],
])('rejects, for %s, the fault %j', async (route, fault, message) => {
  const answer = await control('PUT', `/lab/faults/${route}`, fault);
  expect(answer.status).toBe(400);
  await expect(answer.json()).resolves.toMatchObject({ error: expect.stringContaining(message) });
});

test('records requests with their time distance and concurrency', async () => {
  lab.setFault('preprintWeb.html', { kind: 'timeout' });
  const controller = new AbortController();
  const waiting = [1, 2, 3].map(() =>
    html({ signal: controller.signal, headers: { 'user-agent': 'lab-test' } }).catch(() => undefined),
  );
  await until(() => lab.requests({ route: 'preprintWeb.html' }).length === 3);
  controller.abort();
  await Promise.all(waiting);
  const traffic = lab.traffic('preprintWeb');
  expect(traffic).toMatchObject({ count: 3, maxConcurrent: 3 });
  const times = lab.requests().map(({ atMs }) => atMs);
  expect(traffic.minGapMs).toBe(Math.min(times[1]! - times[0]!, times[2]! - times[1]!));
  await expect((await control('GET', '/lab/requests?host=preprintWeb&limit=2')).json()).resolves.toMatchObject({
    total: 3,
    requests: [
      { number: expect.any(Number) },
      { route: 'preprintWeb.html', method: 'GET', target: '/html/1405.9021', headers: { 'user-agent': 'lab-test' } },
    ],
  });
  await expect((await control('GET', '/lab/traffic')).json()).resolves.toMatchObject({
    preprintWeb: { count: 3 },
    catalog: { count: 0, minGapMs: null },
  });
  expect((await control('DELETE', '/lab/requests')).status).toBe(204);
  expect(lab.requests()).toEqual([]);
});

test('delays the answers of one host', async () => {
  expect((await control('PUT', '/lab/latency', { names: 3_600_000 })).status).toBe(204);
  const controller = new AbortController();
  const waiting = fetch(`${lab.origins.names}/cgi-bin/nph-sesame/-oxp/S?Vega`, { signal: controller.signal });
  await until(() => lab.requests({ host: 'names' }).length === 1);
  expect((await html()).status).toBe(200);
  expect(lab.requests({ host: 'names' })[0]?.status).toBeUndefined();
  controller.abort();
  await expect(waiting).rejects.toThrow('abort');
  lab.setLatency('names', 0);
  expect((await fetch(`${lab.origins.names}/cgi-bin/nph-sesame/-oxp/S?Vega`)).status).toBe(200);
  expect((await control('PUT', '/lab/latency', { nobody: 3 })).status).toBe(400);
});

test('changes its settings over HTTP and rejects invalid values', async () => {
  expect((await control('PUT', '/lab/settings', { pageFrame: false })).status).toBe(204);
  expect(await (await html()).text()).not.toContain('desktop_header');
  lab.setSettings({ pageFrame: true });
  expect(await (await html()).text()).toContain('desktop_header');
  expect((await control('PUT', '/lab/settings', { atom: 'rss' })).status).toBe(400);
  expect((await control('PUT', '/lab/settings', { colour: 'red' })).status).toBe(400);
});

test('returns the addresses of its hosts and the environment variables for them', async () => {
  await expect((await control('GET', '/lab')).json()).resolves.toMatchObject({
    origins: lab.origins,
    routes: expect.arrayContaining(['catalog.search']),
  });
  await expect((await control('GET', '/lab/environment')).json()).resolves.toEqual(lab.environment());
  expect((await control('GET', '/lab/nothing')).status).toBe(404);
  expect((await fetch(`${lab.origins.catalog}/nothing`)).status).toBe(404);
});

test('lists its papers and returns the text of each', async () => {
  const papers = (await (await control('GET', '/lab/papers')).json()) as { key: string; is_written_out: boolean }[];
  expect(papers.length).toBe(lab.library.entries.length);
  expect(papers.filter((paper) => paper.is_written_out)).toHaveLength(13);
  const paper = await control('GET', '/lab/papers/okonkwo2014');
  await expect(paper.json()).resolves.toMatchObject({ text: referenceText(lab.document('okonkwo2014'), 'tex') });
  expect((await control('GET', '/lab/papers/nobody')).status).toBe(404);
});

test('answers HEAD with the length and no body', async () => {
  const answer = await pdf({ method: 'HEAD' });
  expect(Number(answer.headers.get('content-length'))).toBeGreaterThan(10_000);
  expect(await answer.text()).toBe('');
});

test('closes at once while requests are waiting', async () => {
  const other = await startUpstreamLab();
  other.setFault('preprintWeb.html', { kind: 'timeout' });
  const waiting = fetch(`${other.origins.preprintWeb}/html/1405.9021`).catch((error: unknown) => error);
  await until(() => other.requests().length === 1);
  await other.close();
  await expect(waiting).resolves.toHaveProperty('message', 'fetch failed');
});
