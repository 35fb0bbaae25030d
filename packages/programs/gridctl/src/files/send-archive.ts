import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open, stat, type FileHandle } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { BagReader, DamagedArchiveError } from '@almagest/bagit-archive';
import type { ArchiveImport } from '@almagest/contracts/grid';
import { retry } from '@almagest/http-client';
import type { GridClient } from '../client/grid-client.ts';
import { retryPolicy, transientFailure } from '../client/transient-failure.ts';
import { EXIT, CommandError, fileFailure, RefusedError } from '../errors.ts';

export interface SendRequest {
  readonly client: GridClient;
  readonly archive: string;
  readonly signal: AbortSignal;
  readonly onProgress: (step: 'verifying' | 'uploading', done: number, total: number) => void;
  readonly onTrouble: (message: string) => void;
}

const PIECE_BYTES = 8 * 1024 * 1024;
const TRIES = 8;
const POLL_MS = 1_000;

/**
 * Checks an archive, sends it and waits until the coordinator has stored it. A second call with the same archive
 * resumes an earlier upload, or returns the outcome if the coordinator has already stored the archive.
 */
export async function sendArchive(request: SendRequest): Promise<ArchiveImport> {
  const { archive, onProgress } = request;
  const { size } = await stat(archive).catch((error: unknown) => {
    throw fileFailure('read', archive, error);
  });
  await verify(request, size);
  const sha256 = await hashOf(archive);
  let known = await ask(request, () => readImport(request, sha256));
  const file = await open(archive, 'r');
  try {
    while (known === undefined || known.status === 'uploading' || known.status === 'refused') {
      const offset = known?.status === 'uploading' ? known.received_bytes : 0;
      onProgress('uploading', offset, size);
      known = await ask(request, async () => sendPiece(request, file, { sha256, offset, size }));
      if (known?.status === 'refused') break;
    }
  } finally {
    await file.close();
  }
  return await outcomeOf(request, sha256);
}

async function verify({ archive, onProgress }: SendRequest, size: number): Promise<void> {
  try {
    await new BagReader(archive).verify((_file, done) => onProgress('verifying', done, size));
  } catch (error) {
    if (!(error instanceof DamagedArchiveError)) throw error;
    throw new CommandError(`${archive} is damaged, so nothing was sent: ${error.message}`, EXIT.refused, error);
  }
}

async function hashOf(file: string): Promise<string> {
  const digest = createHash('sha256');
  for await (const chunk of createReadStream(file)) digest.update(chunk as Buffer);
  return digest.digest('hex');
}

async function readImport({ client, signal }: SendRequest, sha256: string): Promise<ArchiveImport | undefined> {
  try {
    return (await client.call('readImport', { params: { sha256 } }, { signal })).data;
  } catch (error) {
    if (error instanceof RefusedError && error.status === 404) return undefined;
    throw error;
  }
}

async function sendPiece(
  { client, signal }: SendRequest,
  file: FileHandle,
  { sha256, offset, size }: { sha256: string; offset: number; size: number },
): Promise<ArchiveImport | undefined> {
  const piece = Buffer.alloc(Math.min(PIECE_BYTES, size - offset));
  await file.read(piece, 0, piece.length, offset);
  try {
    const input = { params: { sha256 }, query: { offset, size } };
    return (await client.call('uploadArchive', input, { bytes: piece, signal })).data;
  } catch (error) {
    // An earlier attempt at this chunk has arrived, completely or in part.
    if (error instanceof RefusedError && error.status === 409)
      return (await client.call('readImport', { params: { sha256 } }, { signal })).data;
    throw error;
  }
}

async function outcomeOf(request: SendRequest, sha256: string): Promise<ArchiveImport> {
  let told = 0;
  for (;;) {
    const known = await ask(request, () => readImport(request, sha256));
    if (known?.status === 'done') return known;
    const failed = known?.failed_tries ?? 0;
    if (failed > told)
      request.onTrouble(`the coordinator cannot store the archive now and will retry: ${known?.message}`);
    told = failed;
    if (known?.status !== 'waiting')
      throw new CommandError(
        `the coordinator rejected the archive: ${known?.message ?? 'it no longer knows the upload'}`,
        EXIT.refused,
      );
    await sleep(POLL_MS, undefined, { signal: request.signal }).catch(() => request.signal.throwIfAborted());
  }
}

/** Repeats a request while the coordinator is unavailable. Sending the same chunk twice does no harm. */
async function ask<T>({ signal, onTrouble }: SendRequest, work: () => Promise<T>): Promise<T> {
  return await retry(work, {
    policy: retryPolicy(TRIES),
    transient: (outcome) => ('error' in outcome ? transientFailure(outcome.error) : undefined),
    onWait: (outcome) => onTrouble('error' in outcome ? `${(outcome.error as Error).message}. Resuming` : ''),
    signal,
  });
}
