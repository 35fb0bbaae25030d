import { recordAudit } from '@almagest/accounts';
import { readName, referenceOf } from '@almagest/bibliography';
import type { AddedPaper, NewPaper } from '@almagest/contracts/literature';
import { inTransaction } from '@almagest/service-kit/database';
import { Refusal } from '@almagest/service-kit/refusal';
import { normalDoi } from '../../domain/papers/paper-reference.ts';
import type { Viewer } from '../../domain/people/access.ts';
import { keepPapers } from '../../persistence/library/kept-papers.ts';
import { listImported, lockPaper, type PaperRow } from '../../persistence/papers/paper-repository.ts';
import { storeRecords } from '../../persistence/papers/record-repository.ts';
import { uploadPaper, type Upload, type UploadDeps } from '../full-text/upload-paper.ts';
import { validateUpload } from '../full-text/validate-upload.ts';
import { obtainPaper } from '../papers/obtain-paper.ts';
import { requirePaper } from '../papers/require-paper.ts';
import { standardPaper } from '../papers/standard-paper.ts';
import { recordOfReference } from './record-of-reference.ts';
import { recognisePdf } from './recognise-pdf.ts';

/** Adds a paper that the user names by an identifier or describes by hand. */
export async function addPaper(
  deps: UploadDeps,
  viewer: Viewer,
  paper: NewPaper,
  signal?: AbortSignal,
): Promise<AddedPaper> {
  const { identifier, ...described } = paper;
  if (identifier === undefined) return await addByHand(deps, viewer, described);
  const [surplus] = Object.keys(described);
  if (surplus !== undefined)
    throw new Refusal(
      'malformed',
      `${surplus} cannot be sent with an identifier, because the sources describe the paper. Send one or the other`,
    );
  return await keep(deps, viewer, await obtainPaper(deps, identifier, signal));
}

async function keep(deps: UploadDeps, viewer: Viewer, paper: PaperRow): Promise<AddedPaper> {
  await inTransaction(deps.db, async (trx) => {
    if ((await lockPaper(trx, paper.id)) === undefined)
      throw new Refusal('conflict', `${paper.bibcode} has been merged with another paper. Try again`);
    await keepPapers(trx, viewer, [paper.id]);
    await recordAudit(trx, { object: `paper ${paper.bibcode}` });
  });
  const stored = await standardPaper(deps.files, await requirePaper(deps.db, paper.bibcode));
  return { status: paper.in_library_since === null ? 'added' : 'known', paper: stored, printed: null, candidates: [] };
}

/**
 * Adds a thesis, a report, or another paper that no source knows. The same description always finds the same paper. If
 * the paper exists, the fields only fill gaps. They never replace values, because the user may not know that the paper
 * exists.
 */
async function addByHand(
  deps: UploadDeps,
  viewer: Viewer,
  described: Omit<NewPaper, 'identifier'>,
): Promise<AddedPaper> {
  const { title, authors = [], year = '', pub_journal = '', doctype = 'misc', doi = '', abstract = '' } = described;
  if (title === undefined) throw new Refusal('malformed', 'either identifier or title is required');
  if (doi !== '' && normalDoi(doi) === undefined)
    throw new Refusal('malformed', `doi: '${doi.slice(0, 80)}' is not a DOI`);
  const names = authors.map(readName);
  const reference = referenceOf({
    title: title.trim(),
    authors: names,
    date: year,
    container: pub_journal.trim(),
    abstract,
    doi,
  });
  const record = { ...recordOfReference(reference), doctype };
  const added = await inTransaction(deps.db, async (trx) => {
    const ids = await storeRecords(trx, [record], { keep: true, counts: 'earlier' });
    await keepPapers(trx, viewer, ids);
    await recordAudit(trx, { object: `paper ${record.bibcode}` });
    return (await listImported(trx, ids)).get(ids[0] ?? 0);
  });
  const paper = await standardPaper(deps.files, await requirePaper(deps.db, added?.bibcode ?? record.bibcode));
  return { status: added?.isNew === true ? 'added' : 'known', paper, printed: null, candidates: [] };
}

/**
 * Adds a paper by its PDF. If the user gives an identifier, the PDF belongs to that paper. Otherwise the service
 * recognises the paper from the PDF. If the match is uncertain, the PDF is not stored and the user chooses a candidate.
 */
export async function addPdf(
  deps: UploadDeps,
  viewer: Viewer,
  { identifier, ...upload }: Pick<Upload, 'file' | 'head'> & { readonly identifier: string | undefined },
  signal?: AbortSignal,
): Promise<AddedPaper> {
  await validateUpload(deps.pages, 'pdf', upload);
  if (identifier !== undefined) {
    const known = await obtainPaper(deps, identifier, signal);
    return await stored(deps, viewer, known, { upload, printed: null });
  }
  const { paper, printed, candidates } = await recognisePdf(deps, upload.file.path, signal);
  if (paper !== undefined) return await stored(deps, viewer, paper, { upload, printed });
  return { status: 'to_confirm', paper: null, printed, candidates: [...candidates] };
}

async function stored(
  deps: UploadDeps,
  viewer: Viewer,
  { bibcode, in_library_since }: PaperRow,
  { upload, printed }: { readonly upload: Pick<Upload, 'file' | 'head'>; readonly printed: AddedPaper['printed'] },
): Promise<AddedPaper> {
  const paper = await uploadPaper(deps, viewer, { bibcode, type: 'pdf', ...upload });
  return { status: in_library_since === null ? 'added' : 'known', paper, printed, candidates: [] };
}
