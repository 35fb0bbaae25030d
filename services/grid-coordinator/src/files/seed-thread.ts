// The program of the thread that seed-writer.ts starts: uploads in, files out.
import { createHash, type Hash } from 'node:crypto';
import { dirname } from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';
import { FolderSync, StagedFile } from '@almagest/service-kit/durable-file';
import { SeedInspector } from './seed-content.ts';

/** A command for an upload. Its first chunk, which may be empty, opens the file; the last one finishes it. */
export type SeedCommand =
  | { readonly kind: 'write' | 'finish'; readonly piece: Uint8Array<ArrayBuffer>; readonly first: boolean }
  | { readonly kind: 'place'; readonly folder: string; readonly name: string }
  | { readonly kind: 'discard' };

/** `ask` and `upload` are slots that the writer has assigned; `discard` frees that of an upload. */
export type SeedRequest = SeedCommand & { readonly ask: number; readonly upload: number };

/** What a finished upload holds. */
export interface SeedContent {
  readonly sha256: string;
  readonly sizeBytes: number;
  /** False for a file that no run can start from. */
  readonly fit: boolean;
}

export interface SeedReply {
  readonly ask: number;
  readonly content?: SeedContent | undefined;
  /** An error as it is sent between threads, which would lose its code. */
  readonly fault?: { readonly message: string; readonly code: string | undefined };
}

interface Upload {
  readonly file: StagedFile;
  readonly digest: Hash;
  readonly inspector: SeedInspector;
}

const port = parentPort;
if (port === null) throw new Error('seed-thread.ts is no program of its own');
const { staging } = workerData as { readonly staging: string };

const folders = new FolderSync();
/** Folders whose own entries are on the disk. */
const lasting = new Set<string>();
const uploads: (Upload | undefined)[] = [];
let answers: SeedReply[] = [];

port.on('message', (asks: readonly SeedRequest[]) => {
  for (const ask of asks) void serve(ask).then(answer);
});

async function serve(ask: SeedRequest): Promise<SeedReply> {
  try {
    return { ask: ask.ask, content: await run(ask) };
  } catch (error) {
    const { message, code } = error as NodeJS.ErrnoException;
    return { ask: ask.ask, fault: { message, code } };
  }
}

/** Sends the results that ended in the same turn of the event loop together. */
function answer(one: SeedReply): void {
  if (answers.length === 0) {
    setImmediate(() => {
      port?.postMessage(answers);
      answers = [];
    });
  }
  answers.push(one);
}

async function run(ask: SeedRequest): Promise<SeedContent | undefined> {
  if ('first' in ask && ask.first) uploads[ask.upload] = open();
  const upload = uploads[ask.upload];
  if (ask.kind === 'discard') {
    uploads[ask.upload] = undefined;
    upload?.file.discard();
    return undefined;
  }
  // It was begun with a thread before this one.
  if (upload === undefined) throw new Error('the upload was cut short; it has to be sent again');
  if (ask.kind === 'place') {
    // A folder that the sweep removed was made anew: its own entry is to be made durable again.
    if (upload.file.putInPlace(ask.folder, ask.name) === 'folder made') lasting.delete(ask.folder);
    await Promise.all([folders.sync(ask.folder), syncEntry(ask.folder)]);
    return undefined;
  }
  take(upload, Buffer.from(ask.piece.buffer));
  return ask.kind === 'finish' ? await finish(upload) : undefined;
}

/** The folder may be as new as the file. */
async function syncEntry(folder: string): Promise<void> {
  if (lasting.has(folder)) return;
  await folders.sync(dirname(folder));
  lasting.add(folder);
}

function open(): Upload {
  return { file: new StagedFile(staging), digest: createHash('sha256'), inspector: new SeedInspector() };
}

function take({ file, digest, inspector }: Upload, piece: Buffer): void {
  digest.update(piece);
  inspector.push(piece);
  file.write(piece);
}

async function finish({ file, digest, inspector }: Upload): Promise<SeedContent> {
  await file.finish();
  return { sha256: digest.digest('hex'), sizeBytes: inspector.sizeBytes, fit: inspector.fit };
}
