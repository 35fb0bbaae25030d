import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Refusal } from '@almagest/service-kit/refusal';
import type { LibraryStore } from '../../files/library-store.ts';
import type { Db } from '../../persistence/database.ts';
import { requirePaper } from '../papers/require-paper.ts';

export interface FigureDeps {
  readonly db: Db;
  readonly files: LibraryStore;
}

export interface FigureName {
  readonly bibcode: string;
  readonly name: string;
}

/** The stored file of a figure. `version` changes when the file changes. It is undefined if the file is missing. */
export interface FigureFile {
  /** The paper's current bibcode. The request may contain a former bibcode or another identifier. */
  readonly bibcode: string;
  readonly folder: string;
  readonly version: string | undefined;
}

/** Finds the file of a figure. Checks the name, so that the file can only be directly in the paper's folder. */
export async function findFigure({ db, files }: FigureDeps, { bibcode, name }: FigureName): Promise<FigureFile> {
  const paper = await requirePaper(db, bibcode);
  if (name.startsWith('.') || /[/\\\0]/.test(name))
    throw new Refusal('malformed', `'${name.slice(0, 80).toWellFormed()}' is not the name of a figure`);
  const folder = files.figuresOf(paper.id);
  const found = await stat(join(folder, name)).catch(() => undefined);
  const version = found && `${found.size.toString(16)}-${Math.round(found.mtimeMs).toString(16)}`;
  return { bibcode: paper.bibcode, folder, version };
}

export function unknownFigure({ bibcode }: FigureFile, name: string): Refusal {
  return new Refusal('unknown', `${bibcode} has no figure ${name}`);
}
