import { basename, dirname, extname } from 'node:path';
import type { FileQuery } from '@almagest/contracts/literature';
import { Refusal } from '@almagest/service-kit/refusal';
import { errorOf } from '../../domain/full-text/diagnosis.ts';
import { locationOf } from '../../domain/full-text/parse-source.ts';
import type { LibraryStore } from '../../files/library-store.ts';
import type { Db } from '../../persistence/database.ts';
import { findFileRow } from '../../persistence/full-text/file-repository.ts';
import type { PaperRow } from '../../persistence/papers/paper-repository.ts';
import { requirePaper } from '../papers/require-paper.ts';

export interface FileDeps {
  readonly db: Db;
  readonly files: LibraryStore;
}

export interface PaperFile {
  readonly folder: string;
  readonly name: string;
  /** Changes when the content changes. */
  readonly version: string;
  readonly missing: () => Refusal;
}

/** Finds the chosen PDF or HTML of a paper, or the file with a given number. Refuses a missing file. */
export async function findFile({ db, files }: FileDeps, { bibcode, type, file }: FileQuery): Promise<PaperFile> {
  const paper = await requirePaper(db, bibcode);
  const location = file === undefined ? locationOf(paper, type) : await locationOfFile(db, paper, { file, type });
  const fault = errorOf(location);
  const missing = () =>
    new Refusal(
      'unknown',
      `${paper.bibcode} has no ${type.toUpperCase()} here${fault === undefined ? '' : ` (${fault})`}`,
    );
  if (location === null || fault !== undefined || !(await files.exists(location))) throw missing();
  const path = files.pathOf(location);
  return { folder: dirname(path), name: basename(path), version: basename(path, extname(path)), missing };
}

async function locationOfFile(
  db: Db,
  paper: PaperRow,
  { file, type }: { readonly file: number; readonly type: FileQuery['type'] },
): Promise<string> {
  const row = await findFileRow(db, file);
  if (row?.paper_id !== paper.id || row.type !== type)
    throw new Refusal('unknown', `${paper.bibcode} has no ${type.toUpperCase()} with the number ${file}`);
  return row.location;
}
