import { randomBytes } from 'node:crypto';
import { Refusal } from '@almagest/service-kit/refusal';
import { readStaticFiles, sendBuiltFile } from '@almagest/service-kit/static-files';
import type { Response } from 'express';

const INDEX = 'index.html';
/** Stands in the page where its nonce belongs. */
const NONCE_MARK = 'CSP_NONCE';
const NONCE_BYTES = 16;

// The same relative path from src/http/pages and from dist/http/pages: where infra/local/build-console puts it.
const files = readStaticFiles(new URL('../../../dist/console/', import.meta.url));
const page = files.get(INDEX)?.body.toString('utf8');

/**
 * The console needs only its own files and this server's API. Content from elsewhere in a text is neither run nor
 * loaded, and nothing is sent elsewhere. The nonce is for style elements that libraries write.
 */
function policy(nonce: string): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self'",
    "font-src 'self'",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}

export function console(res: Response): void {
  if (page === undefined)
    throw new Refusal('unknown', 'the console has not been built: run `sh infra/local/build-console`, and start again');
  const nonce = randomBytes(NONCE_BYTES).toString('base64');
  res.setHeader('Content-Security-Policy', policy(nonce));
  res.setHeader('Cache-Control', 'no-store');
  res.type('html').send(page.replace(NONCE_MARK, nonce));
}

/** The names of the files contain a hash of their content, so that browsers need not ask for them again. */
export function consoleAsset(name: string, res: Response): void {
  const file = name === INDEX ? undefined : files.get(name);
  if (file === undefined) throw new Refusal('unknown', `the console has no file ${name}`);
  sendBuiltFile(file, policy(''), res);
}
