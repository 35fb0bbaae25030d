import type { Readable } from 'node:stream';
import { literatureOperations, PaperReference, type StandardPaper } from '@almagest/contracts/literature';
import { compile } from '@almagest/contracts/validate';
import { multipartReader, formPartsOf } from '@almagest/service-kit/multipart';
import { Refusal } from '@almagest/service-kit/refusal';
import type { Request, RequestHandler } from 'express';
import { uploadPaper, type Upload, type UploadDeps } from '../application/full-text/upload-paper.ts';

type StagedUpload = Pick<Upload, 'file' | 'head'>;

/** The first bytes of a file, from which its type is recognised. */
const HEAD_BYTES = 512 * 1024;

/** Writes the uploaded file to the staging folder as it arrives. */
export function uploadReader(files: UploadDeps['files'], maxBytes: number): RequestHandler {
  const stage = async (upload: Readable): Promise<StagedUpload> => {
    const file = files.stage();
    const head: Buffer[] = [];
    let size = 0;
    try {
      for await (const chunk of upload as AsyncIterable<Buffer>) {
        if (size < HEAD_BYTES) head.push(chunk);
        size += chunk.length;
        if (size > maxBytes) throw new Refusal('too_large', `the file is larger than ${maxBytes} bytes`);
        file.write(chunk);
      }
      await file.finish();
    } catch (error) {
      file.discard();
      throw error;
    }
    return { file, head: Buffer.concat(head) };
  };
  return multipartReader({ operation: literatureOperations.uploadPaper, stage });
}

const checkReference = compile(PaperReference);

/** Reads the form of an upload and stores its file. */
export async function receiveUpload(deps: UploadDeps, req: Request): Promise<StandardPaper> {
  const { texts, upload, discard } = formPartsOf<StagedUpload>(req);
  try {
    const { bibcode = '', type } = texts;
    if (bibcode.trim() === '') throw new Refusal('malformed', 'part bibcode is missing or empty');
    const reference = checkReference(bibcode);
    if (!reference.ok) throw new Refusal('malformed', `part bibcode: ${reference.fault}`);
    if (type !== 'pdf' && type !== 'html')
      throw new Refusal('malformed', `part type is '${type ?? ''}'; expected pdf or html`);
    if (upload === undefined)
      throw new Refusal('malformed', 'part file is missing; send multipart/form-data with the file as part file');
    return await uploadPaper(deps, { bibcode, type, ...upload });
  } finally {
    discard();
  }
}
