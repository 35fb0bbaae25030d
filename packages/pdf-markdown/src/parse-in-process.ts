import { PdfError } from './errors.ts';
import type { ParsedPdf } from './parse-pdf.ts';
import type { Parsed, Reply } from './processes/messages.ts';
import { ReaderPool } from './processes/reader-pool.ts';
import type { ProcessLimits } from './processes/watches.ts';
import type { PdfLimits } from './reading/open-document.ts';
import type { Region } from './render-regions.ts';

/** All calls share their processes. */
const pool = new ReaderPool();

/**
 * Reads a PDF in a process of its own, so that a hostile file takes neither the caller's memory nor its time.
 * That process may read files and do nothing else: no writing, no further processes, no native code. It is kept
 * for the next paper; as many papers are read at once as there are processors, others wait their turn.
 *
 * @throws {PdfError}
 */
export async function parseInProcess(path: string, limits: ProcessLimits = {}): Promise<ParsedPdf> {
  return (await parseMeasured(pool, path, limits)).parsed;
}

/** The same in the processes of a pool, with what it took. */
export async function parseMeasured(readers: ReaderPool, path: string, limits: ProcessLimits = {}): Promise<Parsed> {
  const reply = await readers.ask({ task: 'parse', path, limits: fileLimits(limits) }, limits);
  if (reply.outcome !== 'parsed') throw faultOf(reply);
  return reply;
}

/** Draws regions of a PDF as PNG images in a process that ends with that; drawing needs native code. */
export async function renderInProcess(
  path: string,
  regions: readonly Region[],
  options: ProcessLimits & { readonly dpi?: number | undefined } = {},
): Promise<Buffer[]> {
  if (regions.length === 0) return [];
  const limits = fileLimits(options);
  const reply = await pool.ask({ task: 'render', path, regions, dpi: options.dpi, limits }, options);
  if (reply.outcome !== 'rendered') throw faultOf(reply);
  return reply.images.map((image) => Buffer.from(image));
}

function fileLimits({ maxBytes, maxPages }: PdfLimits): PdfLimits {
  return { maxBytes, maxPages };
}

function faultOf(reply: Reply): Error {
  if (reply.outcome === 'refused') return new PdfError(reply.code, reply.message);
  return new Error(reply.outcome === 'failed' ? reply.message : `the PDF reader answered ${reply.outcome}`);
}
