import type { Readable } from 'node:stream';
import type { Operation } from '@almagest/contracts';
import type { StagedFile } from '@almagest/durable-files';
import { isForm } from '@almagest/service-kit/http-edge';
import { multipartReader } from '@almagest/service-kit/multipart';
import { Refusal } from '@almagest/service-kit/refusal';
import type { RequestHandler } from 'express';
import type { UploadDeps } from '../application/full-text/upload-paper.ts';

/** A received file in the staging folder, with the first bytes of its content. */
export interface StagedUpload {
  readonly file: StagedFile;
  readonly head: Uint8Array;
}

/** The number of bytes at the beginning of a file that are used to detect its type. */
const HEAD_BYTES = 512 * 1024;

/** Reads the form of an operation and writes its file to the staging folder as it arrives. */
export function stagedFormReader(
  operation: Pick<Operation, 'body' | 'form' | 'unknownKeys'>,
  files: UploadDeps['files'],
  maxBytes: number,
): RequestHandler {
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
  const read = multipartReader({ operation, stage });
  return (req, res, next) => {
    if (operation.body === undefined || isForm(operation, req)) read(req, res, next);
    else next();
  };
}
