import type { Stats } from 'node:fs';
import { realpath, stat } from 'node:fs/promises';
import { isAbsolute, join, sep } from 'node:path';
import { Refusal } from '@almagest/service-kit/refusal';
import type { Response } from 'express';
import { findContent } from '../application/artifacts/list-artifacts.ts';
import type { NodeIdentity } from '../application/nodes/node-auth-cache.ts';
import { findModelFile, type ModelFileDeps, type ModelRequest } from '../application/seeds/find-download.ts';

/** The line list that is served without a name. */
export const LINE_LIST = 'gfVIS99.dat';

const LONGEST_NAME = 255;

/** Sends a point's seed. The ETag is the content's SHA-256, so that a client can verify it. */
export async function sendSeed(
  deps: ModelFileDeps,
  request: ModelRequest,
  node: NodeIdentity | undefined,
  res: Response,
): Promise<void> {
  const { path, sha256 } = await findModelFile(deps, request, node);
  const attachment = `${request.name}.7`;
  const { size } = await find(() => stat(path), attachment);
  await sendFile(res, { path, size, attachment, etag: `"${sha256}"` });
}

/** Sends the content of an artifact. Its name says what it is, and it may be shown by no browser as a page. */
export async function sendArtifact(
  deps: Parameters<typeof findContent>[0],
  sha256: string,
  res: Response,
): Promise<void> {
  const { path, attachment } = await findContent(deps, sha256);
  const { size } = await find(() => stat(path), attachment);
  await sendFile(res, { path, size, attachment, etag: `"${sha256}"` });
}

/** Sends a file of the assets folder. The path is relative and must stay inside the folder, also through links. */
export async function sendAsset(assetsDir: string, filename: string, res: Response): Promise<void> {
  const parts = filename.split('/');
  const illegal =
    filename === '' ||
    isAbsolute(filename) ||
    /[\\\0]/.test(filename) ||
    parts.some((part) => part === '' || part.startsWith('.') || part.length > LONGEST_NAME);
  if (illegal) throw new Refusal('malformed', 'invalid file name');
  const attachment = parts.at(-1) ?? filename;
  const path = await find(() => realpath(join(assetsDir, filename)), attachment);
  const found = await find(() => stat(path), attachment);
  if (!path.startsWith((await realpath(assetsDir)) + sep) || !found.isFile()) throw noFile(attachment);
  await sendFile(res, { path, size: found.size, attachment, etag: versionOf(found) });
}

/** Line lists are too large to hash for each request. A replaced file has another time or size. */
function versionOf({ size, mtimeMs }: Stats): string {
  return `"${size.toString(16)}-${Math.round(mtimeMs * 1_000).toString(16)}"`;
}

interface FileToSend {
  readonly path: string;
  readonly size: number;
  readonly attachment: string;
  readonly etag: string;
}

/** Supports Range, If-None-Match and If-Range, as `send` does. */
async function sendFile(res: Response, { path, size, attachment, etag }: FileToSend): Promise<void> {
  const suffix = /^bytes=-(\d+)$/.exec(res.req.headers.range ?? '')?.[1];
  // The last 1000 bytes of a shorter file are all of it (RFC 9110, 14.1.2); `send` would find none.
  if (suffix !== undefined && Number(suffix) > size && size > 0) res.req.headers.range = 'bytes=0-';
  res.type('application/octet-stream');
  res.setHeader('ETag', etag);
  // Names of points and assets may hold characters that a quoted string must escape.
  res.setHeader(
    'Content-Disposition',
    `attachment; filename="${attachment.replaceAll(/["\\]/g, String.raw`\$&`).replaceAll(/[^\x20-\x7e]/g, '_')}"`,
  );
  await new Promise<void>((resolve, reject) => {
    res.sendFile(path, { dotfiles: 'allow', cacheControl: false }, (error?: Error & { status?: number }) => {
      if (error === undefined || error === null || res.headersSent) return resolve();
      // They described the file, not the error.
      for (const header of ['ETag', 'Content-Disposition', 'Last-Modified']) res.removeHeader(header);
      reject(describe(error, attachment));
    });
  });
}

/** The errors for a name without a file. Anything else, such as a missing permission, is a fault of the service. */
const NO_FILE = new Set(['ENOENT', 'ENOTDIR', 'EISDIR', 'ENAMETOOLONG', 'ELOOP']);

async function find<T>(look: () => Promise<T>, name: string): Promise<T> {
  try {
    return await look();
  } catch (error) {
    throw describe(error as NodeJS.ErrnoException, name);
  }
}

function describe(error: NodeJS.ErrnoException & { status?: number }, name: string): Error {
  if (NO_FILE.has(error.code ?? '') || error.status === 404) return noFile(name);
  if (error.status === 416)
    return Object.assign(new Error('the requested range lies outside the file'), { status: 416, expose: true });
  return new Error(`cannot send ${name}`, { cause: error });
}

function noFile(name: string): Refusal {
  return new Refusal('unknown', `no file ${name}`);
}
