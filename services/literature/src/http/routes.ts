import {
  literatureDocument,
  type literatureOperations,
  type batchOperations,
  type noteOperations,
  type paperOperations,
} from '@almagest/contracts/literature';
import { Documentation } from '@almagest/service-kit/docs-page';
import { JsonItems, type Handlers } from '@almagest/service-kit/http-edge';
import type { Registry } from '@almagest/service-kit/metrics';
import type { Response } from 'express';
import { readAssetBatch, readMetaSync } from '../application/batches/batch-status.ts';
import { deleteSavedQuery, listSavedQueries } from '../application/batches/saved-queries.ts';
import { startAssetBatch, startMetaSync, stopAssetBatch, type StartDeps } from '../application/batches/start-batch.ts';
import type { FigureQuestionDeps } from '../application/figures/ask-figure.ts';
import { downloadPaper, type DownloadDeps } from '../application/full-text/download-paper.ts';
import type { UploadDeps } from '../application/full-text/upload-paper.ts';
import { markNoResource } from '../application/full-text/mark-no-resource.ts';
import { readLibraryNotes } from '../application/notes/list-notes.ts';
import { addNote, changeNote, readNotes, removeNote, restoreDeleted } from '../application/notes/manage-notes.ts';
import { readLibrary } from '../application/papers/list-library.ts';
import { activatePaper, readActivePaper } from '../application/reading/active-paper.ts';
import { readCitations } from '../application/reading/citation-network.ts';
import { parsePaper, type ParseDeps } from '../application/reading/parse-paper.ts';
import { readPaper } from '../application/reading/read-paper.ts';
import type { RenderDeps } from '../application/reading/render-paper.ts';
import { countMatches } from '../application/search/count-matches.ts';
import { exportBibtex, type ExportDeps } from '../application/search/export-bibtex.ts';
import { searchPapers, type SearchDeps } from '../application/search/search-papers.ts';
import type { TargetDeps } from '../application/targets/link-targets.ts';
import type { TranslateDeps } from '../application/translation/translate-paper.ts';
import type { AlertRoutesDeps } from '../application/alerts/manage-alerts.ts';
import type { CitedPapersDeps } from '../application/citations/list-cited-papers.ts';
import { agentRoutes, type AgentRoutesDeps } from './agent-routes.ts';
import { alertRoutes } from './alert-routes.ts';
import { citationRoutes } from './citation-routes.ts';
import type { ProgressStream } from './event-stream.ts';
import { figureRoutes } from './figure-routes.ts';
import { sendFigure } from './figures.ts';
import { libraryRoutes, type LibraryRoutesDeps } from './library-routes.ts';
import { paperFileRoutes } from './paper-file-routes.ts';
import { organisingRoutes } from './organising-routes.ts';
import { readerRoutes } from './reader-routes.ts';
import { questionRoutes, type QuestionRoutesDeps } from './question-routes.ts';
import { translationRoutes } from './translation-routes.ts';
import { targetRoutes } from './target-routes.ts';
import { headerText, setSourceErrors } from './source-errors-header.ts';
import { recognitionRoutes } from './recognition-routes.ts';
import { receiveUpload } from './upload-form.ts';

export interface RoutesDeps
  extends
    SearchDeps,
    ExportDeps,
    DownloadDeps,
    UploadDeps,
    ParseDeps,
    AlertRoutesDeps,
    CitedPapersDeps,
    RenderDeps,
    StartDeps,
    TargetDeps,
    AgentRoutesDeps,
    TranslateDeps,
    QuestionRoutesDeps,
    FigureQuestionDeps,
    LibraryRoutesDeps {
  readonly registry: Registry;
  readonly progress: ProgressStream;
  readonly checkReady: () => Promise<void>;
}

type Caller = undefined;

/** Maps every operation of the contract to its handler. A missing handler does not compile. */
export function routes(deps: RoutesDeps): Handlers<typeof literatureOperations, Caller> {
  const documentation = new Documentation(literatureDocument);
  return {
    readHealth: () => ({ status: 'ok' }),
    readReadiness: async () => (await deps.checkReady(), { status: 'ok' }),
    readMetrics: async ({ res }) => void res.type(deps.registry.contentType).send(await deps.registry.metrics()),
    readOpenApi: () => documentation.document,
    readDocs: ({ res }) => void res.type('html').send(documentation.page),
    ...paperRoutes(deps),
    ...readerRoutes(deps),
    ...noteRoutes(deps),
    ...batchRoutes(deps),
    ...targetRoutes(deps),
    ...agentRoutes(deps),
    ...translationRoutes(deps),
    ...questionRoutes(deps),
    ...figureRoutes(deps),
    ...libraryRoutes(deps),
    ...paperFileRoutes(deps),
    ...organisingRoutes(deps),
    ...citationRoutes(deps),
    ...alertRoutes(deps),
    ...recognitionRoutes(deps),
  };
}

function paperRoutes(deps: RoutesDeps): Handlers<typeof paperOperations, Caller> {
  return {
    searchPapers: async ({ query, res }) => {
      const { papers, failures } = await searchPapers(deps, query);
      setSourceErrors(res, failures);
      return [...papers];
    },
    exportBibtex: async ({ body, res }) => {
      const { bibtex, missing } = await exportBibtex(deps, body.bibcodes);
      if (missing.length > 0) res.setHeader('X-Missing-Bibcodes', headerText(missing.join(' ')));
      return { bibtex };
    },
    listLibrary: ({ query }) => new JsonItems(readLibrary(deps, query)),
    downloadPaper: ({ body }) => downloadPaper(deps, body),
    uploadPaper: ({ req }) => receiveUpload(deps, req),
    markNoResource: ({ body }) => markNoResource(deps, body),
    parsePaper: ({ body }) => parsePaper(deps, body),
    readPaper: ({ query }) => readPaper(deps, query.bibcode),
    readFigure: ({ params, res }) => sendFigure(deps, params, res),
    readCitations: async ({ query, res }) => {
      const { network, failures } = await readCitations(deps, query.bibcode);
      setSourceErrors(res, failures);
      return network;
    },
    readActivePaper: () => readActivePaper(deps),
    setActivePaper: ({ body }) => activatePaper(deps, body.bibcode),
  };
}

function noteRoutes(deps: RoutesDeps): Handlers<typeof noteOperations, Caller> {
  return {
    addNote: ({ body }) => addNote(deps, body),
    listNotes: ({ query }) => readNotes(deps, query.bibcode),
    listLibraryNotes: ({ query }) => readLibraryNotes(deps, query),
    changeNote: ({ body }) => changeNote(deps, body),
    deleteNote: ({ query }) => removeNote(deps, query.id),
    restoreNote: ({ body }) => restoreDeleted(deps, body.id),
  };
}

function batchRoutes(deps: RoutesDeps): Handlers<typeof batchOperations, Caller> {
  return {
    countMatches: async ({ query, res }) => {
      const { total, failures } = await countMatches(deps, query);
      setSourceErrors(res, failures);
      return { total };
    },
    runMetaSync: async ({ body, res }) => sendText(res, await startMetaSync(deps, body)),
    readMetaSync: () => readMetaSync(deps),
    runAssetBatch: async ({ body, res }) => sendText(res, await startAssetBatch(deps, body)),
    stopAssetBatch: async ({ res }) => sendText(res, await stopAssetBatch(deps)),
    readAssetBatch: () => readAssetBatch(deps),
    streamBatches: ({ res }) => deps.progress.open(res),
    listQueries: () => listSavedQueries(deps),
    deleteQuery: async ({ params, res }) => {
      await deleteSavedQuery(deps, Number(params.id));
      sendText(res, `saved query ${params.id} was deleted`);
    },
  };
}

function sendText(res: Response, text: string): void {
  res.type('text/plain').send(text);
}
