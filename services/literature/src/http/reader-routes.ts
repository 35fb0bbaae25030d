import type { pageOperations, paperViewOperations } from '@almagest/contracts/literature';
import { FORMULA_STYLE_SHEET } from '@almagest/paper-html';
import { JsonText, type Handlers } from '@almagest/service-kit/http-edge';
import { Refusal } from '@almagest/service-kit/refusal';
import { readWebApp } from '@almagest/service-kit/web-app';
import { readStaticFile, readStaticFiles, sendStaticFile, type StaticFile } from '@almagest/service-kit/static-files';
import type { Response } from 'express';
import { findPassage } from '../application/reading/find-passage.ts';
import { readBlocks, readOutline } from '../application/reading/paper-outline.ts';
import { renderPaper, type RenderDeps } from '../application/reading/render-paper.ts';
import { callerSignal } from './caller-signal.ts';

// The same relative path from src/http and from dist/http.
const own = readStaticFiles(new URL('../../reader/', import.meta.url));

/** The reader's folder also serves the formula style sheet, which refers to its fonts by relative paths. */
const files: ReadonlyMap<string, StaticFile | undefined> = new Map([
  ...[...own].filter(([name]) => !name.endsWith('.html')),
  ['katex.min.css', readStaticFile(FORMULA_STYLE_SHEET)] as const,
]);
const fonts = readStaticFiles(new URL('fonts/', FORMULA_STYLE_SHEET));

// Where infra/local/build-reader puts it. Formulas have styles on their elements; figures behind a token come as blobs.
const app = readWebApp({
  name: 'the reader',
  folder: new URL('../../dist/reader-app/', import.meta.url),
  build: 'sh infra/local/build-reader',
  directives: { 'style-src-attr': "'unsafe-inline'", 'img-src': "'self' blob:", 'worker-src': "'self'" },
});

/**
 * The reader needs only its own files and this server's API. Scripts and resources from a paper are neither run nor
 * loaded. Formulas have styles on their elements; figures behind a token come as blobs.
 */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "style-src-attr 'unsafe-inline'",
  "img-src 'self' blob:",
  "font-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

export function readerRoutes(
  deps: RenderDeps,
): Handlers<typeof pageOperations & typeof paperViewOperations, undefined> {
  return {
    showLibrary: ({ res }) => send(own.get('library.html'), 'library.html', res),
    showBatches: ({ res }) => send(own.get('batches.html'), 'batches.html', res),
    showPaper: ({ res }) => send(own.get('paper.html'), 'paper.html', res),
    readReaderFile: ({ params, res }) => send(files.get(params.file), params.file, res),
    readReaderFont: ({ params, res }) => send(fonts.get(params.file), params.file, res),
    readReaderApp: ({ res }) => app.sendPage(res),
    readReaderAppFile: ({ params, res }) => app.sendFile(params.file, res),
    renderPaper: async ({ query, res }) => new JsonText(await renderPaper(deps, query.bibcode, callerSignal(res))),
    readOutline: ({ query }) => readOutline(deps, query.bibcode),
    locatePassage: ({ body }) => findPassage(deps, body),
    readBlocks: ({ query, res }) => readBlocks(deps, query, callerSignal(res)),
  };
}

function send(file: StaticFile | undefined, name: string, res: Response): void {
  if (file === undefined) throw new Refusal('unknown', `the reader has no file ${name}`);
  sendStaticFile(file, POLICY, res);
}
