import type { FileQuery, FullTextType } from '@almagest/contracts/literature';
import type { Response } from 'express';
import { findFile, type FileDeps } from '../application/library/find-file.ts';
import { sendStoredFile } from './send-stored-file.ts';

/** A page of another site may hold anything. It is shown with its own styles, runs nothing and loads nothing. */
const POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; font-src data:; sandbox";

const TYPES: Readonly<Record<FullTextType, string>> = { pdf: 'application/pdf', html: 'text/html; charset=utf-8' };

/** Sends a file of a paper, with ranges and an ETag of its content. */
export async function sendPaperFile(deps: FileDeps, query: FileQuery, res: Response): Promise<void> {
  const { folder, name, version, missing } = await findFile(deps, query);
  res.setHeader('Content-Security-Policy', POLICY);
  res.setHeader('Content-Type', TYPES[query.type]);
  res.setHeader('Content-Disposition', `inline; filename="${name}"`);
  // Another file may take its place. Ranges and the ETag are of the bytes as they are, which compression would change.
  res.setHeader('Cache-Control', 'private, no-cache, no-transform');
  res.setHeader('ETag', `"${version}"`);
  await sendStoredFile(res, { folder, name, missing });
}
