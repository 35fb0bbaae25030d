import { addressOf } from '@almagest/ui/api-client';
import * as pdfjs from 'pdfjs-dist';
// oxlint-disable-next-line import/default -- Vite creates this export.
import PdfWorker from 'pdfjs-dist/build/pdf.worker.min.mjs?worker';
import { token } from '../../../token.ts';
import { StandardFonts } from './standard-fonts.ts';

type DocumentSource = Exclude<Parameters<typeof pdfjs.getDocument>[0], undefined>;

export interface OpenedDocument {
  readonly document: pdfjs.PDFDocumentProxy;
  readonly close: () => Promise<void>;
}

/** Bytes per request. A page needs a few requests. */
const CHUNK_BYTES = 262_144;

/** Opens the PDF of a paper. Requests only the parts in view. */
export async function openDocument(bibcode: string): Promise<OpenedDocument> {
  const known = token.read();
  return await openPdf({
    url: addressOf('/api/papers/file', { query: { bibcode, type: 'pdf' } }),
    ...(known === null ? {} : { httpHeaders: { Authorization: `Bearer ${known}` } }),
    rangeChunkSize: CHUNK_BYTES,
    disableAutoFetch: true,
    disableStream: true,
  });
}

/** Opens a PDF, and never runs its scripts. */
export async function openPdf(source: DocumentSource): Promise<OpenedDocument> {
  const worker = new PdfWorker();
  pdfjs.GlobalWorkerOptions.workerPort = worker;
  const task = pdfjs.getDocument({
    ...source,
    enableXfa: false,
    // `StandardFonts` ignores this folder, but pdf.js loads the fonts only if a folder is set.
    standardFontDataUrl: '/',
    useSystemFonts: false,
    useWorkerFetch: false,
    BinaryDataFactory: StandardFonts,
    // The content security policy forbids WebAssembly.
    useWasm: false,
  });
  const close = async () => {
    await task.destroy();
    worker.terminate();
  };
  try {
    return { document: await task.promise, close };
  } catch (error) {
    await close();
    throw error;
  }
}
