import type { FullTextType, StandardPaper } from '@almagest/contracts/literature';
import { inTransaction } from '@almagest/service-kit/database';
import { errorLocation, errorOf, isMarkedNoResource, type Diagnosis } from '../../domain/full-text/diagnosis.ts';
import { locationOf, outdates } from '../../domain/full-text/parse-source.ts';
import type { LibraryStore } from '../../files/library-store.ts';
import { recordFile } from '../../persistence/full-text/file-repository.ts';
import {
  findPapers,
  saveToLibrary,
  lockPaper,
  type PaperChange,
  type PaperRow,
} from '../../persistence/papers/paper-repository.ts';
import type { Fetched, PreprintVersion } from '../../sources/full-text/full-text-fetcher.ts';
import type { WantedPaper } from '../../sources/full-text/full-text-source.ts';
import { obtainPaper, type ObtainDeps } from '../papers/obtain-paper.ts';
import { recordPaperChange } from '../papers/record-paper-change.ts';
import { requirePaper } from '../papers/require-paper.ts';
import { standardPaper } from '../papers/standard-paper.ts';

interface FullTexts {
  /** Returns the formats in which the paper may be available, most complete format first. */
  formsOf(paper: WantedPaper): readonly FullTextType[];
  /** Downloads the full text to this path. If the full text is not available, returns a diagnosis. */
  fetch(
    paper: WantedPaper,
    type: FullTextType,
    file: { readonly path: string },
    signal?: AbortSignal,
  ): Promise<Fetched>;
  /** Downloads a version of a preprint to this path. If the version is not available, returns a diagnosis. */
  fetchPreprint(
    wanted: PreprintVersion,
    file: { readonly path: string },
    signal?: AbortSignal,
  ): Promise<Diagnosis | undefined>;
}

export interface DownloadDeps extends ObtainDeps {
  readonly files: LibraryStore;
  readonly fetcher: FullTexts;
}

/**
 * Downloads the full text of a paper and adds the paper to the library. If the paper already has a full text, downloads
 * nothing unless `force` is set.
 */
export async function downloadPaper(
  deps: DownloadDeps,
  { bibcode, force = false }: { bibcode: string; force?: boolean },
): Promise<StandardPaper> {
  const paper = await obtainPaper(deps, bibcode);
  await download(deps, paper, { force });
  return await standardPaper(deps.files, await requirePaper(deps.db, paper.bibcode));
}

/**
 * Downloads both formats if available, because the HTML has the formulas and the PDF has the pages. Without `force`,
 * skips papers that already have a full text or are marked as having none.
 */
export async function download(
  deps: DownloadDeps,
  paper: PaperRow,
  { force, signal }: { readonly force: boolean; readonly signal?: AbortSignal },
): Promise<void> {
  const { db, files } = deps;
  if (!force && (await isComplete(files, paper))) return await saveToLibrary(db, paper.id);
  for (const type of deps.fetcher.formsOf(namesOf(paper))) {
    if (signal?.aborted === true) return;
    await fetchOne(deps, paper.id, type, { force, ...(signal === undefined ? {} : { signal }) });
  }
}

/** Returns whether the paper has a full text, or a user has marked the full text as unavailable. */
async function isComplete(files: LibraryStore, paper: PaperRow): Promise<boolean> {
  const locations = [paper.pdf_location, paper.html_location];
  if (isMarkedNoResource(locations)) return true;
  return (await standardPaper(files, paper)).is_downloaded;
}

async function fetchOne(
  { db, files, fetcher }: DownloadDeps,
  id: number,
  type: FullTextType,
  { force, signal }: { readonly force: boolean; readonly signal?: AbortSignal },
): Promise<void> {
  const before = (await findPapers(db, [id])).get(id);
  if (before === undefined) return;
  if (!force && hasUpload(before, type) && (await isThere(files, locationOf(before, type)))) return;
  const file = files.stage();
  try {
    const fetched = await fetcher.fetch(namesOf(before), type, file, signal);
    if (signal?.aborted === true) return;
    const isFound = 'version' in fetched;
    if (isFound) await file.finish();
    const location = isFound ? await files.place(id, type, file) : errorLocation(fetched.diagnosis);
    await inTransaction(db, async (trx) => {
      const now = await lockPaper(trx, id);
      // The location changed because a user uploaded a file or marked the paper in the meantime. The user's change
      // takes precedence.
      if (now === undefined || locationOf(now, type) !== locationOf(before, type)) return;
      if (isFound) {
        await recordFile(trx, { paperId: id, location, type, isUpload: false, version: fetched.version });
        await saveToLibrary(trx, id, found(now, type, location));
        await recordPaperChange(trx, now.bibcode, { downloaded: type });
      } else if (!(await isThere(files, locationOf(now, type)))) await saveToLibrary(trx, id, located(type, location));
    });
  } finally {
    file.discard();
  }
}

function namesOf({ bibcode, preprint_id: preprintId, doi }: PaperRow): WantedPaper {
  return { bibcode, preprintId, doi };
}

async function isThere(files: LibraryStore, location: string | null): Promise<boolean> {
  return location !== null && errorOf(location) === undefined && (await files.exists(location));
}

function hasUpload(paper: PaperRow, type: FullTextType): boolean {
  return type === 'pdf' ? paper.pdf_uploaded : paper.html_uploaded;
}

function located(type: FullTextType, location: string): PaperChange {
  return type === 'pdf' ? { pdf_location: location } : { html_location: location };
}

/**
 * Returns the change that records a downloaded file. The paper then no longer counts as having an upload of this type.
 */
function found(paper: PaperRow, type: FullTextType, location: string): PaperChange {
  return {
    ...located(type, location),
    ...(type === 'pdf' ? { pdf_uploaded: false } : { html_uploaded: false }),
    ...(location === locationOf(paper, type) ? {} : { parse_error: null }),
    markdown_outdated: outdates({ location, isUpload: false }, paper),
  };
}
