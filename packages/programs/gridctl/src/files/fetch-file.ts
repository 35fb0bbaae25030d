import { createHash, type Hash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { moveDurably } from '@almagest/durable-files';
import { Retries, type HttpResponse, type RetryPolicy } from '@almagest/http-client';
import type { GridClient } from '../client/grid-client.ts';
import { errorCode, EXIT, CommandError, fileFailure, UnreachableError } from '../errors.ts';
import { appendResponse, digestOf, findPart, firstByteOf, partName, type Part } from './part-file.ts';

export interface FileRequest {
  readonly client: GridClient;
  readonly name: string;
  readonly begin: (extras: Parameters<GridClient['stream']>[2]) => Promise<HttpResponse>;
  readonly target: string;
  readonly signal: AbortSignal;
  readonly onProgress: (done: number, total: number) => void;
  readonly onTrouble: (message: string) => void;
}

export interface FetchedFile {
  readonly file: string;
  readonly bytes: number;
  /** Null if the coordinator sent no checksum. */
  readonly sha256: string | null;
  readonly unchanged: boolean;
}

const RETRIES: RetryPolicy = { attempts: 5, firstMs: 500, factor: 1, maxMs: 500, maxRetryAfterMs: 0 };

/** Downloads a file and resumes after a broken connection. After a failure, another call can resume the download. */
export async function fetchFile(request: FileRequest): Promise<FetchedFile> {
  const retries = new Retries({ policy: RETRIES, signal: request.signal });
  for (;;) {
    try {
      return await fetchOnce(request);
    } catch (error) {
      // Retries only after a broken connection. If there never was a connection, the operator should see that at once.
      if (!(error instanceof UnreachableError) || !(await findPart(request.target))) throw error;
      if (!(await retries.next({}, () => request.onTrouble(`${error.message}. Resuming`)))) throw error;
    }
  }
}

async function fetchOnce(request: FileRequest): Promise<FetchedFile> {
  const { client, begin, target, signal } = request;
  const part = await findPart(target);
  const known = part ? undefined : await hashOf(target);
  const response = await begin({ signal, accept: [206, 304, 416], headers: conditions(part, known?.digest) });
  if (response.status === 304 && known) {
    response.discard();
    return { file: target, bytes: known.size, sha256: known.digest, unchanged: true };
  }
  if (response.status === 416 || (response.status === 206 && !continues(response, part))) {
    response.discard();
    if (part) await rm(part.file, { force: true });
    if (part) return fetchOnce(request);
    throw new CommandError(`${client.url} answered with a range that was not requested`, EXIT.refused);
  }
  if (response.status === 200 && part) await rm(part.file, { force: true });
  return receive(request, response, response.status === 206 ? part : undefined);
}

function conditions(part: Part | undefined, known: string | undefined): Record<string, string> {
  if (part) return { range: `bytes=${part.size}-`, 'if-range': `"${part.digest}"` };
  return known === undefined ? {} : { 'if-none-match': `"${known}"` };
}

function continues(response: HttpResponse, part: Part | undefined): boolean {
  return (
    part !== undefined && firstByteOf(response) === part.size && (digestOf(response) ?? part.digest) === part.digest
  );
}

async function receive(request: FileRequest, response: HttpResponse, part: Part | undefined): Promise<FetchedFile> {
  const { client, target, onProgress } = request;
  const sha256 = part?.digest ?? digestOf(response);
  const file = part?.file ?? partName(target, sha256 ?? `${process.pid}`);
  const hash = createHash('sha256');
  if (part) await feed(hash, part.file);
  try {
    const bytes = await appendResponse({
      client,
      response,
      file,
      target,
      from: part?.size ?? 0,
      onChunk: (chunk) => hash.update(chunk),
      onProgress,
    });
    await verify(request, file, hash.digest('hex'), sha256);
    await moveDurably(file, target);
    return { file: target, bytes, sha256: sha256 ?? null, unchanged: false };
  } catch (error) {
    // Without a checksum, a later call could not know whether the rest belongs to this part.
    if (sha256 === undefined) await rm(file, { force: true });
    throw error;
  }
}

async function verify({ name }: FileRequest, file: string, actual: string, expected: string | undefined) {
  if (expected === undefined || actual === expected) return;
  await rm(file, { force: true });
  throw new CommandError(`the download of ${name} does not match its checksum. Try again`, EXIT.refused);
}

async function hashOf(file: string): Promise<{ digest: string; size: number } | undefined> {
  const hash = createHash('sha256');
  try {
    const size = await feed(hash, file);
    return { digest: hash.digest('hex'), size };
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined;
    throw fileFailure('write', file, error);
  }
}

async function feed(hash: Hash, file: string): Promise<number> {
  let size = 0;
  for await (const chunk of createReadStream(file)) {
    hash.update(chunk as Buffer);
    size += (chunk as Buffer).length;
  }
  return size;
}
