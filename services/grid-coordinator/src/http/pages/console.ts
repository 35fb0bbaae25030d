import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { Refusal } from '@almagest/service-kit/refusal';
import type { Response } from 'express';

interface Page {
  readonly type: string;
  readonly body: Buffer;
  readonly etag: string;
}

const TYPES: Readonly<Record<string, string>> = {
  html: 'text/html; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  svg: 'image/svg+xml',
};

// The same path from src/http/pages and from dist/http/pages.
const folder = new URL('../../../console/', import.meta.url);

// Read once, with the process: a name in a request never becomes a path, and all files are of one version.
const INDEX = 'index.html';
const index = readPage(INDEX);
const assets: ReadonlyMap<string, Page> = new Map(
  readdirSync(folder)
    .filter((file) => file !== INDEX && typeOf(file) !== undefined)
    .map((file) => [file, readPage(file)]),
);

/**
 * The console needs nothing but its own files and this server's API: whatever a text from elsewhere might bring in,
 * it is not run, not loaded and not sent anywhere.
 */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

export function console(res: Response): void {
  sendPage(index, res);
}

export function consoleAsset(file: string, res: Response): void {
  const page = assets.get(file);
  if (page === undefined) throw new Refusal('unknown', `the console has no file ${file}`);
  sendPage(page, res);
}

function readPage(file: string): Page {
  const body = readFileSync(new URL(file, folder));
  const etag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`;
  return { type: typeOf(file) ?? 'application/octet-stream', body, etag };
}

/** Of the files that a browser is given; the folder holds others, for its development. */
function typeOf(file: string): string | undefined {
  return TYPES[file.slice(file.lastIndexOf('.') + 1)];
}

/** `no-cache` lets a browser keep the file and makes it ask each time, so that an update is seen at once. */
function sendPage({ type, body, etag }: Page, res: Response): void {
  res.setHeader('Content-Security-Policy', POLICY);
  res.setHeader('Cache-Control', 'no-cache');
  res.setHeader('ETag', etag);
  if (res.req.fresh) {
    res.status(304).end();
    return;
  }
  res.setHeader('Content-Type', type);
  res.setHeader('Content-Length', body.length);
  res.end(body);
}
