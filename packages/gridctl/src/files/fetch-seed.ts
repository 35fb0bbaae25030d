import { createHash, type Hash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open, readdir, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { GridClient } from '../client/grid-client.ts';
import type { HttpResponse } from '../client/transport.ts';
import { errorCode, EXIT, Failure, fileFailure, Interrupted, Unreachable } from '../failures.ts';

export interface SeedRequest {
  readonly client: GridClient;
  readonly name: string;
  /** A workflow's own model, or a version; without either the newest. */
  readonly which: { readonly workflow?: string; readonly version?: string };
  readonly target: string;
  readonly signal: AbortSignal;
  readonly onProgress: (done: number, total: number) => void;
  readonly onTrouble: (message: string) => void;
}

export interface FetchedSeed {
  readonly file: string;
  readonly bytes: number;
  /** Null when the coordinator gave none to compare with. */
  readonly sha256: string | null;
  readonly unchanged: boolean;
}

const TRIES = 5;
const PAUSE_MS = 500;

/** Downloads a seed, going on where a broken line left it. What fails for good can be gone on with by another call. */
export async function fetchSeed(request: SeedRequest): Promise<FetchedSeed> {
  for (let number = 1; ; number += 1) {
    try {
      return await fetchOnce(request);
    } catch (error) {
      if (!(error instanceof Unreachable) || number >= TRIES) throw error;
      // Only a line that broke is worth another try at once; one that never stood is the operator's to see.
      if (!(await findPart(request.target))) throw error;
      request.onTrouble(`${error.message}; going on`);
    }
    await sleep(PAUSE_MS, undefined, { signal: request.signal }).catch(() => {
      throw new Interrupted();
    });
  }
}

async function fetchOnce(request: SeedRequest): Promise<FetchedSeed> {
  const { client, name, which, target, signal } = request;
  const part = await findPart(target);
  const known = part ? undefined : await hashOf(target);
  const answer = await client.stream(
    'downloadSeed',
    { params: { name }, query: which },
    { signal, accept: [206, 304, 416], headers: conditions(part, known?.digest) },
  );
  if (answer.status === 304 && known) {
    answer.body.resume();
    return { file: target, bytes: known.size, sha256: known.digest, unchanged: true };
  }
  if (answer.status === 416 || (answer.status === 206 && !continues(answer, part))) {
    answer.body.destroy();
    if (part) await rm(part.file, { force: true });
    if (part) return fetchOnce(request);
    throw new Failure(`${client.url} answers a range that nobody asked for`, EXIT.refused);
  }
  if (answer.status === 200 && part) await rm(part.file, { force: true });
  return receive(request, answer, answer.status === 206 ? part : undefined);
}

interface Part {
  readonly file: string;
  readonly sha256: string;
  readonly size: number;
}

/** The name of a partial file carries the checksum of the whole, so that it is never mixed with another version. */
function partName(target: string, version: string): string {
  return join(dirname(target), `.${basename(target)}.${version}.part`);
}

async function findPart(target: string): Promise<Part | undefined> {
  const pattern = /\.([0-9a-f]{64})\.part$/;
  const names = await readdir(dirname(target)).catch(() => []);
  for (const name of names) {
    const sha256 = pattern.exec(name)?.[1];
    const file = sha256 === undefined ? '' : partName(target, sha256);
    if (sha256 === undefined || basename(file) !== name) continue;
    const { size } = await stat(file);
    if (size > 0) return { file, sha256, size };
  }
  return undefined;
}

function conditions(part: Part | undefined, known: string | undefined): Record<string, string> {
  if (part) return { range: `bytes=${part.size}-`, 'if-range': `"${part.sha256}"` };
  return known === undefined ? {} : { 'if-none-match': `"${known}"` };
}

function continues(answer: HttpResponse, part: Part | undefined): boolean {
  const from = /^bytes (\d+)-/.exec(answer.header('content-range') ?? '')?.[1];
  return part !== undefined && Number(from) === part.size && (sha256Of(answer) ?? part.sha256) === part.sha256;
}

function sha256Of(answer: HttpResponse): string | undefined {
  return /^"([0-9a-f]{64})"$/i.exec(answer.header('etag') ?? '')?.[1]?.toLowerCase();
}

async function receive(request: SeedRequest, answer: HttpResponse, part: Part | undefined): Promise<FetchedSeed> {
  const { target } = request;
  const sha256 = part?.sha256 ?? sha256Of(answer);
  const file = part?.file ?? partName(target, sha256 ?? `${process.pid}`);
  const hash = createHash('sha256');
  if (part) await feed(hash, part.file);
  try {
    const bytes = await store(request, answer, file, { hash, from: part?.size ?? 0 });
    await verify(request, file, hash.digest('hex'), sha256);
    await rename(file, target);
    return { file: target, bytes, sha256: sha256 ?? null, unchanged: false };
  } catch (error) {
    // Without a checksum a later call could not tell whether the rest belongs to this beginning.
    if (sha256 === undefined) await rm(file, { force: true });
    throw error;
  }
}

async function verify({ name }: SeedRequest, file: string, actual: string, expected: string | undefined) {
  if (expected === undefined || actual === expected) return;
  await rm(file, { force: true });
  throw new Failure(`what arrived of ${name} does not match its checksum; try again`, EXIT.refused);
}

async function store(
  { client, target, signal, onProgress }: SeedRequest,
  answer: HttpResponse,
  file: string,
  { hash, from }: { hash: Hash; from: number },
): Promise<number> {
  const handle = await open(file, from > 0 ? 'a' : 'w').catch((error: unknown) => {
    answer.body.destroy();
    throw fileFailure('write', target, error);
  });
  const total = from + Number(answer.header('content-length') ?? 0);
  let size = from;
  try {
    for await (const chunk of client.chunks(answer, signal)) {
      hash.update(chunk);
      await handle.write(chunk);
      size += chunk.length;
      onProgress(size, total);
    }
    await handle.sync();
  } finally {
    await handle.close();
  }
  return size;
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
