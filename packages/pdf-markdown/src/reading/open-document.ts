import { getDocument, type PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { PdfError } from '../errors.ts';
import { openWorker } from './in-process-worker.ts';
import './whole-decompression.ts';

/**
 * Options that keep pdfjs from building glyph outlines. Only rendering needs outlines. If a platform draws text itself,
 * as browsers do, pdfjs passes whole fonts to that platform. The fake platform here ignores these fonts.
 */
const NO_OUTLINES = {
  disableFontFace: false,
  ownerDocument: { fonts: new Set() } as never,
};

class UnusedFontFace {
  readonly loaded = Promise.resolve();
}

Object.assign(globalThis, { FontFace: UnusedFontFace });

/** pdfjs's folders with tables of Asian encodings, fonts and image decoders. */
const root = new URL('./', import.meta.resolve('pdfjs-dist/package.json')).pathname;

const PDFJS_ASSETS = {
  cMapUrl: `${root}cmaps/`,
  cMapPacked: true,
  standardFontDataUrl: `${root}standard_fonts/`,
  wasmUrl: `${root}wasm/`,
  iccUrl: `${root}iccs/`,
} as const;

export interface PdfLimits {
  /** Default 100 MiB. */
  readonly maxBytes?: number | undefined;
  /** Default 500. Theses have about 300 pages. */
  readonly maxPages?: number | undefined;
}

const DEFAULT_MAX_BYTES = 100 * 1024 * 1024;
const DEFAULT_MAX_PAGES = 500;
const HEADER_WITHIN = 2048; // bytes; readers accept the header in the first 1,024 (PDF 32000-1, annex H), and some writers put more before it

const OPTIONS = {
  ...PDFJS_ASSETS,
  verbosity: 0,
  useSystemFonts: false,
  isOffscreenCanvasSupported: false,
  isImageDecoderSupported: false,
  useWorkerFetch: false,
  stopAtErrors: false,
};

/** Options for reading text. pdfjs decodes no images and draws no glyphs. */
const TEXT_OPTIONS = {
  ...OPTIONS,
  ...NO_OUTLINES,
  // Keeps font names. Bold, italic and math fonts are recognised by name.
  fontExtraProperties: true,
  maxImageSize: 0,
};

const DRAWING_OPTIONS = { ...OPTIONS, disableFontFace: true };

/**
 * Opens a PDF, calls `use` and closes it.
 *
 * @param purpose what `use` reads from the pages
 * @throws {PdfError} encrypted, damaged, not_pdf or too_large
 */
export async function withDocument<T>(
  bytes: Uint8Array,
  purpose: 'text' | 'drawing',
  { maxBytes = DEFAULT_MAX_BYTES, maxPages = DEFAULT_MAX_PAGES }: PdfLimits,
  use: (document: PDFDocumentProxy) => Promise<T>,
): Promise<T> {
  checkBytes(bytes, maxBytes);
  const worker = purpose === 'text' ? openWorker() : undefined;
  const task = getDocument({
    ...(purpose === 'text' ? TEXT_OPTIONS : DRAWING_OPTIONS),
    ...(worker ? { worker } : {}),
    // pdfjs detaches the buffer, but the caller may still need it.
    data: new Uint8Array(bytes),
  });
  try {
    const document = await task.promise.catch((error: unknown) => {
      throw openingFault(error, bytes);
    });
    // A PDF may declare a negative number of pages.
    if (document.numPages < 1) throw new PdfError('damaged', 'the PDF is damaged: it has no pages');
    if (document.numPages > maxPages) {
      throw new PdfError('too_large', `the PDF has ${document.numPages} pages, more than ${maxPages}`);
    }
    return await use(document);
  } finally {
    await task.destroy();
    worker?.destroy();
  }
}

function checkBytes(bytes: Uint8Array, maxBytes: number): void {
  if (bytes.length > maxBytes) {
    throw new PdfError('too_large', `the PDF has ${bytes.length} bytes, more than ${maxBytes}`);
  }
  const start = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, HEADER_WITHIN)).toString('latin1');
  if (!start.includes('%PDF-')) throw new PdfError('not_pdf', 'the file is not a PDF');
}

/**
 * Maximum distance of the end mark from the end of the file. The standard requires 1,024 bytes (PDF 32000-1, annex H),
 * but some writers append more.
 */
const END_WITHIN = 2048; // bytes

function openingFault(error: unknown, bytes: Uint8Array): PdfError {
  const name = error instanceof Error ? error.name : '';
  if (name === 'PasswordException') return new PdfError('encrypted', 'the PDF is encrypted', { cause: error });
  const hasEnd = Buffer.from(bytes.slice(-END_WITHIN)).toString('latin1').includes('%%EOF');
  const what = hasEnd ? 'the PDF is damaged' : 'the PDF is damaged: its end is missing, as after a broken download';
  return new PdfError('damaged', what, { cause: error });
}
