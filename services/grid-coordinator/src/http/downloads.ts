import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { isMissing } from '@almagest/durable-files';
import { Refusal } from '@almagest/service-kit/refusal';
import { fitSuffixRange } from '@almagest/service-kit/requested-range';
import type { Response } from 'express';
import { findContent } from '../application/artifacts/list-artifacts.ts';
import type { NodeIdentity } from '../application/nodes/node-auth-cache.ts';
import { findAssetFile, type AssetFileDeps } from '../application/assets/find-asset.ts';
import { findModelFile, type ModelFileDeps, type ModelRequest } from '../application/seeds/find-download.ts';

/** Sends a point's seed. Clients can verify the file, because its ETag is the SHA-256 of the content. */
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

/** Sends an artifact as an attachment, so that browsers don't render it as a page. */
export async function sendArtifact(
  deps: Parameters<typeof findContent>[0],
  sha256: string,
  res: Response,
): Promise<void> {
  const { path, attachment } = await findContent(deps, sha256);
  const { size } = await find(() => stat(path), attachment);
  await sendFile(res, { path, size, attachment, etag: `"${sha256}"` });
}

/** Sends a file of the assets folder or a kept version of the file. The ETag of a version is its SHA-256. */
export async function sendAsset(
  deps: AssetFileDeps,
  asset: { readonly path: string; readonly version?: string | undefined },
  res: Response,
): Promise<void> {
  await sendFile(res, {
    ...(await findAssetFile(deps, asset)),
    attachment: asset.path.split('/').at(-1) ?? asset.path,
  });
}

/**
 * Sends the script that installs the agent, an archive or its checksum. Caches may store these files, but must check
 * whether they have changed, because an old checksum does not fit a new archive.
 */
export async function sendAgentFile(folder: string, name: string, res: Response): Promise<void> {
  const cacheControl = 'public, no-cache';
  const path = join(folder, name);
  try {
    if (name.endsWith('.tar.gz')) {
      const { size } = await stat(path);
      const sha256 = (await readFile(`${path}.sha256`, 'utf8')).slice(0, 64);
      await sendFile(res, { path, size, attachment: name, etag: `"${sha256}"`, cacheControl });
    } else {
      const text = await readFile(path, 'utf8');
      res.setHeader('Cache-Control', cacheControl);
      res.type('text/plain').send(text);
    }
  } catch (error) {
    if (!isMissing(error)) throw error;
    throw new Refusal('unknown', `this coordinator has no ${name} of the agent: run \`npm run build:agent\` there`);
  }
}

interface FileToSend {
  readonly path: string;
  readonly size: number;
  readonly attachment: string;
  readonly etag: string;
  /**
   * By default, only the client may keep the file, because a shared cache would serve the file without authentication.
   */
  readonly cacheControl?: string;
}

/** Sends a file. Supports Range, If-None-Match and If-Range, as `send` does. */
async function sendFile(
  res: Response,
  { path, size, attachment, etag, cacheControl = 'private, no-cache' }: FileToSend,
): Promise<void> {
  fitSuffixRange(res.req, size);
  res.type('application/octet-stream');
  res.setHeader('ETag', etag);
  res.setHeader('Cache-Control', cacheControl);
  // Names of points and assets may contain characters that need escaping in a quoted string.
  res.setHeader(
    'Content-Disposition',
    `attachment; filename="${attachment.replaceAll(/["\\]/g, String.raw`\$&`).replaceAll(/[^\x20-\x7e]/g, '_')}"`,
  );
  await new Promise<void>((resolve, reject) => {
    res.sendFile(path, { dotfiles: 'allow', cacheControl: false }, (error?: Error & { status?: number }) => {
      // The client has disconnected.
      if (error === undefined || error === null || res.headersSent || res.destroyed) return resolve();
      // These headers describe the file, not the error.
      for (const header of ['ETag', 'Cache-Control', 'Content-Disposition', 'Last-Modified']) res.removeHeader(header);
      reject(describe(error, attachment));
    });
  });
}

async function find<T>(look: () => Promise<T>, name: string): Promise<T> {
  try {
    return await look();
  } catch (error) {
    throw describe(error as NodeJS.ErrnoException, name);
  }
}

function describe(error: NodeJS.ErrnoException & { status?: number }, name: string): Error {
  if (isMissing(error) || error.status === 404) return noFile(name);
  if (error.status === 416)
    return Object.assign(new Error('the requested range is outside the file'), { status: 416, expose: true });
  return new Error(`cannot send ${name}`, { cause: error });
}

function noFile(name: string): Refusal {
  return new Refusal('unknown', `no file ${name}`);
}
