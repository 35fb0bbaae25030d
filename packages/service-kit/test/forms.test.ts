import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { gzipSync } from 'node:zlib';
import { until } from '@almagest/test-kit/until';
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';

const PROGRAM = new URL('forms-program.ts', import.meta.url).pathname;
const MIB = 1024 * 1024;
/** The service's limit for all bodies together. */
const MOST = 8 * MIB;
const BOUNDARY = 'b0undary';

let service: ChildProcess;
let port: number;
let url: string;
const sockets: Socket[] = [];

beforeAll(async () => {
  const options = ['--expose-gc', '--conditions=@almagest/source', '--disable-warning=ExperimentalWarning'];
  service = spawn(process.execPath, [...options, PROGRAM, String(MOST)], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [line] = (await once(service.stdout ?? service, 'data')) as [Buffer];
  port = Number(line.toString());
  url = `http://127.0.0.1:${port}`;
});
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  await until(async () => (await memory()).held === 0);
});
afterAll(() => void service.kill('SIGKILL'));

interface Memory {
  /** Bytes that the process keeps after a garbage collection. */
  readonly used: number;
  /** Bytes of bodies by the service's own count. */
  readonly held: number;
  /** Staged files that have not been moved to their final place. */
  readonly staged: number;
}

async function memory(): Promise<Memory> {
  return (await (await fetch(`${url}/memory`)).json()) as Memory;
}

function part(name: string, value: string, file = false): string {
  const disposition = `form-data; name="${name}"${file ? '; filename="f"' : ''}`;
  return `--${BOUNDARY}\r\nContent-Disposition: ${disposition}\r\n\r\n${value}`;
}

async function sendForm(parts: readonly string[], path = '/form') {
  const answer = await fetch(url + path, {
    method: 'POST',
    headers: { 'content-type': `multipart/form-data; boundary=${BOUNDARY}` },
    body: `${parts.join('\r\n')}\r\n--${BOUNDARY}--\r\n`,
  });
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> & { message?: string } };
}

/** Starts a request that never ends. */
async function begin(path: string, headers: string, body: string | Buffer) {
  const socket = connect({ port, host: '127.0.0.1' });
  sockets.push(socket);
  const seen = { text: '' };
  socket.on('error', () => undefined).on('data', (chunk: Buffer) => (seen.text += chunk.toString('latin1')));
  await once(socket, 'connect');
  socket.write(`POST ${path} HTTP/1.1\r\nHost: x\r\n${headers}\r\nContent-Length: 99999999\r\n\r\n`);
  await new Promise((written) => socket.write(body, written));
  return seen;
}

const FORM = `Content-Type: multipart/form-data; boundary=${BOUNDARY}`;

describe('the memory of unfinished bodies is bounded', () => {
  const almost = 'x'.repeat(1_000_000);
  test.each<[string, string, string, string | Buffer]>([
    ['forms of one text', '/form', FORM, part('report', almost)],
    ['forms of several texts', '/form', FORM, [part('report', 'x'), part('note', almost)].join('\r\n')],
    ['forms whose text is sent as a file', '/form', FORM, part('report', almost, true)],
    ['forms with text after their file', '/form', FORM, [part('file', 'f', true), part('report', almost)].join('\r\n')],
    ['JSON', '/json', 'Content-Type: application/json', `{"x":"${almost}`],
    [
      'packed JSON',
      '/json',
      'Content-Type: application/json\r\nContent-Encoding: gzip',
      gzipSync(`{"x":"${almost}${almost}"}`).subarray(0, -8),
    ],
  ])('of %s', async (_what, path, headers, body) => {
    const before = await memory();
    const begun: { text: string }[] = [];
    for (let count = 0; count < 50; count += 1) begun.push(await begin(path, headers, body));
    await until(() => begun.some(({ text }) => text !== ''));
    await until(async () => (await memory()).held > MOST - 2 * MIB);
    expect((await memory()).held).toBeLessThanOrEqual(MOST);
    // The buffers of parsers and sockets may take twice as much memory as the bodies. Without the bound, the process
    // would use more than 50 MB.
    await until(async () => (await memory()).used - before.used < 24 * MIB);
    const refused = begun.find(({ text }) => text !== '')?.text ?? '';
    expect(refused).toMatch(/^HTTP\/1.1 503 .*\r\n/);
    expect(refused).toMatch(/\r\nRetry-After: 1\r\n/);
    // A new client with an ordinary report is still served.
    expect(await sendForm([part('report', 'small')])).toMatchObject({ status: 200, body: { report: 5 } });
  });
});

describe('a form', () => {
  test('is read with its file and its text parts, sent as fields or as files', async () => {
    const large = 'f'.repeat(3 * MIB);
    const { status, body } = await sendForm([
      part('report', 'abc'),
      part('file', large, true),
      part('note', 'd', true),
    ]);
    expect({ status, body }).toEqual({ status: 200, body: { report: 3, note: 1, file: 3 * MIB } });
  });

  test.each([
    ['in one part', [part('report', 'x'.repeat(MIB + 1))]],
    ['in one part sent as a file', [part('report', 'x'.repeat(MIB + 1), true)]],
    ['in all parts together', [part('report', 'x'.repeat(MIB / 2)), part('note', 'x'.repeat(MIB / 2))]],
    ['around its file', [part('report', 'x'.repeat(MIB / 2)), part('file', 'f', true), part('note', 'x'.repeat(MIB))]],
    ['in ignored parts', [part('report', 'r'), part('other', 'x'.repeat(MIB + 1))], '/loose-form'],
  ])('may not hold more than 1 MiB of text %s', async (_where, parts, path = '/form') => {
    const { status, body } = await sendForm(parts, path);
    expect({ status, message: body.message }).toMatchObject({
      status: 413,
      message: expect.stringMatching(/1048576|report|other/) as unknown,
    });
    expect((await memory()).staged).toBe(0);
  });

  test.each([
    ['other', [part('report', 'r'), part('other', 'x')]],
    ['other', [part('report', 'r'), part('other', 'x', true)]],
    ['__proto__', [part('__proto__', 'x', true)]],
  ])('with an unknown part %s is refused by its name', async (name, parts) => {
    const { status, body } = await sendForm([...parts, part('file', 'f', true)]);
    expect(status).toBe(400);
    expect(body.message).toMatch(new RegExp(`unknown part ${name}. The parts are report, note, file`));
    expect((await memory()).staged).toBe(0);
  });

  test('may contain unknown parts if the operation tolerates them', async () => {
    const parts = [part('report', 'r'), part('other', 'x'), part('log', 'y', true), part('file', 'f', true)];
    expect(await sendForm(parts, '/loose-form')).toMatchObject({ status: 200, body: { report: 1, file: 1 } });
  });

  test.each([
    ['report', [part('report', 'a'), part('report', 'b')]],
    ['report', [part('report', 'a'), part('report', 'b', true)]],
  ])('with the part %s sent twice is refused', async (name, parts) => {
    const { status, body } = await sendForm(parts);
    expect({ status, message: body.message }).toEqual({
      status: 400,
      message: `multipart body: part ${name} was sent more than once`,
    });
    expect((await memory()).staged).toBe(0);
  });

  test('with two files keeps the first', async () => {
    const parts = [part('report', 'a'), part('file', 'bb', true), part('file', 'c', true)];
    expect(await sendForm(parts)).toMatchObject({ status: 200, body: { file: 2 } });
    expect((await memory()).staged).toBe(0);
  });

  test('with a nested part is refused', async () => {
    for (const path of ['/form', '/loose-form']) {
      const { status, body } = await sendForm([part('report[a]', 'x')], path);
      expect(status).toBe(400);
      expect(body.message).toMatch(/nesting too deep \(part report\[a\]\)/);
    }
  });

  test('may not consist of a thousand parts', async () => {
    const many = Array.from({ length: 1000 }, (_, place) => part(`p${place}`, 'x'));
    for (const path of ['/form', '/loose-form']) expect((await sendForm(many, path)).status).toBe(400);
  });
});
