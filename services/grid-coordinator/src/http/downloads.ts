import { isAbsolute, join, normalize, sep } from 'node:path';
import { Refusal } from '@almagest/service-kit/refusal';
import type { Response } from 'express';
import type { SeedStore } from '../files/seed-store.ts';
import type { Db } from '../persistence/database.ts';
import { findSeedFile } from '../persistence/seed-repository.ts';

/** The line list that is served without a name. */
export const LINE_LIST = 'gfVIS99.dat';

const LONGEST_NAME = 255;

/** Answers with a point's seed. The ETag is the content's SHA-256, so a client can verify what it got. */
export async function sendSeed(
  deps: { readonly db: Db; readonly seeds: SeedStore },
  name: string,
  res: Response,
): Promise<void> {
  if (name.includes('..') || /[/\\\0]/.test(name) || name.length > LONGEST_NAME)
    throw new Refusal('malformed', 'illegal seed name');
  const seed = await findSeedFile(deps.db, name);
  if (seed === undefined) throw new Refusal('unknown', `no seed is stored under ${name}`);
  res.setHeader('ETag', `"${seed.sha256}"`);
  await sendFile(res, deps.seeds.pathOf(name, seed.sha256), `${name}.7`);
}

/** Answers with a file of the assets folder, named by a relative path that stays inside it. */
export async function sendAsset(assetsDir: string, filename: string, res: Response): Promise<void> {
  const parts = filename.split('/');
  const illegal =
    filename === '' ||
    isAbsolute(filename) ||
    /[\\\0]/.test(filename) ||
    parts.some((part) => part === '' || part.startsWith('.') || part.length > LONGEST_NAME);
  if (illegal) throw new Refusal('malformed', 'invalid file name');
  const path = normalize(join(assetsDir, filename));
  if (!path.startsWith(assetsDir + sep)) throw new Refusal('malformed', 'invalid file name');
  await sendFile(res, path, parts.at(-1) ?? filename);
}

/** With Range, If-None-Match and If-Range, as `send` does them. */
async function sendFile(res: Response, path: string, attachment: string): Promise<void> {
  res.type('application/octet-stream');
  // Names of points and assets may hold characters that a quoted string must escape.
  res.setHeader(
    'Content-Disposition',
    `attachment; filename="${attachment.replaceAll(/["\\]/g, String.raw`\$&`).replaceAll(/[^\x20-\x7e]/g, '_')}"`,
  );
  await new Promise<void>((resolve, reject) => {
    res.sendFile(
      path,
      { dotfiles: 'allow', cacheControl: false },
      (error?: Error & { status?: number; code?: string }) => {
        if (error === undefined || error === null || res.headersSent) resolve();
        else reject(describe(error, attachment));
      },
    );
  });
}

function describe(error: Error & { status?: number; code?: string }, name: string): Error {
  if (error.code === 'EISDIR' || error.code === 'ENOENT' || error.code === 'ENOTDIR' || error.status === 404)
    return new Refusal('unknown', `no file ${name}`);
  if (error.status === 416)
    return Object.assign(new Error('the requested range lies outside the file'), { status: 416, expose: true });
  return new Error(`cannot send ${name}`, { cause: error });
}
