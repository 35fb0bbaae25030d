import { Refusal } from '@almagest/service-kit/refusal';
import { readStaticFiles, sendStaticFile } from '@almagest/service-kit/static-files';
import type { Response } from 'express';

const INDEX = 'index.html';

// The same relative path from src/http/pages and from dist/http/pages.
const files = readStaticFiles(new URL('../../../console/', import.meta.url));

/**
 * The console needs only its own files and this server's API. Content from elsewhere in a text is neither run nor
 * loaded, and nothing is sent elsewhere.
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
  send(INDEX, res);
}

export function consoleAsset(file: string, res: Response): void {
  // The page has another address.
  if (file === INDEX) throw unknown(file);
  send(file, res);
}

function send(name: string, res: Response): void {
  const file = files.get(name);
  if (file === undefined) throw unknown(name);
  sendStaticFile(file, POLICY, res);
}

function unknown(file: string): Refusal {
  return new Refusal('unknown', `the console has no file ${file}`);
}
