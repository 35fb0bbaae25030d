import type { Socket } from 'node:net';
import { expect, test } from '@jest/globals';
import { requestHeaders, responseHeaders } from './headers.ts';

const request = (method: string, ...rawHeaders: string[]) => ({
  method,
  rawHeaders,
  headers: Object.fromEntries(
    rawHeaders.flatMap((name, index) => (index % 2 === 0 ? [[name.toLowerCase(), rawHeaders[index + 1]]] : [])),
  ),
  socket: { remoteAddress: '::ffff:192.0.2.7' } as Socket,
});

test('the client is appended to the addresses that came with the request', () => {
  expect(requestHeaders(request('GET', 'X-Forwarded-For', '203.0.113.9', 'Host', 'grid'))).toEqual([
    'Host',
    'grid',
    'X-Forwarded-For',
    '203.0.113.9, 192.0.2.7',
    'X-Forwarded-Proto',
    'http',
  ]);
});

test('what concerns one connection is not passed on, nor what the connection header names', () => {
  const sent = ['Connection', 'close, X-Mine', 'X-Mine', '1', 'Keep-Alive', 'timeout=5', 'Upgrade', 'h2c', 'A', 'b'];
  expect(requestHeaders(request('GET', ...sent)).slice(0, 2)).toEqual(['A', 'b']);
  expect(responseHeaders([...sent, 'Transfer-Encoding', 'chunked'])).toEqual(['A', 'b']);
});

test('repeated headers stay apart', () => {
  const raw = ['Set-Cookie', 'a=1', 'Set-Cookie', 'b=2'];
  expect(responseHeaders(raw)).toEqual(raw);
});

test('the length of a body is told as it came, and a missing body as none', () => {
  expect(requestHeaders(request('POST', 'Content-Length', '5'))).toContain('5');
  expect(requestHeaders(request('POST', 'Transfer-Encoding', 'chunked')).slice(-2)).toEqual([
    'Transfer-Encoding',
    'chunked',
  ]);
  expect(requestHeaders(request('POST')).slice(-2)).toEqual(['Content-Length', '0']);
  expect(requestHeaders(request('GET'))).not.toContain('Content-Length');
});
