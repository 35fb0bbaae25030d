import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { writeWhole } from '@almagest/durable-files';
import type { Download, Resumption } from '../coordinator/client.ts';
import type { RequestResult } from '../coordinator/request-result.ts';
import { sha256OfEtag } from '../decisions/response-status.ts';
import { reasonOf } from '../agent-error.ts';

export type Fetch = (from: Resumption | undefined) => Promise<RequestResult<Download>>;

type Downloaded =
  | { readonly isUnchanged: false; readonly sha256: string; readonly etag: string | undefined }
  /** The caller's copy is still current. */
  | { readonly isUnchanged: true };

/** The suffix of a file that is being downloaded. It is kept when the connection breaks, so that the next attempt continues. */
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
    return await startAgain(file, 'the file is shorter than what has arrived of it');
  if (answer.kind !== 'answered') return answer;
  const { body, etag, offset } = answer.value;
  if (body === null) return { kind: 'answered', value: { isUnchanged: true } };
  if (offset > 0 && etag !== known?.etag) return await startAgain(file, 'the file has changed');
  const saved = await receive(file, answer.value, body);
  if (typeof saved !== 'string') return saved;
  const expected = version ?? sha256OfEtag(etag);
  if (expected !== undefined && expected !== saved) {
    await removePart(file);
    const message = `the download is damaged: SHA-256 is ${saved}, expected ${expected}`;
    return { kind: 'unavailable', message, isWrong: true };
  }
  await rename(`${file}${PART}`, file);
  await removePart(file);
  return { kind: 'answered', value: { isUnchanged: false, sha256: saved, etag } };
}

/** Writes the rest of a file after the part that has arrived. Returns the SHA-256 of both. */
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

/** Only a strong ETag names the bytes of a file (RFC 9110, 13.1.5). */
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
