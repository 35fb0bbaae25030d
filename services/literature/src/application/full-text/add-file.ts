import { recordAudit } from '@almagest/accounts';
import type { FileVersion, FullTextType, PaperFiles, PreprintWanted } from '@almagest/contracts/literature';
import { inTransaction } from '@almagest/service-kit/database';
import { Refusal } from '@almagest/service-kit/refusal';
import { errorOf } from '../../domain/full-text/diagnosis.ts';
import { locationOf } from '../../domain/full-text/parse-source.ts';
import type { Viewer } from '../../domain/people/access.ts';
import { recordFile } from '../../persistence/full-text/file-repository.ts';
import { keepPapers } from '../../persistence/library/kept-papers.ts';
import { lockPaper, saveToLibrary, type PaperRow } from '../../persistence/papers/paper-repository.ts';
import { obtainPaper } from '../papers/obtain-paper.ts';
import type { DownloadDeps } from './download-paper.ts';
import { described, readPaperFiles } from './manage-files.ts';
import type { Upload, UploadDeps } from './upload-paper.ts';
import { validateUpload } from './validate-upload.ts';

export type AddFileDeps = UploadDeps & Pick<DownloadDeps, 'fetcher'>;

/** A file that the user uploads, with its description. */
export interface OwnFile extends Upload {
  readonly version?: FileVersion | undefined;
  readonly preprint_version?: number | undefined;
  readonly label?: string | undefined;
}

/** Adds a file to a paper. The paper keeps its existing files. */
export async function addOwnFile(
  deps: UploadDeps,
  viewer: Viewer,
  { bibcode, type, file, head, ...given }: OwnFile,
): Promise<PaperFiles> {
  const description = described(undefined, given);
  await validateUpload(deps.pages, type, { file, head });
  const paper = await obtainPaper(deps, bibcode);
  const location = await deps.files.place(paper.id, type, file);
  await store(deps, viewer, paper, { type, location, isUpload: true, ...description });
  return await readPaperFiles(deps, viewer, paper.bibcode);
}

/** Downloads a version of a paper's preprint from the preprint server and adds the file to the paper. */
export async function addPreprint(
  deps: AddFileDeps,
  viewer: Viewer,
  { bibcode, preprint_version: version, type = 'pdf' }: PreprintWanted,
  signal?: AbortSignal,
): Promise<PaperFiles> {
  const paper = await obtainPaper(deps, bibcode, signal);
  const { preprint_id: preprintId } = paper;
  if (preprintId === '') throw new Refusal('unknown', `${paper.bibcode} has no known preprint`);
  const file = deps.files.stage();
  try {
    const diagnosis = await deps.fetcher.fetchPreprint({ preprintId, version, type }, file, signal);
    if (diagnosis !== undefined) {
      const { cause, detail = cause } = diagnosis;
      const kind = cause === 'not_found' ? 'unknown' : cause === 'timeout' ? 'upstream_silent' : 'upstream_refused';
      throw new Refusal(
        kind,
        `the preprint server returned no ${type.toUpperCase()} of ${preprintId}v${version}: ${detail}`,
      );
    }
    await file.finish();
    const location = await deps.files.place(paper.id, type, file);
    await store(deps, viewer, paper, {
      type,
      location,
      isUpload: false,
      version: 'preprint',
      preprintVersion: version,
    });
  } finally {
    file.discard();
  }
  return await readPaperFiles(deps, viewer, paper.bibcode);
}

interface StoredFile {
  readonly type: FullTextType;
  readonly location: string;
  readonly isUpload: boolean;
  readonly version?: FileVersion;
  readonly preprintVersion?: number | null;
  readonly label?: string;
}

/** Records the file. The first file of a type becomes the chosen file. */
async function store(
  { db, files }: UploadDeps,
  viewer: Viewer,
  { id, bibcode }: PaperRow,
  file: StoredFile,
): Promise<void> {
  const { type, location, isUpload } = file;
  await inTransaction(db, async (trx) => {
    const now = await lockPaper(trx, id);
    if (now === undefined)
      throw new Refusal('conflict', `${bibcode} has been merged with another paper. Send the file again`);
    await keepPapers(trx, viewer, [id]);
    const chosen = locationOf(now, type);
    const hasOne = chosen !== null && errorOf(chosen) === undefined && (await files.exists(chosen));
    await recordFile(trx, { paperId: id, ...file });
    await recordAudit(trx, { object: `paper ${bibcode}`, detail: { added: type } });
    if (!hasOne)
      await saveToLibrary(trx, id, {
        ...(type === 'pdf'
          ? { pdf_location: location, pdf_uploaded: isUpload }
          : { html_location: location, html_uploaded: isUpload }),
        ...(isUpload ? { uploaded_last: type } : {}),
      });
  });
}
