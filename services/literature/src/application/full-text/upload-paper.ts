import type { FullTextType, StandardPaper } from '@almagest/contracts/literature';
import type { StagedFile } from '@almagest/service-kit/durable-file';
import { Refusal } from '@almagest/service-kit/refusal';
import { uploadFault } from '../../domain/upload-check.ts';
import type { LibraryStore } from '../../files/library-store.ts';
import type { Db } from '../../persistence/database.ts';
import { keepPaper } from '../../persistence/paper-repository.ts';
import { requirePaper } from '../papers/require-paper.ts';
import { standardPaper } from '../papers/standard-paper.ts';

/** A file on its way: written aside already, with the beginning of its content. */
export interface Upload {
  readonly bibcode: string;
  readonly type: FullTextType;
  readonly file: StagedFile;
  readonly head: Uint8Array;
}

/** Stores a full text that a user has brought. Automatic downloads leave it alone unless they are forced. */
export async function uploadPaper(
  { db, files }: { db: Db; files: LibraryStore },
  { bibcode, type, file, head }: Upload,
): Promise<StandardPaper> {
  const paper = await requirePaper(db, bibcode);
  const fault = uploadFault(type, head);
  if (fault !== undefined) throw new Refusal('malformed', fault);
  const location = await files.place(paper.id, type, file);
  await keepPaper(
    db,
    paper.id,
    type === 'pdf' ? { pdf_location: location, pdf_uploaded: true } : { html_location: location, html_uploaded: true },
  );
  return await standardPaper(files, await requirePaper(db, bibcode));
}
