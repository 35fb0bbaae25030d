import { open, readdir, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { HttpResponse } from '@almagest/http-client';
import type { GridClient } from '../client/grid-client.ts';
import { fileFailure } from '../errors.ts';

export interface Part {
  readonly file: string;
  /** The entity tag of the complete file, 64 hexadecimal digits. */
  readonly digest: string;
  readonly size: number;
}

/**
 * Returns the name of a partial file. The name contains the tag of the complete file, so that two versions are never
 * mixed.
 */
export function partName(target: string, digest: string): string {
  return join(dirname(target), `.${basename(target)}.${digest}.part`);
}

export async function findPart(target: string): Promise<Part | undefined> {
  const pattern = /\.([0-9a-f]{64})\.part$/;
  const names = await readdir(dirname(target)).catch(() => []);
  for (const name of names) {
    const digest = pattern.exec(name)?.[1];
    const file = digest === undefined ? '' : partName(target, digest);
    if (digest === undefined || basename(file) !== name) continue;
    const { size } = await stat(file);
    if (size > 0) return { file, digest, size };
  }
  return undefined;
}

/** Returns the entity tag of a response if it is a SHA-256: 64 hexadecimal digits. */
export function digestOf({ headers }: HttpResponse): string | undefined {
  return /^"([0-9a-f]{64})"$/i.exec(headers['etag'] ?? '')?.[1]?.toLowerCase();
}

/** Returns the offset of a response's first byte within the file, or undefined if the response doesn't say. */
export function firstByteOf({ status, headers }: HttpResponse): number | undefined {
  if (status === 200) return 0;
  const from = /^bytes (\d+)-/.exec(headers['content-range'] ?? '')?.[1];
  return from === undefined ? undefined : Number(from);
}

export interface Continuation {
  readonly client: GridClient;
  readonly response: HttpResponse;
  readonly file: string;
  /** The name of the final file in messages. */
  readonly target: string;
  /** The current size of the partial file. 0 starts the download again. */
  readonly from: number;
  readonly onChunk?: (chunk: Uint8Array) => void;
  readonly onProgress: (done: number, total: number) => void;
}

async function written(writing: Promise<void>, target: string): Promise<void> {
  await writing.catch((error: unknown) => {
    throw fileFailure('write', target, error);
  });
}

/** Appends the response to a partial file and returns its new size. The data is on disk when this returns. */
export async function appendResponse(continuation: Continuation): Promise<number> {
  const { client, response, file, target, from, onChunk, onProgress } = continuation;
  const handle = await open(file, from > 0 ? 'a' : 'w').catch((error: unknown) => {
    response.discard();
    throw fileFailure('write', target, error);
  });
  const total = from + Number(response.headers['content-length'] ?? 0);
  let size = from;
  try {
    for await (const chunk of client.chunks(response)) {
      onChunk?.(chunk);
      await written(handle.writeFile(chunk), target);
      size += chunk.length;
      onProgress(size, total);
    }
    await written(handle.sync(), target);
  } finally {
    await handle.close();
  }
  return size;
}
