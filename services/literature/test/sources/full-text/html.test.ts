import { expect, test } from '@jest/globals';
import { withBase } from '@almagest/latexml-markdown';
import { readRecorded } from '@almagest/test-kit/recorded-data';
import { testRecorded } from '@almagest/test-kit/recorded-tests';
import { articlePage, fetcherOver, message } from './stand-in.ts';

const paper = { bibcode: '2021arXiv210312345K', preprintId: '2103.12345', doi: '' };
const notFound = (words: string) => ({ cause: 'not_found', detail: expect.stringContaining(words) });

test('the official page is tried first, and stored with the base address of its images', async () => {
  const { fetcher, server, file, content, hosts } = await fetcherOver(
    (_, response) => void response.end(articlePage()),
  );
  await expect(fetcher.fetch(paper, 'html', file)).resolves.toBeUndefined();
  expect(content()).toContain(`<head><base href="${server.origin}/html/2103.12345">`);
  expect(content()).toContain('Paragraph 11 of winds');
  expect(server.received.map(({ path }) => path)).toEqual(['/html/2103.12345']);
  expect(hosts.requests).toEqual([{ host: new URL(server.origin).host, intervalMs: 1000, alone: true }]);
});

test('the mirror is tried for pages that the site does not have', async () => {
  const { fetcher, server, file, content } = await fetcherOver(({ path }, response) => {
    if (path.startsWith('/mirror')) response.end(articlePage());
    else response.writeHead(404).end(message("No HTML for '2103.12345'"));
  });
  await expect(fetcher.fetch(paper, 'html', file)).resolves.toBeUndefined();
  expect(content()).toContain(`${server.origin}/mirror/html/2103.12345`);
});

test('a page missing from both sites is reported for both', async () => {
  const { fetcher, server, file } = await fetcherOver(({ path }, response) => {
    if (path.startsWith('/mirror')) response.writeHead(307, { location: '/abs/2103.12345' }).end();
    else response.writeHead(404).end(message("No HTML for '2103.12345'"));
  });
  const diagnosis = await fetcher.fetch(paper, 'html', file);
  expect(diagnosis).toEqual(notFound('official HTML: no HTML of this paper'));
  expect(diagnosis?.detail).toMatch(/; HTML mirror: no HTML of this paper \(redirected to .*\/abs\/2103.12345\)$/);
  // The abstract page itself was not requested.
  expect(server.received.map(({ path }) => path)).toEqual(['/html/2103.12345', '/mirror/html/2103.12345']);
});

test('a redirect to a version of the page is followed', async () => {
  const { fetcher, server, file, content } = await fetcherOver(({ path }, response) => {
    if (path === '/html/2103.12345') response.writeHead(301, { location: '/html/2103.12345v2' }).end();
    else response.end(articlePage());
  });
  await expect(fetcher.fetch(paper, 'html', file)).resolves.toBeUndefined();
  expect(content()).toContain(`${server.origin}/html/2103.12345v2`);
});

test.each([
  ['anti_bot', 200, message('Just a moment...'), 'Cloudflare'],
  ['anti_bot', 503, message('Just a moment...'), 'Cloudflare'],
  ['not_found', 404, message('Not found'), 'no such document'],
  ['forbidden', 403, message('No'), 'status 403'],
  ['invalid_format', 200, '%PDF-1.4 not a page', 'neither PDF nor HTML'],
  ['invalid_format', 200, articlePage().slice(0, -60), 'ends early'],
  ['invalid_format', 200, '<html><body><article class="ltx_document"></article></body></html>', 'conversion'],
  ['invalid_format', 200, '', 'empty'],
])(
  'a page is classified by its content and never by its status: %s with status %d',
  async (cause, status, body, words) => {
    const { fetcher, file } = await fetcherOver((_, response) => void response.writeHead(status).end(body));
    await expect(fetcher.fetch(paper, 'html', file)).resolves.toEqual({
      cause,
      detail: expect.stringContaining(words),
    });
  },
);

test.each([
  ['a redirect to a CAPTCHA page', { location: 'https://validate.perfdrive.com/?ssa=1' }, ''],
  ['a redirect without a target', {}, '<html><head><script>sucuri_cloudproxy_js = 1</script></head></html>'],
])('a CAPTCHA is reported for %s', async (_name, headers, body) => {
  const { fetcher, file } = await fetcherOver((_, response) => void response.writeHead(307, headers).end(body));
  await expect(fetcher.fetch(paper, 'html', file)).resolves.toMatchObject({ cause: 'anti_bot' });
});

test('a paper without a preprint sends no request', async () => {
  const { fetcher, server, file } = await fetcherOver((_, response) => void response.end(articlePage()));
  await expect(fetcher.fetch({ ...paper, preprintId: '' }, 'html', file)).resolves.toEqual(notFound('preprint'));
  expect(server.received).toHaveLength(0);
});

test('a page in another encoding is stored as UTF-8', async () => {
  const text = articlePage('<meta charset="iso-8859-1">').replace('Paragraph 0', 'Böhm-Vitense');
  const { fetcher, file, content } = await fetcherOver((_, response) => void response.end(Buffer.from(text, 'latin1')));
  await expect(fetcher.fetch(paper, 'html', file)).resolves.toBeUndefined();
  expect(Buffer.from(content(), 'latin1').toString('utf8')).toContain('Böhm-Vitense');
});

test('a page over the limit is reported as too large', async () => {
  const { fetcher, file } = await fetcherOver((_, response) => void response.end(articlePage('x'.repeat(200_000))));
  await expect(fetcher.fetch(paper, 'html', file)).resolves.toMatchObject({ cause: 'too_large' });
});

test.each([
  ['<html><head><base href="/html/1v1/"></head>', 'https://x.org/html/1v1/'],
  ['<!DOCTYPE html><html lang="en"><body>', 'https://x.org/html/1?a=1&amp;b=2'],
  ['<!doctype html><p>', 'https://x.org/html/1?a=1&amp;b=2'],
  ['<p>bare', 'https://x.org/html/1?a=1&amp;b=2'],
  ['<head><base target="_blank" href="https://y.org/z/">', 'https://y.org/z/'],
])('the first base of %s is %s', (html, base) => {
  const changed = withBase(html, 'https://x.org/html/1?a=1&b=2');
  expect(/<base [^>]*href="([^"]*)"/.exec(changed)?.[1]).toBe(base);
  expect(changed.replace(`<base href="${base}">`, '')).toBe(html);
});

testRecorded('the recorded page of the official site is accepted, and the failed conversion is not', async () => {
  const pages = ['arxiv-org-html_2501.11120v1', 'gen_fatal_2501.00089'].map((name) =>
    readRecorded(`latexml-html/${name}.html`),
  );
  const [taken, fatal] = await Promise.all(
    pages.map((page) => fetcherOver((_, response) => void response.end(page), { maxBytes: 20_000_000 })),
  );
  await expect(taken?.fetcher.fetch(paper, 'html', taken.file)).resolves.toBeUndefined();
  await expect(fatal?.fetcher.fetch(paper, 'html', fatal.file)).resolves.toMatchObject({ cause: 'invalid_format' });
});

testRecorded('recorded challenges are diagnosed as challenges', async () => {
  for (const name of [
    'cloudflare_2024_403_codepen',
    'cloudscraper_access_denied',
    'cloudscraper_sucuri_waf_11_08_2019',
  ]) {
    const page = readRecorded(`antibot/${name}.html`);
    const { fetcher, file } = await fetcherOver((_, response) => void response.end(page));
    await expect(fetcher.fetch(paper, 'html', file)).resolves.toMatchObject({ cause: 'anti_bot' });
  }
});
