import {
  FileVersion,
  literatureOperations,
  PaperReference,
  type paperFileOperations,
  type PaperFiles,
  type FileQuery,
  type FullTextType,
} from '@almagest/contracts/literature';
import { compile } from '@almagest/contracts/validate';
import { formPartsOf } from '@almagest/service-kit/multipart';
import type { Handlers } from '@almagest/service-kit/http-edge';
import { Refusal } from '@almagest/service-kit/refusal';
import type { Request, RequestHandler, Response } from 'express';
import { addOwnFile, addPreprint, type AddFileDeps } from '../application/full-text/add-file.ts';
import { changeFile, readPaperFiles, restoreFile, trashFile } from '../application/full-text/manage-files.ts';
import type { Viewer } from '../domain/people/access.ts';
import type { UploadDeps } from '../application/full-text/upload-paper.ts';
import type { Caller } from './caller.ts';
import { callerSignal } from './caller-signal.ts';
import { stagedFormReader, type StagedUpload } from './staged-form.ts';
import { findFile, type FileDeps } from '../application/library/find-file.ts';
import { sendStoredFile } from './send-stored-file.ts';

/** Writes the added file to the staging folder as it arrives. */
export function paperFileReader(files: UploadDeps['files'], maxBytes: number): RequestHandler {
  return stagedFormReader(literatureOperations.addPaperFile, files, maxBytes);
}

export function paperFileRoutes(deps: AddFileDeps): Handlers<typeof paperFileOperations, Caller> {
  return {
    readPaperFile: ({ query, res }) => sendPaperFile(deps, query, res),
    listPaperFiles: ({ caller: { viewer }, query }) => readPaperFiles(deps, viewer, query.bibcode),
    addPaperFile: ({ caller: { viewer }, body, req, res }) =>
      body === undefined ? receiveFile(deps, viewer, req) : addPreprint(deps, viewer, body, callerSignal(res)),
    changePaperFile: ({ caller: { viewer }, params, body }) => changeFile(deps, viewer, Number(params.id), body),
    trashPaperFile: ({ caller: { viewer }, params }) => trashFile(deps, viewer, Number(params.id)),
    restorePaperFile: ({ caller: { viewer }, params }) => restoreFile(deps, viewer, Number(params.id)),
  };
}

const checkReference = compile(PaperReference);
const checkVersion = compile(FileVersion);

async function receiveFile(deps: UploadDeps, viewer: Viewer, req: Request): Promise<PaperFiles> {
  const { texts, upload, discard } = formPartsOf<StagedUpload>(req);
  try {
    const { bibcode = '', type, label } = texts;
    const reference = checkReference(bibcode);
    if (!reference.ok) throw new Refusal('malformed', `part bibcode: ${reference.fault}`);
    if (type !== 'pdf' && type !== 'html')
      throw new Refusal('malformed', `part type is '${(type ?? '').slice(0, 40)}'. Expected pdf or html`);
    if (label !== undefined && (label.length > MAX_LABEL_CHARS || label.includes('\0')))
      throw new Refusal('malformed', `part label must have at most ${MAX_LABEL_CHARS} characters and no NUL`);
    if (upload === undefined)
      throw new Refusal('malformed', 'part file is missing. Send multipart/form-data with the file as part file');
    const own = { version: versionOf(texts['version']), preprint_version: numberOf(texts['preprint_version']), label };
    return await addOwnFile(deps, viewer, { bibcode, type, ...own, ...upload });
  } finally {
    discard();
  }
}

const MAX_LABEL_CHARS = 200;

function versionOf(text: string | undefined): FileVersion | undefined {
  if (text === undefined) return undefined;
  const version = checkVersion(text);
  if (!version.ok) throw new Refusal('malformed', `part version: ${version.fault}`);
  return version.value;
}

function numberOf(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  if (!/^[1-9]\d{0,2}$/.test(text))
    throw new Refusal(
      'malformed',
      `part preprint_version is '${text.slice(0, 40)}'. Expected a number such as 2 for v2`,
    );
  return Number(text);
}

/** Pages from other sites are untrusted. The policy allows their styles, but no scripts and no requests. */
const POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; font-src data:; sandbox";

const TYPES: Readonly<Record<FullTextType, string>> = { pdf: 'application/pdf', html: 'text/html; charset=utf-8' };

/** Sends a file of a paper. Supports ranges, and sets an ETag for the content. */
async function sendPaperFile(deps: FileDeps, query: FileQuery, res: Response): Promise<void> {
  const { folder, name, version, missing } = await findFile(deps, query);
  res.setHeader('Content-Security-Policy', POLICY);
  res.setHeader('Content-Type', TYPES[query.type]);
  res.setHeader('Content-Disposition', `inline; filename="${name}"`);
  // Another file may replace this file under the same address, so caches have to revalidate it. Ranges and the ETag
  // refer to uncompressed bytes, so `no-transform` forbids compression.
  res.setHeader('Cache-Control', 'private, no-cache, no-transform');
  res.setHeader('ETag', `"${version}"`);
  await sendStoredFile(res, { folder, name, missing });
}
