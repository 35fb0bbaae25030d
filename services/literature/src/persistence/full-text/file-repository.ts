import type { FileVersion, FullTextType } from '@almagest/contracts/literature';
import { sql } from 'kysely';
import type { Viewer } from '../../domain/people/access.ts';
import type { Db, Tx } from '../database.ts';
import { visibleTo } from '../people/visibility.ts';

export interface FileDescription {
  readonly version: FileVersion;
  readonly preprintVersion: number | null;
  readonly label: string;
}

export interface NewFile extends Partial<FileDescription> {
  readonly paperId: number;
  readonly location: string;
  readonly type: FullTextType;
  readonly isUpload: boolean;
}

export interface FileRow {
  readonly id: number;
  readonly paper_id: number;
  readonly location: string;
  readonly type: FullTextType;
  readonly version: FileVersion;
  readonly preprint_version: number | null;
  readonly label: string;
  readonly is_upload: boolean;
  readonly added_at: Date;
  readonly trashed_at: Date | null;
  readonly markdown_location: string | null;
  readonly translation_location: string | null;
  readonly translation_language: string | null;
}

const ROW = [
  'id',
  'paper_id',
  'location',
  'type',
  'version',
  'preprint_version',
  'label',
  'is_upload',
  'added_at',
  'trashed_at',
  'markdown_location',
  'translation_location',
  'translation_language',
] as const;

/** Adds a file to a paper. If the paper already has a file with this content, replaces the description of that file. */
export async function recordFile(
  trx: Tx,
  { paperId, location, type, isUpload, version, preprintVersion = null, label }: NewFile,
): Promise<void> {
  await trx
    .insertInto('paper_file')
    .values({
      paper_id: paperId,
      location,
      type,
      is_upload: isUpload,
      version: version ?? (isUpload ? 'own' : 'unknown'),
      preprint_version: preprintVersion,
      label: label ?? '',
    })
    .onConflict((conflict) =>
      conflict.column('location').doUpdateSet({
        trashed_at: null,
        ...(version === undefined ? {} : { version, preprint_version: preprintVersion }),
        ...(label === undefined ? {} : { label }),
      }),
    )
    .execute();
}

/** Lists all files of a paper, latest first, each with the number of visible notes on its text. */
export async function listFiles(
  db: Db,
  viewer: Viewer,
  paperId: number,
): Promise<(FileRow & { readonly note_count: number })[]> {
  return await db
    .selectFrom('paper_file')
    .select([
      ...ROW,
      sql<number>`(select count(*)::int from note where note.file_id = paper_file.id and ${visibleTo(viewer, 'note')})`.as(
        'note_count',
      ),
    ])
    .where('paper_id', '=', paperId)
    .orderBy('added_at', 'desc')
    .orderBy('id', 'desc')
    .execute();
}

export async function findFileRow(db: Db, id: number): Promise<FileRow | undefined> {
  return await db.selectFrom('paper_file').select(ROW).where('id', '=', id).executeTakeFirst();
}

/** Updates the given fields of a file's description. */
export async function describeFile(trx: Tx, id: number, description: Partial<FileDescription>): Promise<void> {
  const { version, preprintVersion, label } = description;
  const set = {
    ...(version === undefined ? {} : { version }),
    ...(preprintVersion === undefined ? {} : { preprint_version: preprintVersion }),
    ...(label === undefined ? {} : { label }),
  };
  if (Object.keys(set).length > 0) await trx.updateTable('paper_file').set(set).where('id', '=', id).execute();
}

export async function setFileTrashed(trx: Tx, id: number, isTrashed: boolean): Promise<void> {
  await trx
    .updateTable('paper_file')
    .set({ trashed_at: isTrashed ? sql<Date>`coalesce(trashed_at, now())` : null })
    .where('id', '=', id)
    .execute();
}

/**
 * Deletes files that have been in the trash for longer than `ageSec`. A sweep removes their contents from the disk
 * later.
 */
export async function deleteTrashedFiles(db: Db, ageSec: number): Promise<void> {
  await db
    .deleteFrom('paper_file')
    .where('trashed_at', '<', sql<Date>`now() - make_interval(secs => ${ageSec})`)
    .execute();
}

interface FileTranslation {
  readonly markdown_location: string;
  readonly translation_location: string;
  readonly translation_language: string;
}

export async function storeFileTranslation(trx: Tx, location: string, translation: FileTranslation): Promise<void> {
  await trx.updateTable('paper_file').set(translation).where('location', '=', location).execute();
}

/** Returns the stored translation of a file's text, if it translates this Markdown. */
export async function findFileTranslation(
  trx: Tx,
  location: string,
  markdownLocation: string,
): Promise<Pick<FileTranslation, 'translation_location' | 'translation_language'> | undefined> {
  const found = await trx
    .selectFrom('paper_file')
    .select(['translation_location', 'translation_language'])
    .where('location', '=', location)
    .where('markdown_location', '=', markdownLocation)
    .executeTakeFirst();
  if (found === undefined) return undefined;
  const { translation_location, translation_language } = found;
  return translation_location === null || translation_language === null
    ? undefined
    : { translation_location, translation_language };
}

/** Moves the files of papers to another paper. Returns the ids of the moved files. */
export async function moveFiles(trx: Tx, to: number, from: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    update paper_file set paper_id = ${to} where paper_id = any(${from}::int[]) returning id`.execute(trx);
  return rows.map(({ id }) => id);
}

/** Moves files back to a paper whose merge is undone. Returns the locations of the files. */
export async function returnFiles(trx: Tx, ids: readonly number[], kept: number, merged: number): Promise<string[]> {
  const { rows } = await sql<{ location: string }>`
    update paper_file set paper_id = ${merged} where paper_id = ${kept} and id = any(${ids}::int[])
    returning location`.execute(trx);
  return rows.map(({ location }) => location);
}
