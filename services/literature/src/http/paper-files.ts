import type { FileQuery, FullTextType } from '@almagest/contracts/literature';
import type { Response } from 'express';
import { findFile, type FileDeps } from '../application/library/find-file.ts';
import { sendStoredFile } from './send-stored-file.ts';

/** Pages from other sites are untrusted: they keep their own styles, but run no scripts and load nothing. */
const POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; font-src data:; sandbox";

const TYPES: Readonly<Record<FullTextType, string>> = { pdf: 'application/pdf', html: 'text/html; charset=utf-8' };

/** Sends a file of a paper, with ranges and an ETag of its content. */
export async function sendPaperFile(deps: FileDeps, query: FileQuery, res: Response): Promise<void> {
  const { folder, name, version, missing } = await findFile(deps, query);
  res.setHeader('Content-Security-Policy', POLICY);
  res.setHeader('Content-Type', TYPES[query.type]);
  res.setHeader('Content-Disposition', `inline; filename="${name}"`);
  // Another file may replace it under this address. Ranges and the ETag refer to the uncompressed bytes, so
  // `no-transform` forbids compression.
  res.setHeader('Cache-Control', 'private, no-cache, no-transform');
  res.setHeader('ETag', `"${version}"`);
  await sendStoredFile(res, { folder, name, missing });
}
