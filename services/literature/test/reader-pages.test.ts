import { globSync, readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { useWorld } from './world.ts';

/** The current address and the addresses of earlier versions. */
const ADDRESSES = ['/', '/app', '/batches', '/read/2013A%26A...552A.143S'];

// The reader's files need no token.
const world = useWorld({ worker: false, env: { API_TOKEN: 'secret-of-the-library' } });

/** Returns the directives by name. Throws if one is missing or repeated. */
function directivesOf(policy: string): Record<string, string> {
  const entries = policy.split('; ').map((directive): [string, string] => {
    const [name = '', ...sources] = directive.split(' ');
    return [name, sources.join(' ')];
  });
  expect(new Set(entries.map(([name]) => name)).size).toBe(entries.length);
  return Object.fromEntries(entries);
}

test.each(ADDRESSES)(
  'serves the page at %s to anyone, with a policy that runs and loads only its own files',
  async (at) => {
    const { headers, text } = await world.call('get', at).expect(200);
    expect(headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
    });
    const [, nonce = ''] = /<meta property="csp-nonce" nonce="([^"]{20,})"/.exec(text) ?? [];
    expect(nonce).not.toBe('');
    expect(directivesOf(headers['content-security-policy'] ?? '')).toEqual({
      'default-src': "'none'",
      'script-src': "'self'",
      'style-src': `'self' 'nonce-${nonce}'`,
      // The policy allows inline styles for formulas. They cannot run or load anything.
      'style-src-attr': "'unsafe-inline'",
      'img-src': "'self' blob:",
      'font-src': "'self'",
      'connect-src': "'self'",
      'worker-src': "'self'",
      'base-uri': "'none'",
      'form-action': "'none'",
      'frame-ancestors': "'none'",
    });
    expect(text).not.toMatch(/<style|\sstyle=|\son\w+=|javascript:|<script(?![^>]*\ssrc=)/i);
    // All files are local, and their paths work from each address.
    expect(text).not.toMatch(/(?:src|href)="(?!\/reader\/)/);
  },
);

test('has a new nonce for each page', async () => {
  const pages = await Promise.all([1, 2].map(async () => (await world.call('get', '/').expect(200)).text));
  expect(new Set(pages.map((text) => /nonce="([^"]+)"/.exec(text)?.[1])).size).toBe(2);
});

test('serves files compressed and immutable, because their names change with their content', async () => {
  const { text } = await world.call('get', '/').expect(200);
  const files = [...text.matchAll(/(?:href|src)="(\/reader\/[^"]+)"/g)].map(([, address]) => address ?? '');
  expect(files.some((file) => file.endsWith('.js'))).toBe(true);
  expect(files.some((file) => file.endsWith('.css'))).toBe(true);
  for (const file of files) {
    expect(file).toMatch(/-[\w-]{8}\.\w+$/);
    for (const encoding of ['br', 'gzip', 'identity']) {
      const { headers } = await world.call('get', file).set('Accept-Encoding', encoding).expect(200);
      expect(headers['content-encoding']).toBe(encoding === 'identity' ? undefined : encoding);
      expect(headers).toMatchObject({
        'cache-control': 'public, max-age=31536000, immutable',
        'x-content-type-options': 'nosniff',
      });
    }
  }
});

test('serves no files outside the browser application', async () => {
  for (const file of ['index.html', 'licenses.md', '.built', 'missing.js', '..%2Fapi.js', '..%2Fpackage.json'])
    await world.call('get', `/reader/${file}`).expect(404);
});

const SOURCES = ['services/literature/reader/src', 'packages/ui/src'];
const AS_CODE = /\b(?:eval|setTimeout|setInterval)\(['"`]|\bnew Function\b|javascript:/;
const AS_MARKUP =
  /\b(?:innerHTML|outerHTML|insertAdjacentHTML|document\.write|setHTMLUnsafe|parseFromString|createContextualFragment|dangerouslySetInnerHTML|srcdoc|srcDoc)\b/;

test('never evaluates text as code, and parses only markup that the service has sanitised', () => {
  const root = new URL('../../../', import.meta.url);
  const patterns = SOURCES.map((folder) => `${folder}/**/*.{ts,tsx}`);
  const files = globSync(patterns, { cwd: root }).filter((file) => !file.endsWith('.test.ts'));
  expect(files.length).toBeGreaterThan(150);
  const found = (pattern: RegExp) => files.filter((file) => pattern.test(readFileSync(new URL(file, root), 'utf8')));
  // The reader's bookmark runs in pages of other sites, never in the reader.
  expect(found(AS_CODE)).toEqual(['services/literature/reader/src/views/add/bookmarklet.ts']);
  expect(found(AS_MARKUP)).toEqual(['services/literature/reader/src/views/paper/server-html.tsx']);
});
