import { randomBytes } from 'node:crypto';
import type { Response } from 'express';
import { Refusal } from './refusal.ts';
import { readStaticFiles, sendBuiltFile } from './static-files.ts';

/** A web application that Vite has built. */
export interface WebApp {
  /** Sends the page from which everything else is loaded. */
  readonly sendPage: (res: Response) => void;
  /** Sends one of its files. Their names contain a hash of their content, so that browsers need not ask for them again. */
  readonly sendFile: (name: string, res: Response) => void;
}

export interface WebAppOptions {
  /** What it is called in refusals. */
  readonly name: string;
  /** Where it was built. */
  readonly folder: URL;
  /** The command that builds it. */
  readonly build: string;
  /** Directives of its content security policy besides those of every application, or instead of them. */
  readonly directives?: Readonly<Record<string, string>>;
}

const INDEX = 'index.html';
/** Stands in the page where its nonce belongs. */
const NONCE_MARK = 'CSP_NONCE';
const NONCE_BYTES = 16;

/**
 * An application needs only its own files and this server's API. Content from elsewhere in a text is neither run nor
 * loaded, and nothing is sent elsewhere. The nonce is for style elements that libraries write.
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

/** Reads the application once: all of its files are of the same version. */
export function readWebApp({ name, folder, build, directives = {} }: WebAppOptions): WebApp {
  const files = readStaticFiles(folder);
  const page = files.get(INDEX)?.body.toString('utf8');
  return {
    sendPage: (res) => {
      if (page === undefined)
        throw new Refusal('unknown', `${name} has not been built: run \`${build}\`, and start again`);
      const nonce = randomBytes(NONCE_BYTES).toString('base64');
      res.setHeader('Content-Security-Policy', policyOf(nonce, directives));
      res.setHeader('Cache-Control', 'no-store');
      res.type('html').send(page.replace(NONCE_MARK, nonce));
    },
    sendFile: (file, res) => {
      const found = file === INDEX ? undefined : files.get(file);
      if (found === undefined) throw new Refusal('unknown', `${name} has no file ${file}`);
      sendBuiltFile(found, policyOf('', directives), res);
    },
  };
}
