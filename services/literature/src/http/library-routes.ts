import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { IMPORT_FORMATS } from '@almagest/bibliography';
import {
  ImportId,
  literatureOperations,
  PaperReference,
  type AddedPaper,
  type exchangeOperations,
  type ExportFormat,
  type ImportReport,
  type librarySearchOperations,
  type ownPaperOperations,
} from '@almagest/contracts/literature';
import type { Handlers } from '@almagest/service-kit/http-edge';
import { compile } from '@almagest/contracts/validate';
import { formPartsOf } from '@almagest/service-kit/multipart';
import { Refusal } from '@almagest/service-kit/refusal';
import type { Request, RequestHandler, Response } from 'express';
import type { UploadDeps } from '../application/full-text/upload-paper.ts';
import {
  exportPapers,
  selectNamed,
  selectPapers,
  type LibraryExportDeps,
} from '../application/library/export-library.ts';
import { addPaper, addPdf } from '../application/library/add-paper.ts';
import { importLibrary, importProgress, type ImportDeps } from '../application/library/import-library.ts';
import { searchLibrary } from '../application/library/search-library.ts';
import type { Viewer } from '../domain/people/access.ts';
import type { Caller } from './caller.ts';
import { callerSignal } from './caller-signal.ts';
import { addressOf } from './own-address.ts';
import { stagedFormReader, type StagedUpload } from './staged-form.ts';

export type LibraryRoutesDeps = ImportDeps & LibraryExportDeps & UploadDeps;

/** Writes the imported file to the staging folder as it arrives. */
export function importReader(files: UploadDeps['files'], maxBytes: number): RequestHandler {
  return stagedFormReader(literatureOperations.importLibrary, files, maxBytes);
}

/** Writes the PDF of a new paper to the staging folder as it arrives. */
export function newPaperReader(files: UploadDeps['files'], maxBytes: number): RequestHandler {
  return stagedFormReader(literatureOperations.addPaper, files, maxBytes);
}

type LibraryOperations = typeof exchangeOperations & typeof ownPaperOperations & typeof librarySearchOperations;

export function libraryRoutes(deps: LibraryRoutesDeps): Handlers<LibraryOperations, Caller> {
  return {
    addPaper: ({ caller: { viewer }, body, req, res }) =>
      body === undefined
        ? receivePdf(deps, viewer, req, callerSignal(res))
        : addPaper(deps, viewer, body, callerSignal(res)),
    searchLibrary: ({ caller: { viewer }, query }) => searchLibrary(deps, viewer, query),
    importLibrary: ({ caller: { viewer }, req, res }) => receiveImport(deps, viewer, req, callerSignal(res)),
    importProgress: ({ query }) => importProgress(deps.db, query.id),
    exportLibrary: async ({ caller: { viewer }, query, req, res }) => {
      const selection = await selectPapers(deps.db, viewer, query);
      const choice = { ...query, address: addressOf(req) };
      await sendParts(res, query.format, exportPapers(deps, viewer, selection, choice));
    },
    exportSelection: async ({ caller: { viewer }, body, req, res }) => {
      const selection = await selectNamed(deps.db, body.bibcodes);
      const choice = { ...body, address: addressOf(req) };
      await sendParts(res, body.format, exportPapers(deps, viewer, selection, choice));
    },
  };
}

const checkReference = compile(PaperReference);
const checkImportId = compile(ImportId);

async function receivePdf(deps: UploadDeps, viewer: Viewer, req: Request, signal: AbortSignal): Promise<AddedPaper> {
  const { texts, upload, discard } = formPartsOf<StagedUpload>(req);
  try {
    const { identifier } = texts;
    const named = identifier === undefined ? undefined : checkReference(identifier);
    if (named?.ok === false) throw new Refusal('malformed', `part identifier: ${named.fault}`);
    if (upload === undefined)
      throw new Refusal('malformed', 'part file is missing. Send multipart/form-data with the PDF as part file');
    return await addPdf(deps, viewer, { identifier, ...upload }, signal);
  } finally {
    discard();
  }
}

async function receiveImport(
  deps: ImportDeps,
  viewer: Viewer,
  req: Request,
  signal: AbortSignal,
): Promise<ImportReport> {
  const { texts, upload, discard } = formPartsOf<StagedUpload>(req);
  try {
    const { format = '', id = '' } = texts;
    const named = id === '' ? undefined : checkImportId(id);
    if (named?.ok === false) throw new Refusal('malformed', `part id: ${named.fault}`);
    const known = IMPORT_FORMATS.find((one) => one === format);
    if (known === undefined && format !== '')
      throw new Refusal(
        'malformed',
        `part format is '${format.slice(0, 40)}'. Expected one of ${IMPORT_FORMATS.join(', ')}`,
      );
    if (upload === undefined)
      throw new Refusal(
        'malformed',
        'part file is missing. Send multipart/form-data with the exported file as part file',
      );
    return await importLibrary(deps, viewer, { path: upload.file.path, format: known, id }, signal);
  } finally {
    discard();
  }
}

const FILES: Readonly<Record<ExportFormat, readonly [type: string, name: string]>> = {
  bibtex: ['application/x-bibtex; charset=utf-8', 'library.bib'],
  ris: ['application/x-research-info-systems; charset=utf-8', 'library.ris'],
  'csl-json': ['application/vnd.citationstyles.csl+json; charset=utf-8', 'library.json'],
  markdown: ['text/markdown; charset=utf-8', 'notes.md'],
  text: ['text/plain; charset=utf-8', 'bibliography.txt'],
  html: ['text/html; charset=utf-8', 'bibliography.html'],
  bibitem: ['application/x-tex; charset=utf-8', 'bibliography.tex'],
};

/**
 * Sends parts as they are generated, with backpressure. If generating the first part fails, sends an error response. If
 * a later part fails, cuts the connection, so that the client does not take the response for a complete file.
 */
export async function sendParts(res: Response, format: ExportFormat, parts: AsyncGenerator<string>): Promise<void> {
  const [type, name] = FILES[format];
  const first = await parts.next();
  const all = async function* () {
    if (first.done !== true) yield first.value;
    yield* parts;
  };
  res.setHeader('Content-Type', type).setHeader('Content-Disposition', `attachment; filename="${name}"`);
  if (!res.hasHeader('Cache-Control')) res.setHeader('Cache-Control', 'private, no-store');
  await pipeline(Readable.from(all()), res);
}
