import type { Readable } from 'node:stream';
import type { Request, RequestHandler } from 'express';
import multer from 'multer';
import { eachChunk } from './each-chunk.ts';
import { Refusal } from './refusal.ts';

/** The text parts: the largest, a report with its summary, is some kB. */
const MAX_TEXT_BYTES = 8 * 1024 * 1024;

/** A file that was written aside as it came, and has to go unless it finds a place. */
export interface Staged {
  readonly file: { discard(): void };
}

/** The parts of a form. */
export interface Parts<U extends Staged> {
  readonly texts: Readonly<Record<string, string>>;
  /** Of several the first. */
  readonly upload: U | undefined;
  /** Removes every upload that has not found a place. */
  readonly discard: () => void;
}

interface StoredPart<U extends Staged> {
  readonly fieldname: string;
  readonly text?: string;
  readonly upload?: U;
}

/**
 * Reads multipart/form-data: text parts into memory, the file of the part `name` through `stage` as it comes.
 *
 * A text part may also be sent as a file, as many HTTP clients do with JSON.
 */
export function multipartReader<U extends Staged>(
  name: string,
  stage: (upload: Readable) => Promise<U>,
): RequestHandler {
  const storage: multer.StorageEngine = {
    _handleFile(_req, file, done) {
      store(name, stage, file).then(
        (part) => done(null, part as Partial<Express.Multer.File>),
        (error: unknown) => done(error),
      );
    },
    _removeFile(_req, file, done) {
      (file as unknown as StoredPart<U>).upload?.file.discard();
      done(null);
    },
  };
  const read = multer({
    storage,
    limits: { fieldSize: MAX_TEXT_BYTES, fields: 50, files: 10, parts: 60 },
  }).any();
  return (req, res, next) =>
    read(req, res, (error?: unknown) => next(error === undefined ? undefined : understand(error)));
}

async function store<U extends Staged>(
  name: string,
  stage: (upload: Readable) => Promise<U>,
  file: Express.Multer.File,
): Promise<StoredPart<U>> {
  const { fieldname, stream } = file as { fieldname: string; stream: Readable };
  if (fieldname === name) return { fieldname, upload: await stage(stream) };
  const chunks: Buffer[] = [];
  let size = 0;
  await eachChunk(stream, (chunk) => {
    size += chunk.length;
    if (size > MAX_TEXT_BYTES)
      throw new Refusal('too_large', `part ${fieldname} is larger than ${MAX_TEXT_BYTES} bytes`);
    chunks.push(chunk);
  });
  return { fieldname, text: Buffer.concat(chunks).toString('utf8') };
}

const TOO_LARGE = new Set(['LIMIT_FIELD_VALUE', 'LIMIT_FILE_SIZE']);

function understand(error: unknown): unknown {
  if (error instanceof Refusal) return error;
  if (error instanceof multer.MulterError) {
    const part = error.field === undefined ? '' : ` (part ${error.field})`;
    return new Refusal(
      TOO_LARGE.has(error.code) ? 'too_large' : 'malformed',
      `multipart body: ${error.message}${part}`,
    );
  }
  // A system error has a code such as ENOSPC and is ours; the rest is the parser's word about a broken body.
  if (error instanceof Error && (error as NodeJS.ErrnoException).code === undefined) {
    return new Refusal('malformed', `multipart body: ${error.message}`);
  }
  return error;
}

/** The parts that `multipartReader` found; none when the request was no multipart/form-data. */
export function partsOf<U extends Staged>(req: Request): Parts<U> {
  const files = (req.files ?? []) as unknown as StoredPart<U>[];
  const fields = (req.body ?? {}) as Record<string, unknown>;
  const texts: Record<string, string> = {};
  for (const [name, value] of Object.entries(fields)) if (typeof value === 'string') texts[name] = value;
  for (const { fieldname, text } of files) if (text !== undefined) texts[fieldname] = text;
  const uploads = files.flatMap(({ upload }) => upload ?? []);
  return {
    texts,
    upload: uploads[0],
    discard: () => {
      for (const { file } of uploads) file.discard();
    },
  };
}
