import { basename, dirname, extname } from 'node:path';
import type { FullTextType } from '@almagest/contracts/literature';
import { Refusal } from '@almagest/service-kit/refusal';
import { errorOf } from '../../domain/diagnosis.ts';
import type { LibraryStore } from '../../files/library-store.ts';
import type { Db } from '../../persistence/database.ts';
import { requirePaper } from '../papers/require-paper.ts';

export interface FileDeps {
  readonly db: Db;
  readonly files: LibraryStore;
}

export interface PaperFile {
  readonly folder: string;
  readonly name: string;
  /** Of the content: another content has another one. */
  readonly version: string;
  readonly missing: () => Refusal;
}

/** The stored PDF or HTML of a paper. Refuses a paper that has none. */
export async function findFile(
  { db, files }: FileDeps,
  { bibcode, type }: { readonly bibcode: string; readonly type: FullTextType },
): Promise<PaperFile> {
  const paper = await requirePaper(db, bibcode);
  const location = paper[`${type}_location`];
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
