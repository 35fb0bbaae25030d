import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { openWorld, type World } from './world.ts';

let world: World;

beforeAll(async () => {
  world = await openWorld({ worker: false });
});

afterAll(async () => {
  await world.close();
});

/** The addresses of the scripts and style sheets that the page asks for first. */
async function linkedFiles(): Promise<string[]> {
  const { text } = await world.anyone('get', '/app').expect(200);
  return [...text.matchAll(/(?:href|src)="(\/app\/[^"]+)"/g)].map(([, address]) => address ?? '');
}

test('serves the page with a new nonce each time, which its policy allows for styles alone', async () => {
  const pages = await Promise.all([1, 2].map(async () => await world.anyone('get', '/app').expect(200)));
  const nonces = pages.map(({ text }) => /<meta property="csp-nonce" nonce="([^"]+)"/.exec(text)?.[1] ?? '');
  expect(new Set(nonces).size).toBe(2);
  for (const [index, { headers, text }] of pages.entries()) {
    const policy = headers['content-security-policy'] ?? '';
    expect(policy.split('; ')).toEqual(
      expect.arrayContaining([
        "default-src 'none'",
        "script-src 'self'",
        `style-src 'self' 'nonce-${nonces[index]}'`,
        "connect-src 'self'",
        "form-action 'none'",
        "frame-ancestors 'none'",
      ]),
    );
    expect(policy).not.toMatch(/unsafe|data:|https?:/);
    expect(headers['cache-control']).toBe('no-store');
    expect(text).not.toMatch(/<style|\sstyle=|\son\w+=|javascript:|<script(?![^>]*\ssrc=)/i);
  }
});

test('serves files whose names change with their content, compressed and for good', async () => {
  const files = await linkedFiles();
  expect(files.some((file) => file.endsWith('.js'))).toBe(true);
  expect(files.some((file) => file.endsWith('.css'))).toBe(true);
  for (const file of files) {
    expect(file).toMatch(/-[\w-]{8}\.\w+$/);
    for (const encoding of ['br', 'gzip']) {
      const { headers } = await world.anyone('get', file).set('Accept-Encoding', encoding).expect(200);
      expect(headers).toMatchObject({
        'cache-control': 'public, max-age=31536000, immutable',
        'content-encoding': encoding,
        'x-content-type-options': 'nosniff',
      });
    }
    const { headers } = await world.anyone('get', file).set('Accept-Encoding', 'identity').expect(200);
    expect(headers['content-encoding']).toBeUndefined();
  }
});

test('serves nothing that is not the browser’s', async () => {
  for (const file of ['index.html', 'licenses.md', '.built', 'missing.js', '..%2Fapi.js'])
    await world.anyone('get', `/app/${file}`).expect(404);
});
