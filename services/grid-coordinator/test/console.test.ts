import { gridOperations } from '@almagest/contracts/grid';
import { expect, test } from '@jest/globals';
import request from 'supertest';
import { ADMIN_TOKEN, useWorld } from './world.ts';

const world = useWorld({ worker: false });

/** Returns the addresses of the scripts and style sheets that the page loads first. */
async function linkedFiles(): Promise<string[]> {
  const { text } = await world.anyone('get', '/').expect(200);
  return [...text.matchAll(/(?:href|src)="(\/console\/[^"]+)"/g)].map(([, address]) => address ?? '');
}

test('serves the page with a new nonce each time, and the policy allows the nonce only for styles', async () => {
  const pages = await Promise.all([1, 2].map(async () => await world.anyone('get', '/').expect(200)));
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
    expect(headers).toMatchObject({ 'content-type': 'text/html; charset=utf-8', 'x-content-type-options': 'nosniff' });
    expect(policy).not.toMatch(/unsafe|data:|https?:/);
    expect(headers['cache-control']).toBe('no-store');
    expect(text).not.toMatch(/<style|\sstyle=|\son\w+=|javascript:|<script(?![^>]*\ssrc=)/i);
  }
});

test('serves files with hashed names, compressed and cacheable without expiry', async () => {
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

test('serves only files that browsers load', async () => {
  for (const file of ['index.html', 'licenses.md', '.built', 'missing.js', '..%2Fapi.js', '..%2Fpackage.json'])
    await world.anyone('get', `/console/${file}`).expect(404);
});

test('starts with a login, and the session cookie authorises reads and writes', async () => {
  await world.anyone('get', '/api/session').expect(401);
  const reply = await world.anyone('post', '/login').send({ username: 'admin', password: ADMIN_TOKEN }).expect(200);
  const [cookie = ''] = reply.headers['set-cookie'] as unknown as string[];
  expect(cookie).toMatch(/^grid_session=[^;]+; Path=\/; Expires=[^;]+; HttpOnly; SameSite=Strict$/);
  const session = cookie.split(';')[0] ?? '';
  const send = (method: 'get' | 'post', path: string) => request(world.url)[method](path).set('Cookie', session);
  const reads = Object.values(gridOperations).filter(({ path, method }) => method === 'get' && !path.includes('{'));
  for (const { path, role } of reads) {
    if (role === 'public' || role === 'node' || path === '/api/events' || path.startsWith('/api/data/')) continue;
    await send('get', path).expect(200);
  }
  const workflow = { name: 'from-the-console', config_yaml: 'no yaml: [' };
  // Sends the request as a page of another origin would, with the session cookie.
  await send('post', '/api/workflows').set('Origin', 'https://elsewhere.example').send(workflow).expect(403);
  const refused = await send('post', '/api/workflows').set('Origin', world.url).send(workflow).expect(400);
  expect((refused.body as { message: string }).message).toMatch(/\S/);
  await send('post', '/logout').set('Origin', world.url).expect(200);
  await send('get', '/api/session').expect(401);
});
