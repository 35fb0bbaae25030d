import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import https from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { ADMIN_TOKEN, openWorld, type World } from './world.ts';

const HAS_OPENSSL = spawnSync('openssl', ['version']).status === 0;

(HAS_OPENSSL ? describe : describe.skip)(`over HTTPS${HAS_OPENSSL ? '' : ' (SKIPPED: there is no openssl)'}`, () => {
  let world: World;
  let folder: string;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'grid-tls-'));
    const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
    const request = 'req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 -subj /CN=localhost';
    const names = ['-addext', 'subjectAltName=IP:127.0.0.1'];
    execFileSync('openssl', [...request.split(' '), ...names, '-keyout', key, '-out', cert], { stdio: 'ignore' });
    world = await openWorld({ worker: false, env: { TLS_CERT_FILE: cert, TLS_KEY_FILE: key } });
  });
  afterAll(async () => {
    await world.close();
    rmSync(folder, { recursive: true });
  });

  const call = (path: string, options: https.RequestOptions = {}, body?: string) =>
    new Promise<{ status: number | undefined; cookies: string[] }>((resolve, reject) => {
      const ca = readFileSync(join(folder, 'cert.pem'));
      const { port } = new URL(world.url);
      https
        .request({ host: '127.0.0.1', port, path, ca, agent: false, ...options }, (answer) => {
          answer.resume();
          resolve({ status: answer.statusCode, cookies: answer.headers['set-cookie'] ?? [] });
        })
        .on('error', reject)
        .end(body);
    });

  test('answers requests, and never sends a session cookie over plain HTTP', async () => {
    const body = JSON.stringify({ username: 'admin', password: ADMIN_TOKEN });
    const login = await call('/login', { method: 'POST' }, body);
    expect(login.cookies.join()).toMatch(/^grid_session=ga_[^;]+;.*; HttpOnly; Secure; SameSite=Strict$/);
    const [cookie = ''] = login.cookies[0]?.split(';', 1) ?? [];
    expect((await call('/api/session', { headers: { cookie } })).status).toBe(200);
  });

  test.each(['TLSv1', 'TLSv1.1'] as const)('%s is disabled', async (version) => {
    const old = { minVersion: version, maxVersion: version, ciphers: 'DEFAULT@SECLEVEL=0' } as const;
    await expect(call('/healthz', old)).rejects.toThrow(/alert protocol version/);
    expect((await call('/healthz', { minVersion: 'TLSv1.2', maxVersion: 'TLSv1.2' })).status).toBe(200);
  });

  test('plain HTTP gets no response', async () => {
    await expect(fetch(world.url + '/healthz')).rejects.toThrow('fetch failed');
  });
});
