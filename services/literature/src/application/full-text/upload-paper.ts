import { recordAudit } from '@almagest/accounts';
import type { FullTextType, StandardPaper } from '@almagest/contracts/literature';
import { inTransaction } from '@almagest/service-kit/database';
import type { StagedFile } from '@almagest/durable-files';
import { Refusal } from '@almagest/service-kit/refusal';
import { outdates } from '../../domain/full-text/parse-source.ts';
import type { Viewer } from '../../domain/people/access.ts';
import type { LibraryStore } from '../../files/library-store.ts';
import { recordFile } from '../../persistence/full-text/file-repository.ts';
import { keepPapers } from '../../persistence/library/kept-papers.ts';
import { saveToLibrary, lockPaper } from '../../persistence/papers/paper-repository.ts';
import type { PageThread } from '../../sources/full-text/diagnose.ts';
import { obtainPaper, type ObtainDeps } from '../papers/obtain-paper.ts';
import { requirePaper } from '../papers/require-paper.ts';
import { standardPaper } from '../papers/standard-paper.ts';
import { validateUpload } from './validate-upload.ts';

export interface UploadDeps extends ObtainDeps {
  readonly files: LibraryStore;
  /** Parses pages outside the event loop. */
  readonly pages: PageThread;
}

/** An upload: the staged file and the first bytes of its content. */
export interface Upload {
  readonly bibcode: string;
  readonly type: FullTextType;
  readonly file: StagedFile;
  readonly head: Uint8Array;
}

/**
 * Stores a full text uploaded by a user. The next parse reads the upload. Only a forced download replaces the upload.
 */
export async function uploadPaper(
  deps: UploadDeps,
  viewer: Viewer,
  { bibcode, type, file, head }: Upload,
): Promise<StandardPaper> {
  const { db, files, pages } = deps;
  await validateUpload(pages, type, { file, head });
  const paper = await obtainPaper(deps, bibcode);
  const location = await files.place(paper.id, type, file);
  await inTransaction(db, async (trx) => {
    const now = await lockPaper(trx, paper.id);
    if (now === undefined)
      throw new Refusal('conflict', `${paper.bibcode} has been merged with another paper. Upload the file again`);
    await keepPapers(trx, viewer, [paper.id]);
    await recordFile(trx, { paperId: paper.id, location, type, isUpload: true });
    await recordAudit(trx, { object: `paper ${paper.bibcode}`, detail: { uploaded: type } });
    await saveToLibrary(trx, paper.id, {
      ...(type === 'pdf'
        ? { pdf_location: location, pdf_uploaded: true }
        : { html_location: location, html_uploaded: true }),
      uploaded_last: type,
      markdown_outdated: now.markdown_location !== null && outdates({ location, isUpload: true }, now),
      parse_error: null,
    });
  });
  return await standardPaper(files, await requirePaper(db, paper.bibcode));
}
