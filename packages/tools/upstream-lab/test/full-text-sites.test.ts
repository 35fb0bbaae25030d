import { readRecorded } from '@almagest/test-kit/recorded-data';
import { testRecorded } from '@almagest/test-kit/recorded-tests';
import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import { startUpstreamLab, type UpstreamLab } from '../src/index.ts';

let lab: UpstreamLab;
beforeAll(async () => {
  lab = await startUpstreamLab();
});
afterEach(() => lab.setSettings({ publisherAt: 'publisher' }));
afterAll(() => lab.close());

const web = (path: string) => fetch(`${lab.origins.preprintWeb}${path}`, { redirect: 'manual' });
const mirror = (path: string) => fetch(`${lab.origins.mirror}${path}`, { redirect: 'manual' });
const bytes = async (answer: Response) => Buffer.from(await answer.arrayBuffer());

test('serves the official page of a paper with or without its version, in both styles of id', async () => {
  for (const path of ['/html/1405.9021', '/html/1405.9021v2', '/html/astro-ph/0106992v1']) {
    const page = await web(path);
    expect(page.status).toBe(200);
    expect(await page.text()).toMatch(/<base href="\/html\/[\w./-]+v\d\/"\/>[^]*ltx_document/);
  }
});

test('serves every figure that a page names, from the official site and from the mirror', async () => {
  for (const [open, path] of [
    [web, '/html/1405.9021'],
    [web, '/html/astro-ph/0509991'],
    [mirror, '/html/1405.9021'],
    [mirror, '/html/astro-ph/0509991'],
  ] as const) {
    const page = await open(path);
    const text = await page.text();
    const base = /<base href="([^"]+)"/.exec(text)?.[1] ?? path;
    const [source = ''] = [...text.matchAll(/<img [^>]*src="([^"]+)"/g)].map(([, source]) => source);
    const image = await open(new URL(source, `http://site${base}`).pathname);
    expect(image.status).toBe(200);
    const start = (await bytes(image)).subarray(0, 4).toString('latin1');
    expect(start).toBe(source.endsWith('png') ? '\u0089PNG' : '<svg');
  }
});

test('writes and serves no image if a figure is missing', async () => {
  const page = await (await web('/html/1808.90233')).text();
  expect([...page.matchAll(/<img [^>]*src="([^"]*)"/g)].map(([, source]) => source)).toEqual(['x1.svg', '']);
  expect((await web('/html/1808.90233v2/x2.png')).status).toBe(404);
});

test('reports missing HTML, an unknown paper and an invalid id', async () => {
  const missing = await web('/html/2401.90345');
  expect(missing.status).toBe(404);
  expect(await missing.text()).toContain("No HTML for '2401.90345'");
  expect(await (await web('/html/1405.0001')).text()).toContain('No document for');
  expect(await (await web('/html/nonsense')).text()).toContain('No article for');
  expect((await web('/html/1405.9021v9')).status).toBe(404);
});

test('redirects from the mirror to the abstract page for papers that the mirror does not have', async () => {
  const answer = await mirror('/html/2309.90145');
  expect(answer.status).toBe(307);
  expect(answer.headers.get('location')).toBe(`${lab.origins.preprintWeb}/abs/2309.90145`);
  expect((await web('/html/2309.90145')).status).toBe(200);
  expect((await web('/html/2003.90112')).status).toBe(404);
  expect(await (await mirror('/html/2003.90112')).text()).toContain('<title>[2003.90112] ');
  expect((await mirror('/html/nonsense')).status).toBe(404);
});

test('serves a page without content if the conversion failed', async () => {
  for (const open of [web, mirror]) {
    const page = await open('/html/2410.90233');
    expect(page.status).toBe(200);
    expect(await page.text()).toMatch(/Untitled Document[^]*Fatal error/);
  }
});

test('serves PDFs without a suffix in the address, and pages if a PDF is missing', async () => {
  const moved = await web('/pdf/1405.9021v1.pdf');
  expect([moved.status, moved.headers.get('location')]).toEqual([301, '/pdf/1405.9021v1']);
  const pdf = await web('/pdf/1405.9021v1');
  expect(pdf.headers.get('content-type')).toBe('application/pdf');
  expect((await bytes(pdf)).subarray(0, 5).toString()).toBe('%PDF-');
  expect(await (await web('/pdf/2503.90301')).text()).toContain('PDF Unavailable');
  expect((await web('/pdf/2105.90390')).status).toBe(404);
});

test.each([
  ['vandermeer2004', 200, '%PDF-', 'application/pdf'],
  ['vasquez2018', 403, 'Just a moment...', 'text/html; charset=utf-8'],
  ['petrov2018', 200, 'Radware', 'text/html; charset=utf-8'],
  ['nakamura2021', 200, 'Sign in', 'text/html; charset=utf-8'],
])('answers like the publisher of %s', async (key, status, text, type) => {
  const { bibcode } = lab.library.byKey(key);
  const gateway = await fetch(`${lab.origins.catalog}/link_gateway/${encodeURIComponent(bibcode)}/PUB_PDF`, {
    redirect: 'manual',
  });
  const location = gateway.headers.get('location') ?? '';
  expect(new URL(location).origin).toBe(lab.origins.publisher);
  const answer = await fetch(location);
  expect([answer.status, answer.headers.get('content-type')]).toEqual([status, type]);
  expect((await bytes(answer)).toString('latin1')).toContain(text);
});

test('redirects to publishers on the host of the mirror when configured', async () => {
  lab.setSettings({ publisherAt: 'mirror' });
  const { bibcode } = lab.library.byKey('vandermeer2004');
  const answer = await fetch(`${lab.origins.catalog}/link_gateway/${encodeURIComponent(bibcode)}/PUB_PDF`);
  expect(new URL(answer.url).origin).toBe(lab.origins.mirror);
  expect(answer.headers.get('content-type')).toBe('application/pdf');
});

test('serves a scan without text, a choice of links, and pages for wrong links', async () => {
  const gateway = (key: string, kind: string) =>
    fetch(`${lab.origins.catalog}/link_gateway/${encodeURIComponent(lab.library.byKey(key).bibcode)}/${kind}`);
  const scan = (await bytes(await gateway('hakala1993', 'ADS_PDF'))).toString('latin1');
  expect(scan).toMatch(/^%PDF-[^]*\/Image/);
  expect(await (await gateway('okonkwo2014', 'ESOURCE')).text()).toContain('EPRINT_PDF</a>');
  expect((await gateway('ortega2019', 'PUB_PDF')).status).toBe(404);
  expect((await gateway('okonkwo2014', 'WRONG')).status).toBe(400);
});

/** Returns the classes that begin with `ltx_`, each with its element. */
function markup(page: string): Set<string> {
  const found = [...page.matchAll(/<(\w+)\b[^>]*?class="([^"]*)"/g)];
  return new Set(
    found.flatMap(([, tag = '', classes = '']) =>
      classes
        .split(' ')
        .filter((name) => name.startsWith('ltx_'))
        .map((name) => `${tag}.${name}`),
    ),
  );
}

testRecorded('uses only elements and classes that recorded pages use', async () => {
  const recorded = ['gen_feiden2016_aa.html', 'arxiv-org-html_2501.11120v1.html'].map((name) =>
    readRecorded(`latexml-html/${name}`),
  );
  const more = ['arxiv_2510_14164', 'arxiv_2510_13989', 'latexml087-timmy', 'latexml087-lgkin'].map((name) =>
    readRecorded(`papers/html/${name}.html`),
  );
  const real = new Set([...recorded, ...more].flatMap((page) => [...markup(page)]));
  const ours = await Promise.all(
    ['/html/1405.9021', '/html/1808.90233', '/html/astro-ph/0106992', '/html/astro-ph/0509991'].map(async (path) =>
      (await web(path)).text(),
    ),
  );
  expect([...new Set(ours.flatMap((page) => [...markup(page)]))].filter((name) => !real.has(name))).toEqual([]);
});
