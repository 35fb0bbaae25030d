import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { Refusal } from '@almagest/service-kit/refusal';
import type { Response } from 'express';

/** Everything the console consists of; nothing else in its folder is served. */
const ASSETS = ['console.css', 'console.js'] as const;

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

// Read once, with the process: a console that lacks a file stops the start instead of the operator.
const index = readPage('index.html');
const assets: ReadonlyMap<string, Page> = new Map(ASSETS.map((file) => [file, readPage(file)]));

export function console(res: Response): void {
  sendPage(index, res);
}

export function consoleAsset(file: string, res: Response): void {
  const page = assets.get(file);
  if (page === undefined) throw new Refusal('unknown', `the console has no file ${file}`);
  sendPage(page, res);
}

function readPage(file: string): Page {
  // The same path from src/http/pages and from dist/http/pages.
  const body = readFileSync(new URL(`../../../console/${file}`, import.meta.url));
  const etag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`;
  return { type: TYPES[file.slice(file.lastIndexOf('.') + 1)] ?? 'application/octet-stream', body, etag };
}

/** `no-cache` lets a browser keep the file and makes it ask each time, so that an update is seen at once. */
function sendPage({ type, body, etag }: Page, res: Response): void {
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
