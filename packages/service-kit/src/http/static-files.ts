import { existsSync, readdirSync, readFileSync } from 'node:fs';
import type { Response } from 'express';

export interface StaticFile {
  readonly type: string;
  readonly body: Buffer;
  /** Compressed at build time. */
  readonly brotli: Buffer | undefined;
  readonly gzip: Buffer | undefined;
}

const TYPES: Readonly<Record<string, string>> = {
  html: 'text/html; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  svg: 'image/svg+xml',
  woff2: 'font/woff2',
  ttf: 'font/ttf',
  pfb: 'application/x-font-type1',
  gif: 'image/gif',
};

/** A file name contains a hash, so the content never changes. */
const FOREVER = 'public, max-age=31536000, immutable';

/**
 * Reads the browser files of a folder, by name. Returns no files if the folder doesn't exist.
 *
 * Reads them once at the start, so that no request path becomes a file path and all files are from the same build.
 */
export function readStaticFiles(folder: URL): ReadonlyMap<string, StaticFile> {
  if (!existsSync(folder)) return new Map();
  return new Map(
    readdirSync(folder).flatMap((name) => {
      const file = readStaticFile(new URL(name, folder));
      return file === undefined ? [] : [[name, file]];
    }),
  );
}

/** Returns undefined for file types that browsers don't load. */
function readStaticFile(at: URL): StaticFile | undefined {
  const type = TYPES[at.pathname.slice(at.pathname.lastIndexOf('.') + 1)];
  if (type === undefined) return undefined;
  const body = readFileSync(at);
  return { type, body, brotli: readIfThere(`${at.href}.br`), gzip: readIfThere(`${at.href}.gz`) };
}

function readIfThere(address: string): Buffer | undefined {
  const at = new URL(address);
  return existsSync(at) ? readFileSync(at) : undefined;
}

/** Sends a built file, precompressed if the client accepts it. Its name contains a hash of its content. */
export function sendBuiltFile({ type, body, brotli, gzip }: StaticFile, policy: string, res: Response): void {
  res.setHeader('Content-Security-Policy', policy);
  res.setHeader('Cache-Control', FOREVER);
  res.setHeader('Content-Type', type);
  res.vary('Accept-Encoding');
  const encoding = res.req.acceptsEncodings(
    ...(brotli === undefined ? [] : ['br']),
    ...(gzip === undefined ? [] : ['gzip']),
    'identity',
  );
  const bytes = (encoding === 'br' ? brotli : encoding === 'gzip' ? gzip : undefined) ?? body;
  if (bytes !== body) res.setHeader('Content-Encoding', String(encoding));
  res.setHeader('Content-Length', bytes.length);
  res.end(bytes);
}
