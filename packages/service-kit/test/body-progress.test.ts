import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { until } from '@almagest/test-kit/until';
import { afterEach, expect, test } from '@jest/globals';
import { BodyProgress } from '../src/http/body-progress.ts';

const MINUTE = 60_000;
const STEP = 'ten bytes.';

let close: () => void = () => undefined;
afterEach(() => close());

/** Sends the start of a long request to a server that wants ten bytes a minute. The test moves its clock. */
async function begin(progress: BodyProgress) {
  const requests: IncomingMessage[] = [];
  const server = createServer((req, res) => {
    progress.watch(req, res, 0);
    requests.push(req);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const socket: Socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  close = () => {
    socket.destroy();
    server.closeAllConnections();
    server.close();
  };
  const seen = { text: '', ended: false };
  socket.on('data', (chunk: Buffer) => (seen.text += chunk.toString('latin1')));
  socket.on('error', () => undefined).on('close', () => (seen.ended = true));
  socket.write('POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1000\r\n\r\n');
  await until(() => requests.length === 1);
  return { req: requests[0]!, socket, seen };
}

test('a body that grows has no limit on its total time, but one that stops growing is refused', async () => {
  const progress = new BodyProgress({ bytes: STEP.length, perMs: MINUTE });
  const { req, socket, seen } = await begin(progress);
  let received = 0;
  req.on('data', (chunk: Buffer) => (received += chunk.length));
  for (let minute = 1; minute <= 30; minute += 1) {
    socket.write(STEP);
    await until(() => received === minute * STEP.length);
    progress.look(minute * MINUTE);
  }
  socket.write(STEP.slice(1));
  await until(() => received === 31 * STEP.length - 1);
  progress.look(31 * MINUTE - 1);
  expect(socket.destroyed || req.destroyed).toBe(false);
  progress.look(31 * MINUTE);
  await until(() => seen.ended);
  expect(seen.text).toMatch(/^HTTP\/1.1 408 /);
});

test('a client is not blamed while its bytes wait for the service', async () => {
  const progress = new BodyProgress({ bytes: STEP.length, perMs: MINUTE });
  const { req, socket, seen } = await begin(progress);
  socket.write('x');
  await until(() => req.readableLength > 0);
  for (let minute = 1; minute <= 3; minute += 1) progress.look(minute * MINUTE);
  expect(req.destroyed).toBe(false);
  req.resume();
  await until(() => req.readableLength === 0);
  progress.look(4 * MINUTE);
  await until(() => seen.ended);
});
