import { PdfError } from './errors.ts';
import type { ParsedPdf } from './parse-pdf.ts';
import type { Parsed, Reply } from './processes/messages.ts';
import { ReaderPool } from './processes/reader-pool.ts';
import type { ProcessLimits } from './processes/watches.ts';
import type { PdfLimits } from './reading/open-document.ts';
import type { PdfHead } from './read-head.ts';
import type { Region } from './render-regions.ts';

/** Shared by all calls. */
const pool = new ReaderPool();

/**
 * Parses a PDF in a separate process, so that a hostile file exhausts neither the memory nor the time of the caller.
 *
 * The process may read files, but not write files, start processes or load native code. It is kept for the next paper.
 * There are at most as many processes as processors; further calls wait.
 *
 * @throws {PdfError}
 */
export async function parseInProcess(path: string, limits: ProcessLimits = {}): Promise<ParsedPdf> {
  return (await parseMeasured(pool, path, limits)).parsed;
}

/** Parses a PDF in a pool's process, and measures its time and memory. */
export async function parseMeasured(readers: ReaderPool, path: string, limits: ProcessLimits = {}): Promise<Parsed> {
  const reply = await readers.run({ task: 'parse', path, limits: fileLimits(limits) }, limits);
  if (reply.outcome !== 'parsed') throw faultOf(reply);
  return reply;
}

/**
 * Reads what the first pages of a PDF print, in the process that parses.
 *
 * @throws {PdfError}
 */
export async function readHeadInProcess(path: string, limits: ProcessLimits = {}): Promise<PdfHead> {
  const reply = await pool.run({ task: 'head', path, limits: fileLimits(limits) }, limits);
  if (reply.outcome !== 'head') throw faultOf(reply);
  return reply.head;
}

/**
 * Draws regions of a PDF as PNG images in a separate process that ends afterwards, because drawing needs native code.
 *
 * @throws {PdfError}
 */
export async function renderInProcess(
  path: string,
  regions: readonly Region[],
  options: ProcessLimits & { readonly dpi?: number | undefined } = {},
): Promise<Buffer[]> {
  if (regions.length === 0) return [];
  const limits = fileLimits(options);
  const reply = await pool.run({ task: 'render', path, regions, dpi: options.dpi, limits }, options);
  if (reply.outcome !== 'rendered') throw faultOf(reply);
  return reply.images.map((image) => Buffer.from(image));
}

function fileLimits({ maxBytes, maxPages }: PdfLimits): PdfLimits {
  return { maxBytes, maxPages };
}

function faultOf(reply: Reply): Error {
  if (reply.outcome === 'refused') return new PdfError(reply.code, reply.message);
  return new Error(
    reply.outcome === 'failed' ? reply.message : `the PDF reader returned an unexpected reply: ${reply.outcome}`,
  );
}
