import { expect, test } from '@jest/globals';
import type { FullTextLink } from '../../../src/sources/catalog/full-text-links.ts';
import { RateLimitError } from '../../../src/domain/host-rate-limit.ts';
import { linkCandidates } from '../../../src/sources/full-text/linked-candidates.ts';
import { candidatesOf } from '../../../src/sources/full-text/sources.ts';
import { SourceError } from '../../../src/sources/source.ts';
import { articlePage, fetcherOver, message, PDF } from './stand-in.ts';

const published = { bibcode: '2013A&A...552A.143S', preprintId: '', doi: '' };
const preprint = { bibcode: '2013A&A...552A.143S', preprintId: '1302.6362', doi: '' };
const link = (type: FullTextLink['type'], url: string): FullTextLink => ({ type, url });

test('the preprint is tried first, decompressed, and stored unchanged', async () => {
  const { fetcher, server, file, content } = await fetcherOver((_, response) => void response.end(PDF));
  await expect(fetcher.fetch(preprint, 'pdf', file)).resolves.toBeUndefined();
  expect(content()).toBe(PDF);
  expect(server.received.map(({ path }) => path)).toEqual(['/pdf/1302.6362']);
  expect(server.received[0]?.headers['accept-encoding']).toBe('identity');
});

test('the links of the catalog are tried in order, each address once', async () => {
  const { fetcher, server, file, content } = await fetcherOver(
    ({ path }, response) => {
      if (path === '/pdf/scan') response.end(PDF);
      else response.writeHead(404).end(message('Not found'));
    },
    {
      links: [
        link('ADS_SCAN', '/full/scan'),
        link('PUB_HTML', '/page'),
        link('PUB_PDF', '/published'),
        link('AUTHOR_PDF', '/author'),
        link('EPRINT_PDF', '/pdf/1302.6362'),
        link('PUB_PDF', '/published'),
      ],
    },
  );
  await expect(fetcher.fetch(preprint, 'pdf', file)).resolves.toBeUndefined();
  expect(server.received.map(({ path }) => path)).toEqual(['/pdf/1302.6362', '/published', '/author', '/pdf/scan']);
  expect(content()).toBe(PDF);
});

test('a preprint counts as one address under all its URLs', () => {
  const tried = candidatesOf({ bibcode: '', doi: '', preprintId: '1302.6362' }, 'pdf', {
    preprint_web: 'https://arxiv.org',
  });
  const links = [link('EPRINT_PDF', 'http://arxiv.org/pdf/1302.6362v2.pdf'), link('PUB_PDF', 'https://x.org/1.pdf')];
  expect(linkCandidates(links, tried).map(({ url }) => url)).toEqual(['https://x.org/1.pdf']);
});

test('bytes before the PDF header are removed', async () => {
  const { fetcher, file, content } = await fetcherOver((_, response) => {
    response.write('\r\n\r\n', () => void response.end(`banner\n${PDF}`));
  });
  await expect(fetcher.fetch(preprint, 'pdf', file)).resolves.toBeUndefined();
  expect(content()).toBe(PDF);
});

test('a header too far from the start is ignored', async () => {
  const { fetcher, file } = await fetcherOver((_, response) => void response.end(`${' '.repeat(1024)}${PDF}`));
  await expect(fetcher.fetch(preprint, 'pdf', file)).resolves.toMatchObject({ cause: 'invalid_format' });
});

test('the content outweighs the status and the media type', async () => {
  const { fetcher, file } = await fetcherOver((_, response) => {
    response.writeHead(404, { 'content-type': 'text/html' }).end(PDF);
  });
  await expect(fetcher.fetch(preprint, 'pdf', file)).resolves.toBeUndefined();
});

test('a truncated PDF is reported with its size, even if the connection closed cleanly', async () => {
  const { fetcher, file } = await fetcherOver((_, response) => void response.end(PDF.slice(0, 3000)));
  const diagnosis = await fetcher.fetch(preprint, 'pdf', file);
  expect(diagnosis).toEqual({
    cause: 'invalid_format',
    detail: expect.stringContaining('ends after 3000 bytes'),
  });
});

test('a PDF shorter than announced is requested again, and the complete one is stored', async () => {
  const { fetcher, server, file, clock, content } = await fetcherOver((_, response) => {
    if (server.received.length > 1) return void response.end(PDF);
    response.writeHead(200, { 'content-length': PDF.length });
    response.write(PDF.slice(0, 4000), () => response.destroy());
  });
  await expect(fetcher.fetch(preprint, 'pdf', file)).resolves.toBeUndefined();
  expect(content()).toBe(PDF);
  expect(clock.waits).toEqual([2000]);
});

test('a failed download leaves no bytes in the file from the next address', async () => {
  const { fetcher, file, content } = await fetcherOver(
    ({ path }, response) => void response.end(path === '/published' ? PDF : `${PDF.slice(0, -10)}${'x'.repeat(9000)}`),
    { links: [link('PUB_PDF', '/published')] },
  );
  await expect(fetcher.fetch(preprint, 'pdf', file)).resolves.toBeUndefined();
  expect(content()).toBe(PDF);
});

test.each([
  ['anti_bot', 200, message('Radware Bot Manager Captcha'), 'a CAPTCHA or bot check by Radware'],
  ['forbidden', 200, message('Sign in to continue'), 'log-in'],
  ['not_found', 404, message('PDF Unavailable'), 'no such document'],
  ['forbidden', 403, '', 'access refused (status 403)'],
  ['invalid_format', 200, articlePage(), 'a web page instead of a PDF'],
  ['invalid_format', 200, 'neither nor', 'neither PDF nor HTML'],
])('a file that is not a PDF is diagnosed by its content: %s', async (cause, status, body, words) => {
  const { fetcher, file } = await fetcherOver((_, response) => void response.writeHead(status).end(body));
  const diagnosis = await fetcher.fetch(preprint, 'pdf', file);
  expect(diagnosis?.detail).toContain(words);
  expect(diagnosis?.cause).toBe(cause);
});

test('a PDF over the limit is too large, and is not requested again', async () => {
  const { fetcher, server, file } = await fetcherOver(
    (_, response) => void response.end(`%PDF-1.7${'x'.repeat(300_000)}`),
  );
  await expect(fetcher.fetch(preprint, 'pdf', file)).resolves.toMatchObject({ cause: 'too_large' });
  expect(server.received).toHaveLength(1);
});

test('a server error is retried once', async () => {
  const { fetcher, server, file, clock } = await fetcherOver((_, response) => {
    if (server.received.length > 1) response.end(PDF);
    else response.writeHead(502).end(message('Bad gateway'));
  });
  await expect(fetcher.fetch(preprint, 'pdf', file)).resolves.toBeUndefined();
  expect(clock.waits).toEqual([2000]);
});

test('status 429 is retried after the requested delay, within the limit', async () => {
  const { fetcher, server, file, clock } = await fetcherOver((_, response) => {
    if (server.received.length > 1) response.end(PDF);
    else response.writeHead(429, { 'retry-after': '45' }).end('Rate exceeded.');
  });
  await expect(fetcher.fetch(preprint, 'pdf', file)).resolves.toBeUndefined();
  expect(clock.waits).toEqual([45_000]);

  const hurried = await fetcherOver(
    (_, response) => void response.writeHead(429, { 'retry-after': '61' }).end('Rate exceeded.'),
  );
  await expect(hurried.fetcher.fetch(preprint, 'pdf', hurried.file)).resolves.toMatchObject({
    cause: 'rate_limited',
  });
  expect(hurried.clock.waits).toEqual([]);
});

test('a link into a private network is not followed', async () => {
  const inside = await fetcherOver((_, response) => void response.end(PDF));
  const { fetcher, file } = await fetcherOver(
    (_, response) => void response.writeHead(302, { location: inside.server.origin }).end(),
    {
      links: [link('PUB_PDF', '/published')],
    },
  );
  await expect(fetcher.fetch(published, 'pdf', file)).resolves.toEqual({
    cause: 'forbidden',
    detail: expect.stringContaining('publisher PDF: 127.0.0.1 is in a private network'),
  });
  expect(inside.server.received).toHaveLength(0);
});

test("of several failures the first other than 'not found' is the cause, and all are listed", async () => {
  const { fetcher, file } = await fetcherOver(
    ({ path }, response) => {
      if (path === '/published') response.writeHead(403).end(message('Just a moment...'));
      else if (path === '/scan') response.end(message('Sign in to continue'));
      else response.writeHead(404).end(message('Not found'));
    },
    { links: [link('PUB_PDF', '/published'), link('ADS_PDF', '/scan')] },
  );
  const diagnosis = await fetcher.fetch(preprint, 'pdf', file);
  expect(diagnosis?.cause).toBe('anti_bot');
  expect(diagnosis?.detail).toMatch(/^preprint PDF: .*; publisher PDF: .*; scanned PDF: /);
});

test('without links, the search fails with the reason', async () => {
  const none = await fetcherOver((_, response) => void response.end(PDF));
  await expect(none.fetcher.fetch(published, 'pdf', none.file)).resolves.toEqual({
    cause: 'not_found',
    detail: 'the catalog has no full text of this paper',
  });
  const keyless = await fetcherOver((_, response) => void response.end(PDF), {
    links: new SourceError('catalog', 'not_configured', 'the catalog needs CATALOG_API_KEY'),
  });
  await expect(keyless.fetcher.fetch(published, 'pdf', keyless.file)).resolves.toEqual({
    cause: 'not_found',
    detail: 'links: the catalog needs CATALOG_API_KEY',
  });
});

test("without a key, the catalog's gateway provides the links", async () => {
  const { fetcher, server, file } = await fetcherOver(
    ({ path }, response) => {
      if (path === '/published') response.end(PDF);
      else if (path.endsWith('/PUB_PDF')) response.writeHead(302, { location: '/published' }).end();
      else response.writeHead(404).end(message('Not found'));
    },
    { links: new SourceError('catalog', 'not_configured', 'no key'), gateway: '/gateway' },
  );
  await expect(fetcher.fetch(published, 'pdf', file)).resolves.toBeUndefined();
  expect(server.received.map(({ path }) => path)).toEqual([
    '/gateway/2013A%26A...552A.143S/EPRINT_PDF',
    '/gateway/2013A%26A...552A.143S/PUB_PDF',
    '/published',
  ]);
});

test('an exceeded rate limit differs from a failure of the service', async () => {
  const late = await fetcherOver(() => undefined, {
    hosts: { run: (host) => Promise.reject(new RateLimitError(host)) },
  });
  await expect(late.fetcher.fetch(preprint, 'pdf', late.file)).resolves.toMatchObject({ cause: 'rate_limited' });
  const { fetcher } = await fetcherOver((_, response) => void response.end(PDF));
  await expect(fetcher.fetch(preprint, 'pdf', { path: '/nowhere/at/all' })).rejects.toMatchObject({ code: 'ENOENT' });
});

test('the caller can stop', async () => {
  const stop = new AbortController();
  const { fetcher, file } = await fetcherOver((_, response) => {
    response.write(PDF, () => stop.abort(new Error('gone')));
  });
  await expect(fetcher.fetch(preprint, 'pdf', file, stop.signal)).rejects.toThrow('gone');
});
