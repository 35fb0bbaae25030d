import type { TextQuality } from '@almagest/contracts/literature';
import { blocksToMarkdown, PageLimitError, type Figure, type PageParser } from '@almagest/latexml-markdown';
import { parseInProcess, PdfError, toMarkdown, type Block } from '@almagest/pdf-markdown';
import { Refusal } from '@almagest/service-kit/refusal';
import { figureFolder } from '../../domain/figures/figure-address.ts';
import { qualityOfText } from '../../domain/reading/text-quality.ts';
import type { BlockRow } from '../../persistence/reading/block-repository.ts';
import { drawPdfFigures } from './draw-pdf-figures.ts';

export interface SourceDocument {
  readonly type: 'html' | 'pdf';
  readonly path: string;
  readonly bibcode: string;
}

interface ReadFigure {
  readonly name: string;
  readonly content: Buffer;
}

/** Maximum total size of a paper's images, in bytes. Further images are left out. */
const MOST_FIGURE_BYTES = 512 * 1024 * 1024;

export interface ReadDocument {
  readonly markdown: string;
  readonly blocks: readonly BlockRow[];
  /** The images of a page are downloaded during the iteration, so that only one image is in memory. */
  readonly figures: AsyncIterable<ReadFigure> | readonly ReadFigure[];
  /** Signs that the text may be wrong. Null if no signs were found. */
  readonly quality: TextQuality | null;
}

/** Thrown if the pages of a PDF are images. */
export class ScannedPdfError extends Refusal {
  constructor(message: string) {
    super('malformed', `${message}. POST /api/paper/ocr recognises the text if the service has tesseract`);
    this.name = 'ScannedPdfError';
  }
}

export interface DocumentReader {
  read(document: SourceDocument, signal?: AbortSignal): Promise<ReadDocument>;
}

/** Downloads an image of a paper's page. Returns undefined if the image is not available. */
export type FetchFigure = (address: string, signal?: AbortSignal) => Promise<Buffer | undefined>;

/** Parses full texts to Markdown and blocks, outside the event loop. */
export class FullTextReader implements DocumentReader {
  readonly #fetchFigure: FetchFigure;
  readonly #pages: PageParser;

  constructor(fetchFigure: FetchFigure, pages: PageParser) {
    this.#fetchFigure = fetchFigure;
    this.#pages = pages;
  }

  async read(document: SourceDocument, signal?: AbortSignal): Promise<ReadDocument> {
    return document.type === 'html' ? await this.#readHtml(document, signal) : await readPdf(document, signal);
  }

  async #readHtml({ path, bibcode }: SourceDocument, signal?: AbortSignal): Promise<ReadDocument> {
    const paper = await this.#pages.parse({ path, imageFolder: figureFolder(bibcode) }, signal).catch(tooCostly);
    if (paper.blocks.length === 0)
      throw new Refusal('malformed', 'the HTML contains no paper. Download or upload it again');
    return {
      markdown: blocksToMarkdown(paper.blocks),
      blocks: rowsOf(paper.blocks),
      figures: this.#pictures(paper.figures, signal),
      quality: null,
    };
  }

  async *#pictures(figures: readonly Figure[], signal?: AbortSignal): AsyncGenerator<ReadFigure, void> {
    let bytes = 0;
    for (const figure of figures) {
      const content = await this.#picture(figure, signal);
      bytes += content?.length ?? 0;
      if (bytes > MOST_FIGURE_BYTES) return;
      if (content !== undefined) yield { name: figure.name, content };
    }
  }

  async #picture({ address, svg }: Figure, signal?: AbortSignal): Promise<Buffer | undefined> {
    if (svg !== undefined) return Buffer.from(svg);
    return address === '' ? undefined : await this.#fetchFigure(address, signal);
  }
}

/** Converts a page limit error to a refusal, because the file causes the error and the user sees the message. */
function tooCostly(error: unknown): never {
  throw error instanceof PageLimitError ? new Refusal('malformed', error.message) : error;
}

async function readPdf({ path, bibcode }: SourceDocument, signal?: AbortSignal): Promise<ReadDocument> {
  try {
    const parsed = await parseInProcess(path, { signal });
    const { blocks, figures } = await drawPdfFigures(path, parsed.blocks, bibcode, { signal });
    return {
      markdown: toMarkdown(blocks),
      blocks: rowsOf(blocks),
      figures,
      quality: qualityOfText(parsed),
    };
  } catch (error) {
    // The file causes this error, and the user sees the message.
    if (error instanceof PdfError && error.code === 'scanned') throw new ScannedPdfError(error.message);
    if (error instanceof PdfError) throw new Refusal('malformed', error.message);
    throw error;
  }
}

/** Converts parser blocks to rows. The parsers for HTML and PDF use the same block names and text hashes. */
export function rowsOf(blocks: readonly (Block & { readonly ocrConfidence?: number | null })[]): BlockRow[] {
  return blocks.map(({ id, kind, text, textHash, markdown, page, box, ocrConfidence = null }) => ({
    id,
    kind,
    text,
    text_hash: textHash,
    markdown,
    place: page === undefined || box === undefined ? null : { page, ...box },
    ocr_confidence: ocrConfidence,
  }));
}
