import { findProgram, ProcessEndedError, ResourceLimitError, runBounded } from '@almagest/bounded-process';
import { RecognitionError } from './recognition-error.ts';
import { readTesseractTable, type ReadLine } from './tesseract-output.ts';

/** The Tesseract installation of this machine. */
export interface Tesseract {
  readonly path: string;
  /** Tesseract's own name and version: `tesseract 5.3.0`. */
  readonly name: string;
  /** Installed languages, e.g. `eng`, `deu`. */
  readonly languages: readonly string[];
}

const MIB = 1024 ** 2;
/** Limits for `--version` and `--list-langs`. Both take milliseconds. */
const TALK = { limits: { timeoutMs: 10_000, maxMemoryBytes: 256 * MIB }, maxOutputBytes: MIB };
/** Limits for a page. A journal page takes about 4 s and 150 MB at 300 dpi. */
const PAGE = { limits: { timeoutMs: 120_000, maxMemoryBytes: 1024 * MIB }, maxOutputBytes: 32 * MIB };

/**
 * Limits each process to one thread. Tesseract's threads mostly wait for each other, so pages are read in parallel
 * instead.
 */
const ENVIRONMENT = { OMP_THREAD_LIMIT: '1' };

/** The data for Tesseract's orientation and script detection. It does not read text. */
const NO_LANGUAGE = 'osd';

/**
 * Looks for Tesseract on `PATH`, and asks the program for its version and languages. Returns undefined if Tesseract is
 * missing or does not run.
 */
export async function findTesseract(signal?: AbortSignal): Promise<Tesseract | undefined> {
  const path = findProgram('tesseract');
  if (path === undefined) return undefined;
  try {
    const ask = async (question: string) =>
      (await runBounded(path, [question], { ...TALK, env: environment(), signal })).split(/\r?\n/);
    const [[name = ''], [, ...languages]] = await Promise.all([ask('--version'), ask('--list-langs')]);
    return {
      path,
      name: name.trim(),
      languages: languages.map((line) => line.trim()).filter((line) => line !== '' && line !== NO_LANGUAGE),
    };
  } catch (error) {
    if (error instanceof ProcessEndedError || error instanceof ResourceLimitError) return undefined;
    throw error;
  }
}

/**
 * Reads the words in a page image (PNG) and their positions.
 *
 * @throws {RecognitionError}
 */
export async function readImage(
  { path }: Tesseract,
  image: Uint8Array,
  { page, dpi, languages, signal }: ImageOptions,
): Promise<ReadLine[]> {
  const args = ['stdin', 'stdout', '-l', languages.join('+'), '--dpi', String(dpi), '-c', 'tessedit_create_tsv=1'];
  try {
    return readTesseractTable(await runBounded(path, args, { ...PAGE, input: image, env: environment(), signal }));
  } catch (error) {
    throw faultOf(error, page);
  }
}

export interface ImageOptions {
  /** Page number for use in messages. */
  readonly page: number;
  readonly dpi: number;
  readonly languages: readonly string[];
  readonly signal?: AbortSignal | undefined;
}

/** Passes on only the location of Tesseract's data. */
function environment(): Record<string, string> {
  const data = process.env['TESSDATA_PREFIX'];
  return data === undefined ? ENVIRONMENT : { ...ENVIRONMENT, TESSDATA_PREFIX: data };
}

function faultOf(error: unknown, page: number): unknown {
  const where = `the text recognition of page ${page}`;
  if (error instanceof ProcessEndedError)
    return new RecognitionError('failed', `${where} failed: ${String(error.cause)}`, { cause: error });
  if (!(error instanceof ResourceLimitError)) return error;
  const { timeoutMs, maxMemoryBytes } = error.limits;
  const limit = error.limit === 'time' ? `${timeoutMs / 1000} s` : `${maxMemoryBytes / MIB} MiB of memory`;
  return new RecognitionError('failed', `${where} exceeds ${limit}`, { cause: error });
}
