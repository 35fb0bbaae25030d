import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import type { Response } from 'express';

/** A file that a browser is given. */
export interface StaticFile {
  readonly type: string;
  readonly body: Buffer;
  readonly etag: string;
}

const TYPES: Readonly<Record<string, string>> = {
  html: 'text/html; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  svg: 'image/svg+xml',
  woff2: 'font/woff2',
};

/**
 * The files of a folder that are for browsers, by name. They are read once, when the process starts: a name in a
 * request never becomes a path, and all files are of the same version.
 */
export function readStaticFiles(folder: URL): ReadonlyMap<string, StaticFile> {
  return new Map(
    readdirSync(folder).flatMap((name) => {
      const file = readStaticFile(new URL(name, folder));
      return file === undefined ? [] : [[name, file]];
    }),
  );
}

/** Undefined for what is no browser's. */
export function readStaticFile(at: URL): StaticFile | undefined {
  const type = TYPES[at.pathname.slice(at.pathname.lastIndexOf('.') + 1)];
  if (type === undefined) return undefined;
  const body = readFileSync(at);
  const etag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`;
  return { type, body, etag };
}

/** With `no-cache` a browser stores the file but revalidates it at each use, so that updates are visible at once. */
export function sendStaticFile({ type, body, etag }: StaticFile, policy: string, res: Response): void {
  res.setHeader('Content-Security-Policy', policy);
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
