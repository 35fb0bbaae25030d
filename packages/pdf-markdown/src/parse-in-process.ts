import { ProcessEndedError, ResourceLimitError, type CallOptions } from '@almagest/bounded-process';
import type { Block } from './block.ts';
import { PdfError } from './errors.ts';
import type { ParsedPdf } from './parse-pdf.ts';
import type { Parsed, Reply, Request } from './processes/messages.ts';
import { createDrawingPool, createReaderPool, type ReaderPool } from './processes/reader-pool.ts';
import type { PdfLimits } from './reading/open-document.ts';
import type { PdfHead } from './read-head.ts';
import type { ReadPage } from './recognition/recognised-page.ts';
import type { DrawnPage, Region } from './render-regions.ts';

/** Limits on the file and on the process that reads it: by default 60 s and 1 GiB. */
export interface ReadLimits extends PdfLimits, CallOptions {}

/** The pool of processes that all calls share. */
const readers = createReaderPool();
const drawers = createDrawingPool();

/**
 * Parses a PDF in a separate process, so that a hostile file cannot exhaust the memory or the time of the caller.
 *
 * The process can read only its own code. It cannot write files, start processes, open connections or load native code.
 * The process is reused for the next paper. The number of processes is at most the number of processors. Further calls
 * wait.
 *
 * @throws {PdfError}
 */
export async function parseInProcess(path: string, limits: ReadLimits = {}): Promise<ParsedPdf> {
  return (await parseMeasured(readers, path, limits)).parsed;
}

/** Parses a PDF in a process of the pool. Measures the time and memory of the process. */
export async function parseMeasured(pool: ReaderPool, path: string, limits: ReadLimits = {}): Promise<Parsed> {
  const reply = await askPool(pool, { task: 'parse', limits: fileLimits(limits) }, { ...limits, files: [path] });
  if (reply.outcome !== 'parsed') throw unexpected(reply);
  return reply;
}

/**
 * Reads the text of a PDF's first pages in a process of the parsing pool.
 *
 * @throws {PdfError}
 */
export async function readHeadInProcess(path: string, limits: ReadLimits = {}): Promise<PdfHead> {
  const reply = await askPool(readers, { task: 'head', limits: fileLimits(limits) }, { ...limits, files: [path] });
  if (reply.outcome !== 'head') throw unexpected(reply);
  return reply.head;
}

/**
 * Draws regions of a PDF as PNG images. The separate process ends afterwards, because drawing needs native code.
 *
 * @throws {PdfError}
 */
export async function renderInProcess(
  path: string,
  regions: readonly Region[],
  options: ReadLimits & { readonly dpi?: number | undefined } = {},
): Promise<Buffer[]> {
  if (regions.length === 0) return [];
  const limits = fileLimits(options);
  const reply = await askPool(
    drawers,
    { task: 'render', regions, dpi: options.dpi, limits },
    { ...options, files: [path] },
  );
  if (reply.outcome !== 'rendered') throw unexpected(reply);
  return reply.images.map((image) => Buffer.from(image));
}

/**
 * Draws whole pages like `renderInProcess`.
 *
 * @throws {PdfError}
 */
export async function drawPagesInProcess(
  path: string,
  pages: readonly number[],
  { dpi, ...limits }: ReadLimits & { readonly dpi: number },
): Promise<DrawnPage[]> {
  if (pages.length === 0) return [];
  const reply = await askPool(drawers, { task: 'draw', pages, dpi }, { ...limits, files: [path] });
  if (reply.outcome !== 'drawn') throw unexpected(reply);
  return reply.pages.map((page) => ({ ...page, image: Buffer.from(page.image) }));
}

/** Arranges the recognised text of pages into blocks in a process of the parsing pool. */
export async function arrangeInProcess(pages: readonly ReadPage[], limits: ReadLimits = {}): Promise<readonly Block[]> {
  const reply = await askPool(readers, { task: 'arrange', pages }, limits);
  if (reply.outcome !== 'arranged') throw unexpected(reply);
  return reply.blocks;
}

function fileLimits({ maxBytes, maxPages }: PdfLimits): PdfLimits {
  return { maxBytes, maxPages };
}

async function askPool(pool: ReaderPool, request: Request, limits: ReadLimits): Promise<Exclude<Reply, Refused>> {
  const { timeoutMs, maxMemoryBytes, signal, files } = limits;
  const reply = await pool.ask(request, { timeoutMs, maxMemoryBytes, signal, files }).catch((error: unknown) => {
    throw faultOf(error);
  });
  if (reply.outcome === 'refused') throw new PdfError(reply.code, reply.message);
  return reply;
}

type Refused = Extract<Reply, { outcome: 'refused' }>;

function faultOf(error: unknown): unknown {
  if (error instanceof ProcessEndedError)
    return new PdfError('damaged', 'the PDF crashed the program that reads it', { cause: error });
  if (!(error instanceof ResourceLimitError)) return error;
  const { timeoutMs, maxMemoryBytes } = error.limits;
  return error.limit === 'time'
    ? new PdfError('timed_out', `the PDF could not be read within ${timeoutMs / 1000} s`)
    : new PdfError('too_large', `the PDF needs more than ${Math.round(maxMemoryBytes / 1024 ** 2)} MiB of memory`);
}

function unexpected(reply: Reply): Error {
  return new Error(`the PDF reader returned an unexpected reply: ${reply.outcome}`);
}
