import { createHash } from 'node:crypto';
import type {
  RecognisedText,
  RecognitionOffer,
  RecognitionRequest,
  WorkProgress,
} from '@almagest/contracts/literature';
import {
  findTesseract,
  parseInProcess,
  PdfError,
  RecognitionError,
  recogniseInProcess,
  toMarkdown,
  type PageStore,
} from '@almagest/pdf-markdown';
import { Refusal } from '@almagest/service-kit/refusal';
import { isRead } from '../../domain/full-text/file-choice.ts';
import { qualityOfScan, recognitionNote } from '../../domain/reading/text-quality.ts';
import type { Db } from '../../persistence/database.ts';
import type { PaperRow } from '../../persistence/papers/paper-repository.ts';
import { findProgress } from '../../persistence/progress/progress-repository.ts';
import { requirePaper } from '../papers/require-paper.ts';
import { standardPaper } from '../papers/standard-paper.ts';
import { withProgress, type ReportProgress } from '../progress/with-progress.ts';
import { rowsOf, type DocumentReader } from './document-reader.ts';
import { findSource, parseAnew, readMarkdown, type ParseDeps } from './parse-paper.ts';

const ENGLISH = ['eng'];

const NO_PROGRAM =
  'text recognition needs the program tesseract, which is not on the PATH of the service. Install it (on Debian: apt-get install tesseract-ocr)';

/** Returns whether this machine can recognise the text of scans, and in which languages. */
export async function readRecognitionOffer(): Promise<RecognitionOffer> {
  const tesseract = await findTesseract();
  if (tesseract === undefined) return { is_available: false, program: null, languages: [], reason: NO_PROGRAM };
  const { name: program, languages } = tesseract;
  return languages.length > 0
    ? { is_available: true, program, languages: [...languages], reason: null }
    : {
        is_available: false,
        program,
        languages: [],
        reason: `${program} has no language data. Install a language (on Debian: apt-get install tesseract-ocr-eng)`,
      };
}

/** Recognises the text of a paper's scanned PDF and stores it as the text of the paper. */
export async function recognisePaper(
  deps: ParseDeps,
  { bibcode, languages = ENGLISH, force = false }: RecognitionRequest,
  signal: AbortSignal,
): Promise<RecognisedText> {
  const { db, files } = deps;
  const paper = await requirePaper(db, bibcode);
  const { location } = await findSource(files, paper, 'pdf');
  const known = force || !isRecognised(paper, location) ? undefined : await readMarkdown(files, paper);
  if (known === undefined && !force && paper.scanned_pdf !== location)
    await requireUnreadable(paper, files.pathOf(location), signal);
  const markdown =
    known ??
    (await withProgress(db, workOf(paper), async (report) => {
      const reader = scanReader(storeOf(deps, paper, location), languages, report);
      return await parseAnew({ ...deps, reader }, paper, 'pdf', signal);
    }));
  return { paper: await standardPaper(files, await requirePaper(db, bibcode)), markdown };
}

/** Returns how many pages of a running recognition are done. */
export async function recognitionProgress(db: Db, bibcode: string): Promise<WorkProgress> {
  return await findProgress(db, workOf(await requirePaper(db, bibcode)));
}

const workOf = ({ id }: PaperRow) => `recognise ${id}`;

function isRecognised(paper: PaperRow, location: string): boolean {
  return isRead(paper, location) && paper.text_quality?.ocr !== undefined;
}

/** Refuses a PDF that contains text, because that text is better than recognised text. */
async function requireUnreadable({ bibcode }: PaperRow, path: string, signal: AbortSignal): Promise<void> {
  try {
    const { unreadablePages } = await parseInProcess(path, { signal });
    if (unreadablePages.length > 0) return;
  } catch (error) {
    if (error instanceof PdfError && error.code === 'scanned') return;
    if (error instanceof PdfError) throw new Refusal('malformed', error.message);
    throw error;
  }
  throw new Refusal(
    'malformed',
    `the PDF of ${bibcode} contains text. Parse it, or set force to recognise its pages anyway`,
  );
}

/**
 * Returns a store in the paper's folder for recognised pages. Clean-up treats recognised pages like other cached files.
 */
function storeOf({ files }: ParseDeps, { id }: PaperRow, location: string): PageStore {
  const prefix = createHash('sha256').update(location).digest('hex').slice(0, 32);
  return {
    read: async (name) => await files.readCached(id, `${prefix}-${name}`),
    store: async (name, content) => await files.storeCached(id, `${prefix}-${name}`, content),
  };
}

function scanReader(kept: PageStore, languages: readonly string[], report: ReportProgress): DocumentReader {
  return {
    read: async ({ path }, signal) => {
      const scan = await recogniseInProcess(path, { languages, kept, report, signal }).catch(refused);
      const quality = qualityOfScan(scan);
      return {
        markdown: `${recognitionNote(quality)}\n\n${toMarkdown(scan.blocks)}`,
        blocks: rowsOf(scan.blocks),
        figures: [],
        quality: { ocr: quality },
      };
    },
  };
}

function refused(error: unknown): never {
  if (error instanceof PdfError) throw new Refusal('malformed', error.message);
  if (!(error instanceof RecognitionError)) throw error;
  if (error.code === 'no_program') throw new Refusal('unavailable', NO_PROGRAM);
  throw new Refusal(error.code === 'failed' ? 'upstream_failed' : 'malformed', error.message);
}
