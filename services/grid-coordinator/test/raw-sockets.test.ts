import net from 'node:net';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { until } from '@almagest/test-kit/until';
import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import { ADMIN_TOKEN, configYaml, givenNode, openWorld, type TestNode, type World } from './world.ts';

let world: World;
let node: TestNode;
/** A connection that sends part of its headers before the first test and nothing after that. */
let slow: Conversation;
beforeAll(async () => {
  world = await openWorld({ worker: false });
  node = await givenNode(world, 'n1');
  slow = open('GET /healthz HTTP/1.1\r\nHost: x\r\nX-Slow: ');
});
afterEach(async () => {
  await world.anyone('get', '/readyz').expect(200);
  expect(await world.sql('select name from workflow')).toEqual([]);
});
afterAll(async () => {
  slow.socket.destroy();
  await world.close();
});

interface Conversation {
  readonly socket: net.Socket;
  /** The whole response, once the server has ended it. */
  readonly answered: Promise<string>;
  /** The bytes received so far. */
  readonly heard: () => string;
}

function open(bytes: string | Buffer): Conversation {
  const { hostname, port } = new URL(world.url);
  const socket = net.connect(Number(port), hostname);
  let text = '';
  socket.on('data', (chunk: Buffer) => (text += chunk.toString('latin1')));
  // A reset after the response counts as its end.
  socket.on('error', () => undefined);
  socket.write(bytes);
  const answered = new Promise<string>((resolve) => {
    socket.once('close', () => resolve(text));
  });
  return { socket, answered, heard: () => text };
}

function statuses(text: string): number[] {
  return [...text.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map((match) => Number(match[1]));
}

const WORKFLOW = JSON.stringify({ name: 'w', config_yaml: configYaml() });
const HEAD = `Host: x\r\nConnection: close\r\nAuthorization: Bearer ${ADMIN_TOKEN}\r\n`;
const POST = `POST /api/workflows HTTP/1.1\r\n${HEAD}`;
const LENGTH = Buffer.byteLength(WORKFLOW);
const chunk = (text: string) => `${Buffer.byteLength(text).toString(16)}\r\n${text}\r\n`;

test.each([
  ['two different lengths', `${POST}Content-Length: ${LENGTH}\r\nContent-Length: 5\r\n\r\n${WORKFLOW}`, 400],
  ['two equal lengths', `${POST}Content-Length: ${LENGTH}\r\nContent-Length: ${LENGTH}\r\n\r\n${WORKFLOW}`, 400],
  ['two lengths in one header', `${POST}Content-Length: ${LENGTH}, ${LENGTH}\r\n\r\n${WORKFLOW}`, 400],
  ['a negative length', `${POST}Content-Length: -1\r\n\r\n${WORKFLOW}`, 400],
  ['a length that is not a number', `${POST}Content-Length: 0x20\r\n\r\n${WORKFLOW}`, 400],
  ['a length beyond the number range', `${POST}Content-Length: ${'9'.repeat(40)}\r\n\r\n${WORKFLOW}`, 400],
  [
    'a length with chunked encoding',
    `${POST}Content-Length: ${LENGTH}\r\nTransfer-Encoding: chunked\r\n\r\n${chunk(WORKFLOW)}0\r\n\r\n`,
    400,
  ],
  [
    'an encoding that is not chunked',
    `${POST}Transfer-Encoding: chunked, identity\r\n\r\n${chunk(WORKFLOW)}0\r\n\r\n`,
    400,
  ],
  ['a misspelt encoding', `${POST}Transfer-Encoding: xchunked\r\n\r\n${chunk(WORKFLOW)}0\r\n\r\n`, 400],
  ['a chunk size that is not a number', `${POST}Transfer-Encoding: chunked\r\n\r\nzz\r\n${WORKFLOW}\r\n0\r\n\r\n`, 400],
  ['a chunk longer than its size', `${POST}Transfer-Encoding: chunked\r\n\r\n5\r\n${WORKFLOW}\r\n0\r\n\r\n`, 400],
  ['chunks over the limit', `${POST}Transfer-Encoding: chunked\r\n\r\n${chunk('x'.repeat(3_000_000))}0\r\n\r\n`, 413],
  ['headers without end', `${POST}${'X-More: more\r\n'.repeat(5_000)}`, 431],
  ['an endless header', `${POST}X-More: ${'x'.repeat(40_000)}`, 431],
  ['an endless address', `GET /${'x'.repeat(40_000)}`, 431],
  ['no host', `GET /healthz HTTP/1.1\r\nConnection: close\r\n\r\n`, 400],
  ['a NUL in a header', `GET /healthz HTTP/1.1\r\n${HEAD}X-Nul: a\0b\r\n\r\n`, 400],
  ['a space before the colon', `GET /healthz HTTP/1.1\r\nHost : x\r\n\r\n`, 400],
  ['a bare carriage return', `GET /healthz HTTP/1.1\r\n${HEAD}X-Bare: a\rb: c\r\n\r\n`, 400],
  ['an unknown method', `FETCH /healthz HTTP/1.1\r\n${HEAD}\r\n`, 400],
  ['a space in the address', `GET /healthz and more HTTP/1.1\r\n${HEAD}\r\n`, 400],
  ['an unknown version', `GET /healthz HTTP/9.9\r\n${HEAD}\r\n`, 400],
  ['a TLS greeting', Buffer.from('160301020001000001fc0303', 'hex'), 400],
  ['no HTTP', 'hello\r\n\r\n', 400],
  ['an unknown expectation', `GET /healthz HTTP/1.1\r\n${HEAD}Expect: miracles\r\n\r\n`, 417],
])('refuses %s and closes the connection', async (_what, bytes, status) => {
  const text = await open(bytes).answered;
  expect(statuses(text)).toEqual([status]);
  expect(text).not.toMatch(/node_modules|\bat \S+ \(/);
});

test('requests in one packet are answered in order', async () => {
  const get = (path: string, more = '') => `GET ${path} HTTP/1.1\r\nHost: x\r\n${more}\r\n`;
  const text = await open(get('/healthz') + get('/api/status') + get('/healthz', 'Connection: close\r\n')).answered;
  expect(statuses(text)).toEqual([200, 401, 200]);
});

test('a client that waits for 100 Continue gets it', async () => {
  const { socket, answered, heard } = open(`${POST}Content-Length: 7\r\nExpect: 100-continue\r\n\r\n`);
  await until(() => heard().includes('100 Continue'), 'permission to send');
  socket.write('{"a":1}');
  expect(statuses(await answered)).toEqual([100, 400]);
});

test.each([
  ['a body', `${POST}Content-Length: ${LENGTH}\r\n\r\n${WORKFLOW.slice(0, -1)}`],
  ['chunks', `${POST}Transfer-Encoding: chunked\r\n\r\n${chunk(WORKFLOW)}`],
])('%s cut off before its end has no effect', async (_what, bytes) => {
  const { socket, answered } = open(bytes);
  socket.end();
  expect(statuses(await answered).filter((status) => status < 400)).toEqual([]);
});

test('the file of an interrupted upload is removed', async () => {
  const staged = () => readdir(join(world.dataDir, 'staging'));
  const upload = [
    'POST /api/task/report HTTP/1.1\r\nHost: x',
    `Authorization: Bearer ${node.token}`,
    'Content-Type: multipart/form-data; boundary=b\r\nContent-Length: 4000000\r\n',
    '--b\r\nContent-Disposition: form-data; name="seed_file"; filename="x.7"\r\n\r\n',
  ].join('\r\n');
  // Sends more than is buffered in memory before the file is created.
  const { socket, answered } = open(upload + 'x'.repeat(2_000_000));
  await until(async () => (await staged()).length === 1, 'the upload to begin');
  socket.destroy();
  await answered;
  await until(async () => (await staged()).length === 0, 'its file to be removed');
});

test('two hundred silent clients do not delay others', async () => {
  const idle = Array.from({ length: 200 }, () => open('POST /api/node/register HTTP/1.1\r\nHost: x\r\nX-Slow: '));
  await world.anyone('get', '/healthz').expect(200);
  await node.beat(0);
  expect(idle.map(({ heard }) => heard()).join('')).toBe('');
  for (const { socket } of idle) socket.destroy();
  await Promise.all(idle.map(({ answered }) => answered));
});

test('a client that never completes its headers is refused', async () => {
  expect(statuses(await slow.answered)).toEqual([408]);
});
