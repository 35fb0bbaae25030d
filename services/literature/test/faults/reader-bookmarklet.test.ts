import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { browserTest, listAccessibilityFaults } from '@almagest/test-kit/browser';
import { afterAll, beforeAll, expect } from '@jest/globals';
import { readerWorld } from '../browser/reader-window.ts';

const reader = readerWorld(() => Promise.resolve(), { worker: false });

const META: Readonly<Record<string, string>> = {
  '/doi': '<meta name="citation_doi" content="doi:10.5555/bookmarked.1">',
  '/preprint': '<meta name="citation_doi" content="10.5555/x"><meta name="citation_arxiv_id" content="2301.00001">',
  '/dublin-core': '<meta name="DC.Identifier" content="https://doi.org/10.5555/bookmarked.2">',
  '/none?a=b&c': '',
};

let publisher: Server;
beforeAll(() => {
  publisher = createServer((req, res) => {
    res.setHeader('content-type', 'text/html').end(`<!doctype html><title>Page</title>${META[req.url ?? ''] ?? ''}`);
  }).listen(0);
});
afterAll(() => void publisher.close());

browserTest('a bookmark opens the Add page with the identifier of a page with citation metadata', async () => {
  const { page, faults } = await reader.open({ at: '/add' });
  const href = await page.getByRole('link', { name: 'Save to Almagest' }).getAttribute('href');
  expect(href).toMatch(/^javascript:/);
  expect(await listAccessibilityFaults(page)).toEqual([]);
  const script = decodeURIComponent(href?.slice('javascript:'.length) ?? '');
  const { port } = publisher.address() as AddressInfo;
  const article = await page.context().newPage();
  /** Runs the bookmark on a page and returns what it opens. */
  const click = async (path: string) => {
    await article.goto(`http://127.0.0.1:${port}${path}`);
    const opened = page.context().waitForEvent('page');
    await article.evaluate(script);
    const added = await opened;
    await added.getByText('Loading').waitFor({ state: 'hidden' });
    return added;
  };
  const known: string[] = [];
  for (const [path, identifier] of [
    ['/doi', '10.5555/bookmarked.1'],
    ['/preprint', 'arXiv:2301.00001'],
    ['/dublin-core', '10.5555/bookmarked.2'],
    ['/none?a=b&c', `http://127.0.0.1:${port}/none?a=b&c`],
  ] as const) {
    const added = await click(path);
    known.push(identifier);
    await added.waitForURL(/#\/add$/);
    expect(await added.getByLabel('One per line', { exact: true }).inputValue()).toBe(known.join('\n'));
    await added.close();
  }
  expect(faults).toEqual([]);
});
