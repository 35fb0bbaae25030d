import { finished, Readable, type Writable } from 'node:stream';
import { MAX_FORM_TEXT_BYTES, type Operation } from '@almagest/contracts';
import type { Request, RequestHandler } from 'express';
import multer from 'multer';
import { bodyMemory, type BodyMemory, type HeldBody } from './body-memory.ts';
import { eachChunk } from './each-chunk.ts';
import { splitPlainForm, type PlainPart } from './plain-form.ts';
import { Refusal } from './refusal.ts';

/** Maximum number of unknown parts that a tolerant operation ignores. */
const MAX_UNKNOWN_PARTS = 10;

/** An uploaded file under a temporary name. Discarded unless it is moved to its final place. */
export interface TemporaryUpload {
  readonly file: { discard(): void };
}

export interface FormParts<U extends TemporaryUpload> {
  readonly texts: Readonly<Record<string, string>>;
  /** The first file if there are several. */
  readonly upload: U | undefined;
  /** Removes every upload that was not moved to its final place. */
  readonly discard: () => void;
}

interface StoredPart<U extends TemporaryUpload> {
  readonly fieldname: string;
  readonly text?: string;
  readonly upload?: U;
}

/** A form that is being received. */
class Form {
  readonly #held: HeldBody;
  /** Bytes of text, including the boundaries and headers of all parts. */
  #textBytes = 0;
  /** True while the file is being received. The file is written to disk and doesn't count as text. */
  uploading = false;

  constructor(held: HeldBody) {
    this.#held = held;
  }

  /** Returns false if the form exceeds the text limit. */
  take(bytes: number): boolean {
    if (this.uploading) return true;
    this.#textBytes += bytes;
    this.#held.add(bytes);
    return this.#textBytes <= MAX_FORM_TEXT_BYTES;
  }
}

type FormOperation = Pick<Operation, 'form' | 'unknownKeys'>;

export interface MultipartOptions<U extends TemporaryUpload> {
  /** The operation whose form parts are accepted. Exactly one part is binary: the file. */
  readonly operation: FormOperation;
  /** Writes the file under a temporary name as it is received. */
  readonly stage: (upload: Readable, req: Request) => Promise<U>;
  readonly memory?: BodyMemory;
}

const forms = new WeakMap<Request, Form>();

/** The largest form that is read whole. A report with its model is smaller. */
const MAX_WHOLE_BYTES = 128 * 1024;

/** While bodies take more memory than this, files are written as they arrive. */
const MAX_HELD_BYTES = 16 * 1024 * 1024;

/** The bodies of forms that were read whole and that the streaming parser must read. */
const wholeBodies = new WeakMap<Request, Buffer>();

/**
 * Reads multipart/form-data: text parts into memory, the file through `stage` as it is received.
 *
 * A text part may also be sent as a file, as many HTTP clients do with JSON. The text of one form is bounded, and
 * `BodyMemory` bounds all forms in progress together.
 */
export function multipartReader<U extends TemporaryUpload>(options: MultipartOptions<U>): RequestHandler {
  const { operation, memory = bodyMemory } = options;
  const known = Object.keys(operation.form ?? {}).length;
  const parts = known + (operation.unknownKeys === 'tolerated' ? MAX_UNKNOWN_PARTS : 1);
  const parser: multer.Options & { streamHandler: (req: Request, parser: Writable) => void } = {
    storage: partStorage(options),
    limits: { fieldSize: MAX_FORM_TEXT_BYTES, fieldNestingDepth: 0, fields: parts, files: parts, parts },
    streamHandler: (req, busboy) => {
      const body = wholeBodies.get(req);
      if (body !== undefined) {
        busboy.end(body);
        return;
      }
      req.on('data', (chunk: Buffer) => {
        if (forms.get(req)?.take(chunk.length) === false) busboy.destroy(tooMuchText());
      });
      req.pipe(busboy);
    },
  };
  const read = multer(parser).any();
  return (req, res, next) => {
    let gaveWay = false;
    const held = memory.hold(req, res, (refusal) => {
      gaveWay = true;
      req.body = undefined;
      next(refusal);
    });
    forms.set(req, new Form(held));
    const done = (error?: unknown) => {
      if (gaveWay) discardFiles(req);
      else next(error === undefined ? faultOf(operation, req) : understand(error));
    };
    const bytes = wholeLength(req);
    if (bytes === undefined || memory.bytes + bytes > MAX_HELD_BYTES) {
      read(req, res, done);
      return;
    }
    held.add(bytes);
    readWhole(req, (body) => {
      if (gaveWay) return;
      const parts = plainPartsOf(operation, body, req);
      if (parts === undefined) {
        wholeBodies.set(req, body);
        read(req, res, done);
        return;
      }
      storeParts(options, parts, req)
        .then((fileBytes) => held.add(-fileBytes))
        .then(() => done(), done);
    });
  };
}

/** Returns the length of a form that is small enough to be read whole. Returns undefined for other bodies. */
function wholeLength({ headers }: Request): number | undefined {
  const bytes = Number(headers['content-length'] ?? Infinity);
  return bytes <= MAX_WHOLE_BYTES && /^multipart\//i.test(headers['content-type'] ?? '') ? bytes : undefined;
}

/** Calls `whenRead` with the body. Does not call it if the client disconnects before the end. */
function readWhole(req: Request, whenRead: (body: Buffer) => void): void {
  const chunks: Buffer[] = [];
  req.on('data', (chunk: Buffer) => chunks.push(chunk));
  req.once('end', () => whenRead(Buffer.concat(chunks)));
}

/**
 * Returns the parts of an ordinary form, or undefined for other forms. In an ordinary form, each part is known and sent
 * once, and the file is sent as a file.
 */
function plainPartsOf({ form = {} }: FormOperation, body: Buffer, { headers }: Request): PlainPart[] | undefined {
  const parts = splitPlainForm(body, headers['content-type']);
  const isOrdinary = parts?.every(({ name, isFile }, place) => {
    const kind = Object.hasOwn(form, name) ? form[name]?.kind : undefined;
    const isFirst = parts.findIndex((other) => other.name === name) === place;
    return isFirst && (kind === 'text' || (kind !== undefined && isFile));
  });
  return isOrdinary === true ? parts : undefined;
}

/** Stores the parts as the streaming parser does. Returns how many bytes were written to a file. */
async function storeParts<U extends TemporaryUpload>(
  { operation, stage }: MultipartOptions<U>,
  parts: readonly PlainPart[],
  req: Request,
): Promise<number> {
  const stored: StoredPart<U>[] = [];
  let fileBytes = 0;
  for (const { name: fieldname, content } of parts) {
    if (operation.form?.[fieldname]?.kind === 'text') stored.push({ fieldname, text: content.toString('utf8') });
    else {
      stored.push({ fieldname, upload: await stage(Readable.from([content]), req) });
      fileBytes += content.length;
    }
  }
  req.files = stored as unknown as Express.Multer.File[];
  return fileBytes;
}

function partStorage<U extends TemporaryUpload>({ operation, stage }: MultipartOptions<U>): multer.StorageEngine {
  const store = async (req: Request, file: Express.Multer.File): Promise<StoredPart<U>> => {
    const { fieldname, stream } = file as { fieldname: string; stream: Readable };
    const kind = operation.form?.[fieldname]?.kind;
    if (kind === 'text') return { fieldname, text: await readText(stream) };
    if (kind === undefined) {
      if (operation.unknownKeys !== 'tolerated') throw unknownPart(operation, fieldname);
      stream.resume();
      return { fieldname };
    }
    const form = forms.get(req);
    if (form !== undefined) {
      form.uploading = true;
      finished(stream, () => (form.uploading = false));
    }
    return { fieldname, upload: await stage(stream, req) };
  };
  return {
    _handleFile(req, file, done) {
      store(req, file).then(
        (part) => done(null, part as Partial<Express.Multer.File>),
        (error: unknown) => done(error),
      );
    },
    _removeFile(_req, file, done) {
      (file as unknown as StoredPart<U>).upload?.file.discard();
      done(null);
    },
  };
}

async function readText(stream: Readable): Promise<string> {
  const chunks: Buffer[] = [];
  await eachChunk(stream, (chunk) => void chunks.push(chunk));
  return Buffer.concat(chunks).toString('utf8');
}

function tooMuchText(): Refusal {
  return new Refusal('too_large', `multipart body: the text of the form exceeds ${MAX_FORM_TEXT_BYTES} bytes`);
}

function unknownPart({ form = {} }: FormOperation, name: string): Refusal {
  const known = Object.keys(form).join(', ');
  return new Refusal('malformed', `multipart body: unknown part ${name.slice(0, 100)}. The parts are ${known}`);
}

/** Returns what is wrong with a completely received form, if anything. The caller then removes the form's files. */
function faultOf(operation: FormOperation, req: Request): Refusal | undefined {
  const fields = fieldsOf(req);
  const sent = [...storedOf(req).map(({ fieldname }) => fieldname), ...Object.keys(fields)];
  const kindOf = (name: string) =>
    Object.hasOwn(operation.form ?? {}, name) ? operation.form?.[name]?.kind : undefined;
  const unknown = operation.unknownKeys === 'tolerated' ? undefined : sent.find((name) => kindOf(name) === undefined);
  const repeated = sent.find(
    (name, place) => kindOf(name) === 'text' && (sent.indexOf(name) !== place || Array.isArray(fields[name])),
  );
  if (unknown === undefined && repeated === undefined) return undefined;
  discardFiles(req);
  if (unknown !== undefined) return unknownPart(operation, unknown);
  return new Refusal('malformed', `multipart body: part ${repeated} was sent more than once`);
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
  // A system error has a code such as ENOSPC and is our fault. Other errors report a malformed body.
  if (error instanceof Error && (error as NodeJS.ErrnoException).code === undefined) {
    return new Refusal('malformed', `multipart body: ${error.message}`);
  }
  return error;
}

function storedOf<U extends TemporaryUpload>(req: Request): StoredPart<U>[] {
  return (req.files ?? []) as unknown as StoredPart<U>[];
}

function fieldsOf(req: Request): Record<string, unknown> {
  return (req.body ?? {}) as Record<string, unknown>;
}

function discardFiles(req: Request): void {
  for (const { upload } of storedOf(req)) upload?.file.discard();
}

/** Returns the parts that `multipartReader` found. Empty if the request wasn't multipart/form-data. */
export function formPartsOf<U extends TemporaryUpload>(req: Request): FormParts<U> {
  const texts: Record<string, string> = {};
  for (const [name, value] of Object.entries(fieldsOf(req))) if (typeof value === 'string') texts[name] = value;
  const stored = storedOf<U>(req);
  for (const { fieldname, text } of stored) if (text !== undefined) texts[fieldname] = text;
  return {
    texts,
    upload: stored.find(({ upload }) => upload !== undefined)?.upload,
    discard: () => discardFiles(req),
  };
}
