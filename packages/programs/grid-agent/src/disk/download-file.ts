import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { writeWhole } from '@almagest/durable-files';
import type { Download, Resumption } from '../coordinator/client.ts';
import type { RequestResult } from '../coordinator/request-result.ts';
import { sha256OfEtag } from '../decisions/response-status.ts';
import { reasonOf } from '../agent-error.ts';
import { contentOf } from './readable-content.ts';

export type Fetch = (from: Resumption | undefined) => Promise<RequestResult<Download>>;

type Downloaded =
  | { readonly isUnchanged: false; readonly sha256: string; readonly etag: string | undefined }
  /** The caller's copy is still current. */
  | { readonly isUnchanged: true };

/**
 * The suffix of a file that is being downloaded. The file is kept when the connection breaks, so that the next attempt
 * continues.
 */
export const PART = '.part';
/** The suffix of the file with the ETag of a part. */
const PART_ETAG = '.part.etag';

/**
 * Downloads a file. Continues an earlier attempt if the server still has the same version. The file must have the
 * SHA-256 `version`, or the SHA-256 of its ETag.
 */
export async function downloadFile(
  file: string,
  version: string | undefined,
  fetch: Fetch,
): Promise<RequestResult<Downloaded>> {
  const known = await partOf(file);
  const answer = await fetch(known);
  if (answer.kind === 'refused' && answer.status === 416 && known !== undefined)
    return await completed(file, version ?? sha256OfEtag(known.etag), known.etag);
  if (answer.kind !== 'answered') return answer;
  const { body, etag, discard } = answer.value;
  if (body === null) return { kind: 'answered', value: { isUnchanged: true } };
  const fault = await faultOf(file, answer.value, version, known);
  if (fault !== undefined) {
    discard();
    return fault;
  }
  const saved = await receive(file, answer.value, body);
  if (typeof saved !== 'string') return saved;
  const expected = version ?? sha256OfEtag(etag);
  if (expected !== undefined && expected !== saved) {
    await removePart(file);
    const message = `the download is damaged: SHA-256 is ${saved}, expected ${expected}`;
    return { kind: 'unavailable', message, isWrong: true };
  }
  return await placed(file, saved, etag);
}

/** Returns why the body of an answer must not be used. Returns undefined if the body is usable. */
async function faultOf(
  file: string,
  { etag, offset }: Download,
  version: string | undefined,
  known: Resumption | undefined,
): Promise<RequestResult<never> | undefined> {
  if (version === undefined && etag === undefined)
    return { kind: 'unavailable', message: 'the answer has no ETag, so it is not a file', isWrong: true };
  return offset > 0 && etag !== known?.etag ? await startAgain(file, 'the file has changed') : undefined;
}

/**
 * Handles status 416: the server has no bytes after the part. The part is the complete file if a connection broke after
 * its last byte, or if a proxy announced too many bytes.
 */
async function completed(file: string, expected: string | undefined, etag: string): Promise<RequestResult<Downloaded>> {
  const { sha256 } = await contentOf(`${file}${PART}`);
  if (sha256 === expected) return await placed(file, sha256, etag);
  return await startAgain(file, 'the file is shorter than the part that has arrived');
}

async function placed(file: string, sha256: string, etag: string | undefined): Promise<RequestResult<Downloaded>> {
  await rename(`${file}${PART}`, file);
  await removePart(file);
  return { kind: 'answered', value: { isUnchanged: false, sha256, etag } };
}

/** Appends the rest of a file to the part that has arrived. Returns the SHA-256 of the whole file. */
async function receive(
  file: string,
  { offset, etag }: Download,
  body: AsyncIterable<Uint8Array>,
): Promise<string | RequestResult<never>> {
  const part = `${file}${PART}`;
  const hash = createHash('sha256');
  let isCut = true;
  try {
    if (offset > 0) for await (const chunk of createReadStream(part)) hash.update(chunk as Buffer);
    else if (isStrong(etag)) await writeFile(`${file}${PART_ETAG}`, etag);
    else await rm(`${file}${PART_ETAG}`, { force: true });
    const handle = await open(part, offset > 0 ? 'a' : 'w');
    try {
      for await (const chunk of body) {
        hash.update(chunk);
        isCut = false;
        await writeWhole(handle, chunk);
        isCut = true;
      }
    } finally {
      await handle.close();
    }
    return hash.digest('hex');
  } catch (error) {
    // A part that cannot be continued, or that fills the disk, is useless.
    if (!isCut || !isStrong(etag)) await removePart(file);
    return { kind: 'unavailable', message: `the download was interrupted: ${reasonOf(error)}` };
  }
}

/** Returns whether an ETag is strong. Only a strong ETag names the bytes of a file (RFC 9110, 13.1.5). */
function isStrong(etag: string | undefined): etag is string {
  return etag?.startsWith('"') === true;
}

async function partOf(file: string): Promise<Resumption | undefined> {
  try {
    const etag = await readFile(`${file}${PART_ETAG}`, 'utf8');
    const { size } = await stat(`${file}${PART}`);
    return size > 0 && isStrong(etag) ? { bytes: size, etag } : undefined;
  } catch {
    return undefined;
  }
}

async function startAgain(file: string, reason: string): Promise<RequestResult<never>> {
  await removePart(file);
  return { kind: 'unavailable', message: `${reason}: it is downloaded again` };
}

async function removePart(file: string): Promise<void> {
  for (const suffix of [PART, PART_ETAG]) await rm(`${file}${suffix}`, { force: true });
}
