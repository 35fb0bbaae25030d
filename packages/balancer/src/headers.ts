import type { IncomingMessage } from 'node:http';

/** What concerns one connection and is not passed on (RFC 9110, section 7.6.1). */
const OF_ONE_CONNECTION = new Set([
  'connection',
  'keep-alive',
  'proxy-connection',
  'proxy-authenticate',
  'proxy-authorization',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

const BODILESS = new Set(['GET', 'HEAD', 'OPTIONS', 'TRACE']);

type Raw = readonly string[];

/** The request's headers as a replica is to see them: name, value, name, value. */
export function requestHeaders(req: Pick<IncomingMessage, 'rawHeaders' | 'headers' | 'method' | 'socket'>): string[] {
  // We answer `Expect: 100-continue` ourselves.
  const kept = endToEnd(req.rawHeaders, ['x-forwarded-for', 'x-forwarded-proto', 'expect']);
  const before = valuesOf(req.rawHeaders, 'x-forwarded-for');
  const client = (req.socket.remoteAddress ?? 'unknown').replace(/^::ffff:/, '');
  // Appended, never taken for granted: a service that trusts one proxy reads the last of them, which is ours.
  kept.push('X-Forwarded-For', [...before, client].join(', '));
  kept.push('X-Forwarded-Proto', valuesOf(req.rawHeaders, 'x-forwarded-proto')[0] ?? 'http');
  if (req.headers['transfer-encoding'] !== undefined) kept.push('Transfer-Encoding', 'chunked');
  else if (req.headers['content-length'] === undefined && !BODILESS.has(req.method ?? 'GET'))
    kept.push('Content-Length', '0');
  return kept;
}

export function responseHeaders(raw: Raw): string[] {
  return endToEnd(raw, []);
}

function endToEnd(raw: Raw, dropped: readonly string[]): string[] {
  const named = valuesOf(raw, 'connection').flatMap((value) => value.toLowerCase().split(/[\s,]+/));
  const left = new Set([...OF_ONE_CONNECTION, ...named, ...dropped]);
  return pairs(raw).flatMap(([name, value]) => (left.has(name.toLowerCase()) ? [] : [name, value]));
}

function valuesOf(raw: Raw, wanted: string): string[] {
  return pairs(raw).flatMap(([name, value]) => (name.toLowerCase() === wanted ? [value] : []));
}

function pairs(raw: Raw): [string, string][] {
  return Array.from({ length: raw.length / 2 }, (_, index) => [raw[2 * index] ?? '', raw[2 * index + 1] ?? '']);
}
