import { Refusal } from '@almagest/service-kit/refusal';
import { fileFault, textIn, WITHOUT_ENTRY, type ZoteroItem } from '../../domain/linked/zotero-object.ts';
import type { Db } from '../../persistence/database.ts';
import { listTrashed } from '../../persistence/library/kept-papers.ts';
import {
  EMPTY_ITEM,
  findItems,
  markRemoved,
  saveItems,
  type LinkedItem,
} from '../../persistence/linked/linked-item-repository.ts';
import { findPapers } from '../../persistence/papers/paper-repository.ts';
import type { ZoteroSession } from '../../sources/zotero/zotero-api.ts';
import { addOwnFile } from '../full-text/add-file.ts';
import type { UploadDeps } from '../full-text/upload-paper.ts';
import type { ImportRun } from './import-run.ts';

/** Maximum number of characters in a file's label. */
const LABEL_CHARS = 200;

const FAILURES = {
  missing: 'Zotero does not have the file',
  too_large: 'the file is larger than MAX_DOWNLOAD_BYTES of this service',
  forbidden: 'the API key does not allow reading files',
} as const;

/**
 * Adds the PDF of an attachment to its paper, like an upload by the owner. If the worker dies, the next import
 * downloads the file again. Equal content is stored only once.
 */
export async function storeFile(
  deps: UploadDeps,
  run: ImportRun,
  session: ZoteroSession,
  item: ZoteroItem,
): Promise<void> {
  const { link } = run;
  const known = await findItems(deps.db, link.id, [item.key, item.parent]);
  const before = known.get(item.key);
  const paperId = known.get(item.parent)?.paper_id ?? null;
  const md5 = textIn(item.data, 'md5');
  const isStored = before?.seen.md5 !== undefined && before.seen.md5 === md5;
  const fault = item.isTrashed || isStored ? undefined : await addFile(deps, run, session, item, paperId);
  const isNew = fault === undefined && !isStored && !item.isTrashed;
  await run.step(async (trx) => {
    if (item.isTrashed) return { done: 1, counts: { removed: await markRemoved(trx, link.id, [item.key]) } };
    const row: LinkedItem = {
      ...EMPTY_ITEM,
      key: item.key,
      kind: 'file',
      parent: item.parent,
      version: item.version,
      title: nameOf(item),
      paper_id: paperId,
      seen: isNew || isStored ? { md5 } : {},
      messages: fault === undefined ? [] : [fault],
    };
    await saveItems(trx, link.id, [row]);
    return { done: 1, counts: { files: isNew ? 1 : 0 } };
  });
}

const nameOf = ({ data }: ZoteroItem): string =>
  (textIn(data, 'filename') || textIn(data, 'title') || textIn(data, 'url')).slice(0, LABEL_CHARS).toWellFormed();

/** Downloads and adds the file. Returns the reason if this fails. */
async function addFile(
  deps: UploadDeps,
  { viewer }: ImportRun,
  session: ZoteroSession,
  item: ZoteroItem,
  paperId: number | null,
): Promise<string | undefined> {
  const fault = fileFault(item) ?? (await paperFault(deps.db, { viewer }, paperId)).fault;
  if (fault !== undefined) return fault;
  const file = deps.files.stage();
  try {
    const { result, head } = await session.file(item.key, file);
    if (result !== 'stored') return FAILURES[result];
    await file.finish();
    // The user may have moved the paper to the trash during the download.
    const now = await paperFault(deps.db, { viewer }, paperId);
    if (now.fault !== undefined) return now.fault;
    await addOwnFile(deps, viewer, { bibcode: now.bibcode, type: 'pdf', file, head, label: nameOf(item) });
    return undefined;
  } catch (error) {
    if (error instanceof Refusal && ['malformed', 'conflict'].includes(error.kind)) return error.message;
    throw error;
  } finally {
    file.discard();
  }
}

async function paperFault(
  db: Db,
  { viewer }: Pick<ImportRun, 'viewer'>,
  paperId: number | null,
): Promise<{ readonly bibcode: string; readonly fault?: string }> {
  const paper = paperId === null ? undefined : (await findPapers(db, [paperId])).get(paperId);
  if (paper === undefined) return { bibcode: '', fault: WITHOUT_ENTRY };
  const trashed = await listTrashed(db, viewer, [paper.id]);
  if (trashed.length > 0) return { bibcode: '', fault: 'the paper is in the trash here. The file was not imported' };
  return { bibcode: paper.bibcode };
}
