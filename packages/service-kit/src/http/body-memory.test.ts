import { once } from 'node:events';
import { createServer, IncomingMessage, ServerResponse } from 'node:http';
import { connect, Socket, type AddressInfo } from 'node:net';
import { expect, jest, test } from '@jest/globals';
import type { Request, Response } from 'express';
import { BodyMemory } from './body-memory.ts';

test('cuts off a body that continues after its response, instead of refusing it again', async () => {
  const memory = new BodyMemory(1_000);
  const refuse = jest.fn();
  const server = createServer((req, res) => {
    const held = memory.hold(req as Request, res as unknown as Response, refuse);
    res.writeHead(413);
    // The client has not read the whole response yet.
    res.write('too large');
    req.on('data', (chunk: Buffer) => held.add(chunk.length));
    req.on('error', () => undefined);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  socket.on('error', () => undefined).resume();
  socket.write(`POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 100000\r\n\r\n${'x'.repeat(5_000)}`);
  await once(socket, 'close');
  expect([refuse.mock.calls, memory.bytes]).toEqual([[], 0]);
  server.close();
});

test('refuses the largest body, not the newest, and counts a body until its response closes', () => {
  const memory = new BodyMemory(1_000);
  const refused: string[] = [];
  const hold = (name: string) => {
    const req = new IncomingMessage(new Socket());
    const res = new ServerResponse(req);
    const held = memory.hold(req as Request, res as unknown as Response, () => void refused.push(name));
    return { held, res };
  };
  const [first, large, newest] = [hold('first'), hold('large'), hold('newest')];
  first.held.add(300);
  large.held.add(500);
  newest.held.add(400);
  expect([refused, memory.bytes]).toEqual([['large'], 700]);
  large.held.add(900);
  first.res.emit('close');
  expect([refused, memory.bytes]).toEqual([['large'], 400]);
});
