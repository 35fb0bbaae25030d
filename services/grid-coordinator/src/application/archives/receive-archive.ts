import { recordAudit } from '@almagest/accounts';
import type { Readable } from 'node:stream';
import type { ArchiveImport } from '@almagest/contracts/grid';
import { inTransaction } from '@almagest/service-kit/database';
import { Refusal } from '@almagest/service-kit/refusal';
import type { ImportStore } from '../../files/archive/import-store.ts';
import {
  beginImport,
  findImport,
  markArrived,
  type ImportRow,
} from '../../persistence/archives/archive-import-repository.ts';
import type { Db } from '../../persistence/database.ts';

export interface ReceiveArchiveDeps {
  readonly db: Db;
  readonly imports: ImportStore;
  readonly maxArchiveBytes: number;
  readonly requestImport: (sha256: string) => void;
}

export interface ArchivePiece {
  readonly sha256: string;
  readonly offset: number;
  /** The size of the whole archive. */
  readonly size: number;
  readonly content: Readable;
}

/** Stores a piece of an archive. After the last piece, the archive waits to be imported. */
export async function receiveArchive(deps: ReceiveArchiveDeps, piece: ArchivePiece): Promise<ArchiveImport> {
  const { db, imports, maxArchiveBytes } = deps;
  const { sha256, offset, size } = piece;
  if (size > maxArchiveBytes)
    throw new Refusal('too_large', `the archive is larger than MAX_ARCHIVE_BYTES (${maxArchiveBytes} bytes)`);
  const before = await findImport(db, sha256);
  // The whole archive has already arrived, so the sender gets the status of its import.
  if (before?.status === 'waiting' || before?.status === 'stored' || before?.status === 'done')
    return await describe(deps, before);
  const received = before?.status === 'uploading' ? await imports.received(sha256) : 0;
  if (offset !== received)
    throw new Refusal('conflict', `the next piece of the archive must start at offset ${received}, not at ${offset}`);
  await beginImport(db, sha256, size);
  const end = await imports.append(sha256, piece.content, offset, size);
  if (end === size && (await arrive(db, sha256))) deps.requestImport(sha256);
  return await readImport(deps, sha256);
}

/** Marks an archive as complete. Returns whether this piece completed it. */
async function arrive(db: Db, sha256: string): Promise<boolean> {
  return await inTransaction(db, async (trx) => {
    const arrived = await markArrived(trx, sha256);
    if (arrived) await recordAudit(trx, { object: `archive ${sha256}` });
    return arrived;
  });
}

export async function readImport(deps: ReceiveArchiveDeps, sha256: string): Promise<ArchiveImport> {
  const row = await findImport(deps.db, sha256);
  if (row === undefined) throw new Refusal('unknown', `no archive with the SHA-256 ${sha256} is being imported`);
  return await describe(deps, row);
}

async function describe({ imports }: ReceiveArchiveDeps, row: ImportRow): Promise<ArchiveImport> {
  const { sha256, size_bytes, workflow_name, failed_tries } = row;
  // An import counts as finished only when other points can start from its models.
  const status = row.status === 'stored' ? 'waiting' : row.status;
  const received_bytes = status === 'uploading' ? await imports.received(sha256) : size_bytes;
  const message = status === 'waiting' ? row.fault : row.message;
  return { sha256, status, size_bytes, received_bytes, workflow: workflow_name, message, failed_tries };
}
