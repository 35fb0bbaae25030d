import { readBuild } from '@almagest/service-kit/build';
import {
  literatureDocument,
  type literatureOperations,
  type batchOperations,
  type noteOperations,
  type paperOperations,
  type figureOperations,
  type textRecognitionOperations,
  type translationOperations,
  type targetOperations,
  type citationOperations,
  type answerOperations,
  type questionOperations,
} from '@almagest/contracts/literature';
import { Documentation } from '@almagest/service-kit/docs-page';
import { JsonItems, type Handlers } from '@almagest/service-kit/http-edge';
import type { Registry } from '@almagest/service-kit/metrics';
import type { Response } from 'express';
import { readAssetBatch, readMetaSync } from '../application/batches/batch-status.ts';
import { deleteSavedQuery, listSavedQueries } from '../application/batches/saved-queries.ts';
import { startAssetBatch, startMetaSync, stopAssetBatch, type StartDeps } from '../application/batches/start-batch.ts';
import { type FigureQuestionDeps, askFigure } from '../application/figures/ask-figure.ts';
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
import { type TargetDeps, associateTarget } from '../application/targets/link-targets.ts';
import { type TranslateDeps, translatePaper } from '../application/translation/translate-paper.ts';
import type { LinkedRoutesDeps } from '../application/linked/manage-linked.ts';
import type { AlertRoutesDeps } from '../application/alerts/manage-alerts.ts';
import type { AlertMailDeps } from '../application/alerts/manage-mail.ts';
import type { BibliographyDeps } from '../application/bibliographies/read-bibliography.ts';
import type { StyleDeps } from '../application/bibliographies/citation-styles.ts';
import { type CitedPapersDeps, listCitedPapers } from '../application/citations/list-cited-papers.ts';
import { personRoutes, type AccountRoutesDeps } from './account-routes.ts';
import type { Caller } from './caller.ts';
import { agentRoutes, type AgentRoutesDeps } from './agent-routes.ts';
import { alertRoutes } from './alert-routes.ts';
import { mailRoutes } from './mail-routes.ts';
import { bibliographyRoutes, citationStyleRoutes } from './bibliography-routes.ts';
import type { ProgressStream } from './event-stream.ts';
import { groupRoutes } from './group-routes.ts';
import { mcpRoutes, type McpRoutesDeps } from './mcp/mcp-routes.ts';
import { linkedLibraryRoutes } from './linked-library-routes.ts';
import { libraryRoutes, type LibraryRoutesDeps } from './library-routes.ts';
import { paperFileRoutes } from './paper-file-routes.ts';
import { organisingRoutes } from './organising-routes.ts';
import { readerRoutes } from './reader-routes.ts';
import { headerText, setSourceErrors } from './source-errors-header.ts';
import { receiveUpload } from './upload-form.ts';
import { callerSignal } from './caller-signal.ts';
import { findFigure, unknownFigure, type FigureDeps, type FigureName } from '../application/figures/find-figure.ts';
import { sendStoredFile } from './send-stored-file.ts';
import { readRecognitionOffer, recognisePaper, recognitionProgress } from '../application/reading/recognise-paper.ts';
import { translatePassage } from '../application/translation/translate-passage.ts';
import { translationProgress } from '../application/translation/translation-progress.ts';
import { extractTargets } from '../application/targets/extract-targets.ts';
import { listTargets } from '../application/targets/list-targets.ts';
import { queryTarget } from '../application/targets/query-target.ts';
import { readCitationGraph } from '../application/citations/citation-graph.ts';
import { listCitationContexts } from '../application/citations/list-contexts.ts';
import { listRelatedPapers } from '../application/citations/related-papers.ts';
import { answerQuestion, openQuestion, type AnswerDeps } from '../application/answers/ask-papers.ts';
import { readAnswers, removeAnswer } from '../application/answers/read-answers.ts';
import { askLibrary } from '../application/retrieval/ask-library.ts';
import { accessOf } from './stream-access.ts';
import type { AnswerStreams } from './answer-stream.ts';

export interface RoutesDeps
  extends
    SearchDeps,
    ExportDeps,
    DownloadDeps,
    UploadDeps,
    ParseDeps,
    AlertMailDeps,
    AlertRoutesDeps,
    BibliographyDeps,
    StyleDeps,
    CitedPapersDeps,
    RenderDeps,
    StartDeps,
    TargetDeps,
    AgentRoutesDeps,
    TranslateDeps,
    QuestionRoutesDeps,
    FigureQuestionDeps,
    LibraryRoutesDeps,
    LinkedRoutesDeps,
    AccountRoutesDeps,
    McpRoutesDeps {
  readonly registry: Registry;
  readonly progress: ProgressStream;
  readonly checkReady: () => Promise<void>;
}

/** Maps every operation of the contract to its handler. If a handler is missing, this does not compile. */
export function routes(deps: RoutesDeps): Handlers<typeof literatureOperations, Caller> {
  const documentation = new Documentation(literatureDocument);
  return {
    readHealth: () => ({ status: 'ok', ...readBuild() }),
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
    ...mailRoutes(deps),
    ...bibliographyRoutes(deps),
    ...citationStyleRoutes(deps),
    ...linkedLibraryRoutes(deps),
    ...recognitionRoutes(deps),
    ...personRoutes(deps),
    ...groupRoutes(deps),
    ...mcpRoutes(deps),
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
    listLibrary: ({ caller: { viewer }, query }) => new JsonItems(readLibrary(deps, viewer, query)),
    downloadPaper: ({ body }) => downloadPaper(deps, body),
    uploadPaper: ({ caller: { viewer }, req }) => receiveUpload(deps, viewer, req),
    markNoResource: ({ body }) => markNoResource(deps, body),
    parsePaper: ({ body }) => parsePaper(deps, body),
    readPaper: ({ query }) => readPaper(deps, query.bibcode),
    readFigure: ({ params, res }) => sendFigure(deps, params, res),
    readCitations: async ({ query, res }) => {
      const { network, failures } = await readCitations(deps, query.bibcode);
      setSourceErrors(res, failures);
      return network;
    },
    readActivePaper: ({ caller: { viewer } }) => readActivePaper(deps, viewer),
    setActivePaper: ({ caller: { viewer }, body }) => activatePaper(deps, viewer, body.bibcode),
  };
}

function noteRoutes(deps: RoutesDeps): Handlers<typeof noteOperations, Caller> {
  return {
    addNote: ({ caller: { viewer }, body }) => addNote(deps, viewer, body),
    listNotes: ({ caller: { viewer }, query }) => readNotes(deps, viewer, query.bibcode),
    listLibraryNotes: ({ caller: { viewer }, query }) => readLibraryNotes(deps, viewer, query),
    changeNote: ({ caller: { viewer }, body }) => changeNote(deps, viewer, body),
    deleteNote: ({ caller: { viewer }, query }) => removeNote(deps, viewer, query.id),
    restoreNote: ({ caller: { viewer }, body }) => restoreDeleted(deps, viewer, body.id),
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
    streamBatches: ({ caller, res }) => deps.progress.open(res, accessOf(deps, caller)),
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

function figureRoutes(deps: FigureQuestionDeps): Handlers<typeof figureOperations, Caller> {
  return { askFigure: ({ body, res }) => askFigure(deps, body, callerSignal(res)) };
}

/**
 * Sends a figure. Supports ranges, and sets an ETag. A figure from a web page may contain scripts, and the headers
 * prevent them from running.
 */
async function sendFigure(deps: FigureDeps, figure: FigureName, res: Response): Promise<void> {
  const file = await findFigure(deps, figure);
  const { folder, version } = file;
  res.setHeader('Content-Security-Policy', "default-src 'none'; style-src 'unsafe-inline'; sandbox");
  // A later parse may replace a figure under the same name, so caches have to revalidate the figure.
  res.setHeader('Cache-Control', 'private, no-cache');
  if (version !== undefined) res.setHeader('ETag', `"${version}"`);
  await sendStoredFile(res, { folder, name: figure.name, missing: () => unknownFigure(file, figure.name) });
}

function recognitionRoutes(deps: ParseDeps): Handlers<typeof textRecognitionOperations, Caller> {
  return {
    readRecognitionOffer: () => readRecognitionOffer(),
    recogniseText: ({ body, res }) => recognisePaper(deps, body, callerSignal(res)),
    recognitionProgress: ({ query }) => recognitionProgress(deps.db, query.bibcode),
  };
}

function translationRoutes(deps: TranslateDeps): Handlers<typeof translationOperations, Caller> {
  return {
    translatePaper: ({ body }) => translatePaper(deps, body),
    translationProgress: ({ query }) => translationProgress(deps, query),
    translatePassage: ({ body, res }) => translatePassage(deps, body.text, callerSignal(res)),
  };
}

function targetRoutes(deps: TargetDeps): Handlers<typeof targetOperations, Caller> {
  return {
    queryTarget: ({ query }) => queryTarget(deps, query.name),
    associateTarget: ({ body }) => associateTarget(deps, body),
    extractTargets: async ({ body, res }) => {
      const { targets, failures } = await extractTargets(deps, body);
      setSourceErrors(res, failures);
      return { targets };
    },
    listTargets: ({ query }) => listTargets(deps, query),
  };
}

function citationRoutes(deps: CitedPapersDeps): Handlers<typeof citationOperations, Caller> {
  return {
    listCitedPapers: async ({ query, res }) => {
      const { page, failures } = await listCitedPapers(deps, query);
      setSourceErrors(res, failures);
      return page;
    },
    listCitationContexts: ({ query }) => listCitationContexts(deps, query),
    listRelatedPapers: ({ query }) => listRelatedPapers(deps, query),
    readCitationGraph: ({ caller: { viewer }, query }) => readCitationGraph(deps, viewer, query),
  };
}

interface QuestionRoutesDeps extends AnswerDeps {
  readonly answerStreams: AnswerStreams;
}

function questionRoutes(
  deps: QuestionRoutesDeps,
): Handlers<typeof questionOperations & typeof answerOperations, Caller> {
  return {
    askLibrary: ({ caller: { viewer }, body, res }) => askLibrary(deps, viewer, body, callerSignal(res)),
    askPapers: async ({ caller, body, res }) => {
      const question = await openQuestion(deps, caller.viewer, body);
      await deps.answerStreams.send(res, accessOf(deps, caller), (signal) => answerQuestion(deps, question, signal));
    },
    listAnswers: ({ caller: { viewer }, query }) => readAnswers(deps, viewer, query),
    deleteAnswer: ({ caller: { viewer }, params }) => removeAnswer(deps, viewer, Number(params.id)),
  };
}
