import { randomBytes } from 'node:crypto';
import type { Response } from 'express';
import { Refusal } from './refusal.ts';
import { readStaticFiles, sendBuiltFile } from './static-files.ts';

/** A web application built by Vite. */
export interface WebApp {
  /** Sends the page that loads everything else. */
  readonly sendPage: (res: Response) => void;
  /** Sends a file of the application. File names contain a content hash, so browsers can cache them forever. */
  readonly sendFile: (name: string, res: Response) => void;
}

export interface WebAppOptions {
  /** The name of the app in error messages. */
  readonly name: string;
  readonly folder: URL;
  readonly build: string;
  /** Directives for the content security policy. They add to the defaults or replace them. */
  readonly directives?: Readonly<Record<string, string>>;
}

const INDEX = 'index.html';
/** Placeholder for the nonce in the page. */
const NONCE_MARK = 'CSP_NONCE';
const NONCE_BYTES = 16;

/**
 * Returns the content security policy. An application needs only its own files and this server's API. External content
 * in a text is neither run nor loaded, and nothing is sent to other hosts. Style elements written by libraries need the
 * nonce.
 */
function policyOf(nonce: string, directives: Readonly<Record<string, string>>): string {
  const all = {
    'default-src': "'none'",
    'script-src': "'self'",
    'style-src': `'self' 'nonce-${nonce}'`,
    'img-src': "'self'",
    'font-src': "'self'",
    'connect-src': "'self'",
    'base-uri': "'none'",
    'form-action': "'none'",
    'frame-ancestors': "'none'",
    ...directives,
  };
  return Object.entries(all)
    .map(([name, sources]) => `${name} ${sources}`)
    .join('; ');
}

/**
 * Reads the application once, so that all its files are from the same build. If the application is still being built,
 * reads it at the first request after the build.
 */
export function readWebApp({ name, folder, build, directives = {} }: WebAppOptions): WebApp {
  let files = readStaticFiles(folder);
  const readIfBuilt = () => {
    if (!files.has(INDEX)) files = readStaticFiles(folder);
    return files;
  };
  return {
    sendPage: (res) => {
      const page = readIfBuilt().get(INDEX)?.body.toString('utf8');
      if (page === undefined) throw new Refusal('unknown', `${name} has not been built: run \`${build}\``);
      const nonce = randomBytes(NONCE_BYTES).toString('base64');
      res.setHeader('Content-Security-Policy', policyOf(nonce, directives));
      res.setHeader('Cache-Control', 'no-store');
      res.type('html').send(page.replace(NONCE_MARK, nonce));
    },
    sendFile: (file, res) => {
      const found = file === INDEX ? undefined : readIfBuilt().get(file);
      if (found === undefined) throw new Refusal('unknown', `${name} has no file ${file}`);
      sendBuiltFile(found, policyOf('', directives), res);
    },
  };
}
