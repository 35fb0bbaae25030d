import { expect, test } from '@jest/globals';
import { openOutbound, serve } from './local-server.ts';

const get = (url: string) => ({ url, maxBytes: 10_000 });
const failing = (fault: string) => expect.objectContaining({ name: 'HttpError', fault });
const hello = () => serve((_, response) => void response.end('hello'));

test.each(
  `127.0.0.1 localhost 127.1 0x7f.0.0.1 2130706433 0.0.0.0 [::1] [::] [::ffff:127.0.0.1] 10.0.0.1 100.64.0.1
  169.254.169.254 [fe80::1] [fd00::1] 224.0.0.1`.split(/\s+/),
)('%s is refused before a connection is opened', async (host) => {
  const server = await hello();
  const outbound = openOutbound([]);
  const { port } = new URL(server.origin);
  await expect(outbound.text(get(`http://${host}:${port}/`))).rejects.toEqual(failing('refused_address'));
  expect(server.received).toHaveLength(0);
});

test('a configured origin is reached, but no other port or name of its host', async () => {
  const [configured, other] = [await hello(), await hello()];
  const outbound = openOutbound([`${configured.origin}/v1`]);
  await expect(outbound.text(get(`${configured.origin}/v1/a?b=c`))).resolves.toMatchObject({
    status: 200,
    text: 'hello',
  });
  await expect(outbound.text(get(other.origin))).rejects.toEqual(failing('refused_address'));
  const byName = configured.origin.replace('127.0.0.1', 'localhost');
  await expect(outbound.text(get(byName))).rejects.toEqual(failing('refused_address'));
});

test('only the configured path of a private host is reached, directly, by redirects and on open connections', async () => {
  const inside = await serve(({ path }, response) => {
    if (path === '/v1/moved') response.writeHead(302, { location: '/internal/delete?all=1' }).end();
    else response.end('hello');
  });
  const outbound = openOutbound([`${inside.origin}/v1`]);
  await expect(outbound.text(get(`${inside.origin}/v1`))).resolves.toMatchObject({ text: 'hello' });
  for (const path of [
    '/internal/delete?all=1',
    '/',
    '/v10',
    '/v1/../internal',
    '/v1/%2e%2e/internal',
    '/v1/..%2finternal',
    '/v1/%2E.%5cinternal',
    '/v1/moved',
  ])
    await expect(outbound.text(get(`${inside.origin}${path}`))).rejects.toEqual(failing('refused_address'));
  expect(inside.received.map(({ path }) => path)).toEqual(['/v1', '/v1/moved']);
});

test('a redirect into a private network is not followed', async () => {
  const inside = await hello();
  const outside = await serve(
    (_, response) => void response.writeHead(302, { location: `${inside.origin}/secret` }).end(),
  );
  const outbound = openOutbound([outside.origin]);
  await expect(outbound.text(get(outside.origin))).rejects.toEqual(failing('refused_address'));
  expect(inside.received).toHaveLength(0);
});

test('requests name their sender, and redirects of configured hosts are followed', async () => {
  const server = await serve(({ path }, response) => {
    if (path === '/there') response.end('there');
    else response.writeHead(302, { location: '/there' }).end();
  });
  await expect(openOutbound([server.origin]).text(get(server.origin))).resolves.toMatchObject({ text: 'there' });
  expect(server.received.map(({ headers }) => headers['user-agent'])).toEqual([
    expect.stringContaining('Almagest'),
    expect.stringContaining('Almagest'),
  ]);
});
