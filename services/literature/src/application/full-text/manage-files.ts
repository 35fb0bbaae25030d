import { recordAudit } from '@almagest/accounts';
import type { FileChange, PaperFile, PaperFiles } from '@almagest/contracts/literature';
import { inTransaction } from '@almagest/service-kit/database';
import { Refusal } from '@almagest/service-kit/refusal';
import { afterChoice, isChosen, isRead } from '../../domain/full-text/file-choice.ts';
import type { Viewer } from '../../domain/people/access.ts';
import type { LibraryStore } from '../../files/library-store.ts';
import type { Db, Tx } from '../../persistence/database.ts';
import {
  describeFile,
  findFileRow,
  listFiles,
  setFileTrashed,
  type FileDescription,
  type FileRow,
} from '../../persistence/full-text/file-repository.ts';
import { keepPapers } from '../../persistence/library/kept-papers.ts';
import { findPapers, lockPaper, saveToLibrary, type PaperRow } from '../../persistence/papers/paper-repository.ts';
import { requirePaper } from '../papers/require-paper.ts';

export interface ManageFilesDeps {
  readonly db: Db;
  readonly files: LibraryStore;
}

export async function readPaperFiles(deps: ManageFilesDeps, viewer: Viewer, bibcode: string): Promise<PaperFiles> {
  return await filesOf(deps, viewer, await requirePaper(deps.db, bibcode));
}

async function filesOf({ db, files }: ManageFilesDeps, viewer: Viewer, paper: PaperRow): Promise<PaperFiles> {
  const rows = await listFiles(db, viewer, paper.id);
  const described = rows.map(async (row): Promise<PaperFile> => {
    const { id, type, version, preprint_version, label, is_upload, note_count } = row;
    return {
      id,
      type,
      version,
      preprint_version,
      label,
      is_upload,
      note_count,
      size_bytes: (await files.sizeOf(row.location)) ?? null,
      added_at: row.added_at.toISOString(),
      is_chosen: isChosen(paper, row),
      is_read: isRead(paper, row.location),
      has_translation: row.translation_location !== null,
      trashed_at: row.trashed_at?.toISOString() ?? null,
    };
  });
  return { bibcode: paper.bibcode, files: await Promise.all(described) };
}

/** Makes a file the chosen file of its paper, or changes the file's description. */
export async function changeFile(
  deps: ManageFilesDeps,
  viewer: Viewer,
  id: number,
  { is_chosen, version, preprint_version, label }: FileChange,
): Promise<PaperFiles> {
  return await onFile(deps, viewer, id, async (trx, file, paper) => {
    await describeFile(trx, id, described(file, { version, preprint_version, label }));
    if (is_chosen === undefined || isChosen(paper, file)) return;
    if (file.trashed_at !== null)
      throw new Refusal('conflict', `file ${id} is in the trash. Restore it before you choose it`);
    if (!(await deps.files.exists(file.location)))
      throw new Refusal('conflict', `file ${id} is no longer on the disk. Add it again`);
    await keepPapers(trx, viewer, [paper.id]);
    await saveToLibrary(trx, paper.id, afterChoice(paper, file));
  });
}

type Described = { readonly [K in 'version' | 'preprint_version' | 'label']?: FileChange[K] | undefined };

/** Returns the new description of a file. Drops the version number of files that are not preprints. */
export function described(
  file: Pick<FileRow, 'version'> | undefined,
  { version, preprint_version, label }: Described,
): Partial<FileDescription> {
  const now = version ?? file?.version ?? 'own';
  if (now !== 'preprint' && typeof preprint_version === 'number')
    throw new Refusal('malformed', `preprint_version: the file is not a preprint but ${now}. Set version to preprint`);
  return {
    ...(version === undefined ? {} : { version }),
    ...(preprint_version !== undefined
      ? { preprintVersion: preprint_version }
      : version !== undefined && version !== 'preprint'
        ? { preprintVersion: null }
        : {}),
    ...(label === undefined ? {} : { label: label.trim() }),
  };
}

export async function trashFile(deps: ManageFilesDeps, viewer: Viewer, id: number): Promise<PaperFiles> {
  return await onFile(deps, viewer, id, async (trx, file, paper) => {
    if (isChosen(paper, file))
      throw new Refusal(
        'conflict',
        `file ${id} is the chosen ${file.type.toUpperCase()} of the paper. Choose another ${file.type.toUpperCase()} first`,
      );
    await setFileTrashed(trx, id, true);
  });
}

export async function restoreFile(deps: ManageFilesDeps, viewer: Viewer, id: number): Promise<PaperFiles> {
  return await onFile(deps, viewer, id, async (trx) => {
    await setFileTrashed(trx, id, false);
  });
}

/** Locks the paper of a file, changes the file, and returns the paper's files. */
async function onFile(
  deps: ManageFilesDeps,
  viewer: Viewer,
  id: number,
  change: (trx: Tx, file: FileRow, paper: PaperRow) => Promise<void>,
): Promise<PaperFiles> {
  const unknown = () =>
    new Refusal('unknown', `there is no file ${id}. GET /api/papers/files lists the files of a paper`);
  const paperId = await inTransaction(deps.db, async (trx) => {
    const { paper_id = 0 } = (await findFileRow(trx, id)) ?? {};
    const paper = await lockPaper(trx, paper_id);
    const file = await findFileRow(trx, id);
    // A merge may have moved the file to another paper in the meantime.
    if (paper === undefined || file?.paper_id !== paper.id) throw unknown();
    await change(trx, file, paper);
    await recordAudit(trx, { object: `paper ${paper.bibcode}`, detail: { file: id } });
    return paper.id;
  });
  const paper = (await findPapers(deps.db, [paperId])).get(paperId);
  if (paper === undefined) throw unknown();
  return await filesOf(deps, viewer, paper);
}
