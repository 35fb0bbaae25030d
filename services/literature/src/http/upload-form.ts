import { literatureOperations, PaperReference, type StandardPaper } from '@almagest/contracts/literature';
import { compile } from '@almagest/contracts/validate';
import { formPartsOf } from '@almagest/service-kit/multipart';
import { Refusal } from '@almagest/service-kit/refusal';
import type { Request, RequestHandler } from 'express';
import { uploadPaper, type UploadDeps } from '../application/full-text/upload-paper.ts';
import type { Viewer } from '../domain/people/access.ts';
import { stagedFormReader, type StagedUpload } from './staged-form.ts';

/** Writes the uploaded file to the staging folder as it arrives. */
export function uploadReader(files: UploadDeps['files'], maxBytes: number): RequestHandler {
  return stagedFormReader(literatureOperations.uploadPaper, files, maxBytes);
}

const checkReference = compile(PaperReference);

export async function receiveUpload(deps: UploadDeps, viewer: Viewer, req: Request): Promise<StandardPaper> {
  const { texts, upload, discard } = formPartsOf<StagedUpload>(req);
  try {
    const { bibcode = '', type } = texts;
    if (bibcode.trim() === '') throw new Refusal('malformed', 'part bibcode is missing or empty');
    const reference = checkReference(bibcode);
    if (!reference.ok) throw new Refusal('malformed', `part bibcode: ${reference.fault}`);
    if (type !== 'pdf' && type !== 'html')
      throw new Refusal('malformed', `part type is '${type ?? ''}'. Expected pdf or html`);
    if (upload === undefined)
      throw new Refusal('malformed', 'part file is missing. Send multipart/form-data with the file as part file');
    return await uploadPaper(deps, viewer, { bibcode, type, ...upload });
  } finally {
    discard();
  }
}
