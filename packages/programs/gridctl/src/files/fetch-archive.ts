import { rm } from 'node:fs/promises';
import { BagReader, DamagedArchiveError } from '@almagest/bagit-archive';
import { moveDurably } from '@almagest/durable-files';
import { Retries, type HttpResponse, type RetryPolicy } from '@almagest/http-client';
import type { GridClient } from '../client/grid-client.ts';
import type { PointFilters } from '../commands/point-filters.ts';
import { EXIT, CommandError, RefusedError, UnreachableError } from '../errors.ts';
import { appendResponse, digestOf, findPart, firstByteOf, partName, type Part } from './part-file.ts';

export interface ArchiveRequest {
  readonly client: GridClient;
  readonly workflow: string;
  readonly filters: PointFilters & { readonly retired?: 'true'; readonly spectra?: 'fits' };
  readonly target: string;
  readonly signal: AbortSignal;
  readonly onProgress: (step: 'downloading' | 'verifying', done: number, total: number) => void;
  readonly onTrouble: (message: string) => void;
}

const RETRIES: RetryPolicy = { attempts: 5, firstMs: 500, factor: 2, maxMs: 10_000, maxRetryAfterMs: 60_000 };

/**
 * Downloads an archive and checks its size, structure and hashes. Only then gives the file its final name. A broken
 * download resumes where it stopped, as long as the state at the coordinator has not changed.
 */
export async function fetchArchive(request: ArchiveRequest): Promise<{ bytes: number }> {
  const { target, signal, onTrouble } = request;
  let retries = new Retries({ policy: RETRIES, signal });
  for (;;) {
    const before = (await findPart(target))?.size ?? 0;
    try {
      const part = await download(request);
      return await keep(request, part);
    } catch (error) {
      const after = (await findPart(target))?.size ?? 0;
      // Don't retry before any bytes have arrived. The operator should see at once that there is no connection.
      if (!(error instanceof UnreachableError) || after === 0) throw error;
      if (after > before) retries = new Retries({ policy: RETRIES, signal });
      if (!(await retries.next({}, () => onTrouble(`${error.message}. Resuming`)))) throw error;
    }
  }
}

async function download(request: ArchiveRequest): Promise<Part> {
  const { client, target, onProgress } = request;
  const part = await findPart(target);
  const response = await beginOrResume(request, part);
  if ('size' in response) return response;
  const digest = digestOf(response);
  const from = firstByteOf(response);
  const continues = part !== undefined && from === part.size && digest === part.digest;
  if (digest === undefined || from === undefined || (from !== 0 && !continues)) {
    response.discard();
    throw new CommandError(`${client.url} did not answer with an archive of this version`, EXIT.refused);
  }
  if (part !== undefined && from === 0) await rm(part.file, { force: true });
  const file = partName(target, digest);
  const onArrival = (done: number, total: number) => onProgress('downloading', done, total);
  return { file, digest, size: await appendResponse({ client, response, file, target, from, onProgress: onArrival }) };
}

/** Requests the archive, or the rest after `part`. Returns `part` itself if it is already complete. */
async function beginOrResume(request: ArchiveRequest, part: Part | undefined): Promise<HttpResponse | Part> {
  if (part === undefined) return await begin(request, undefined);
  try {
    return await begin(request, part);
  } catch (error) {
    if (!(error instanceof RefusedError)) throw error;
    // Everything has already arrived. Only the check was interrupted.
    if (error.status === 416) return part;
    if (error.status !== 412) throw error;
    await rm(part.file, { force: true });
    request.onTrouble('the workflow has changed since this download began. Starting again');
    return await begin(request, undefined);
  }
}

async function begin({ client, workflow, filters, signal }: ArchiveRequest, part: Part | undefined) {
  const headers = part === undefined ? {} : { range: `bytes=${part.size}-`, 'if-match': `"${part.digest}"` };
  const input = { params: { name: workflow }, query: filters };
  return await client.stream('exportWorkflow', input, { signal, accept: [206], headers });
}

async function keep({ target, onProgress }: ArchiveRequest, { file, size }: Part): Promise<{ bytes: number }> {
  try {
    await new BagReader(file).verify((_file, done) => onProgress('verifying', done, size));
  } catch (error) {
    if (!(error instanceof DamagedArchiveError)) throw error;
    await rm(file, { force: true });
    throw new CommandError(`the download is damaged: ${error.message}. Try again`, EXIT.refused, error);
  }
  await moveDurably(file, target);
  return { bytes: size };
}
