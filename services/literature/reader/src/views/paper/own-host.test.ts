import { expect, test } from '@jest/globals';
import { leadsToHost } from './own-host.ts';

const page = { href: 'https://papers.example.org/read/2001ApJ...550....1A', hostname: 'papers.example.org' };

test.each([
  'https://papers.example.org/api/library/trash',
  'HTTP://PAPERS.example.ORG:8090/',
  'https://doi.org@papers.example.org/x',
  '//papers.example.org/x',
  '/api/library',
  '?q=1',
  'https:papers.example.org',
])('%s points to the host of the page', (href) => {
  expect(leadsToHost(href, page)).toBe(true);
});

test.each(['https://doi.org/10.5555/a', 'https://example.org/', 'mailto:a@papers.example.org', '#S2', 'https://x:y'])(
  '%s does not',
  (href) => {
    expect(leadsToHost(href, page)).toBe(false);
  },
);
