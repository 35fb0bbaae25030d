import type { pageOperations, paperViewOperations } from '@almagest/contracts/literature';
import { JsonText, type Handlers } from '@almagest/service-kit/http-edge';
import { readWebApp } from '@almagest/service-kit/web-app';
import { findPassage } from '../application/reading/find-passage.ts';
import { readBlocks, readOutline } from '../application/reading/paper-outline.ts';
import { renderPaper, type RenderDeps } from '../application/reading/render-paper.ts';
import type { Caller } from './caller.ts';
import { callerSignal } from './caller-signal.ts';

/**
 * infra/local/build-reader writes the reader to this folder. The relative path is the same from src/http and from
 * dist/http. The policy allows inline styles for formulas, and blobs for figures that need a token.
 */
const app = readWebApp({
  name: 'the reader',
  folder: new URL('../../dist/reader/', import.meta.url),
  build: 'sh infra/local/build-reader',
  directives: { 'style-src-attr': "'unsafe-inline'", 'img-src': "'self' blob:", 'worker-src': "'self'" },
});

export function readerRoutes(deps: RenderDeps): Handlers<typeof pageOperations & typeof paperViewOperations, Caller> {
  return {
    readReader: ({ res }) => app.sendPage(res),
    showPaper: ({ res }) => app.sendPage(res),
    showBatches: ({ res }) => app.sendPage(res),
    showReaderApp: ({ res }) => app.sendPage(res),
    readReaderFile: ({ params, res }) => app.sendFile(params.file, res),
    renderPaper: async ({ query, res }) => new JsonText(await renderPaper(deps, query.bibcode, callerSignal(res))),
    readOutline: ({ query }) => readOutline(deps, query.bibcode),
    locatePassage: ({ body }) => findPassage(deps, body),
    readBlocks: ({ query, res }) => readBlocks(deps, query, callerSignal(res)),
  };
}
