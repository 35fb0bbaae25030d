import { shownFigures } from './figure-address.ts';
import { captionNumber, mentionedFigures, wantedNumber } from './figure-numbers.ts';

/** The properties of a block that concern figures. */
export interface ReadBlock {
  readonly id: string;
  readonly kind: string;
  readonly text: string;
  readonly markdown: string;
}

/** A figure of a paper: one image, or several panels with one caption. */
export interface PaperFigure {
  /** The number of the figure in the paper, such as `3` or `A1`. Undefined if the figure has no number. */
  readonly number: string | undefined;
  /** Plain text that includes the label. Formulas are written as `$TeX$`. Empty if the figure has no caption. */
  readonly caption: string;
  /** The file names of the images, in order. */
  readonly images: readonly string[];
  /** Positions of the figure's first and last block. */
  readonly first: number;
  readonly last: number;
}

/** A block with images or a caption. In PDFs, one block has both. */
interface Part {
  readonly position: number;
  readonly images: readonly string[];
  readonly caption: string;
  readonly isLabelled: boolean;
  /** The id of the float in LaTeXML's pages, such as `S4.F1`. */
  readonly float: string | undefined;
}

/**
 * Finds the figures of a paper in order. A figure is a group of adjacent images and captions. At most one caption of a
 * group has a label.
 */
export function figuresOf(blocks: readonly ReadBlock[]): PaperFigure[] {
  return runsOf(blocks).flatMap((run) => {
    const firstLabel = run.findIndex(({ isLabelled }) => isLabelled);
    const isAbove = run.slice(0, firstLabel + 1).every(({ images }) => images.length === 0);
    return (isAbove ? cutBefore(run) : cutAfter(run)).flatMap(figureOf);
  });
}

/**
 * Finds the figure that a user names by file name or number. A file name selects one image, a number selects all
 * images.
 */
export function findFigure(
  figures: readonly PaperFigure[],
  wanted: string | number,
): { readonly figure: PaperFigure; readonly images: readonly string[] } | undefined {
  const named = figures.find(({ images }) => images.some((image) => image === wanted));
  if (named !== undefined) return { figure: named, images: [String(wanted)] };
  const number = wantedNumber(String(wanted));
  // If the paper does not number its figures, the user's number is the position of the figure.
  const isCounted = figures.every(({ number }) => number === undefined);
  const figure = isCounted ? figures[Number(number) - 1] : figures.find((one) => one.number === number);
  return figure === undefined || number === undefined ? undefined : { figure, images: figure.images };
}

const NO_PASSAGES = new Set('heading authors figure caption table html_table equation reference code'.split(' '));

/** Returns the passages that refer to a figure. For a figure without a number, returns the passages around it. */
export function passagesAbout(blocks: readonly ReadBlock[], figure: PaperFigure): string[] {
  const { number, first, last } = figure;
  const isText = ({ kind }: ReadBlock) => !NO_PASSAGES.has(kind);
  if (number !== undefined)
    return blocks.filter((block) => isText(block) && mentionedFigures(block.text).has(number)).map(({ text }) => text);
  return [blocks.slice(0, first).findLast(isText), blocks.slice(last + 1).find(isText)].flatMap((block) =>
    block === undefined ? [] : [block.text],
  );
}

/** Matches images and anchors. The rest of a figure's block is the caption. */
const NO_WORDS = /!\[(?:[^[\]\\]|\\.)*\]\([^()]*\)|<a id="[^"<>]*"><\/a>/g;

const LABELLED = /^\s*(?:Fig(?:ure|\.)?|Table|Plate|Scheme|Chart|Map|Algorithm|Listing)\s*[A-Z.-]{0,3}\d/i;

function partOf({ id, kind, text, markdown }: ReadBlock, position: number): Part {
  const hasCaption = kind === 'caption' || (kind === 'figure' && markdown.replaceAll(NO_WORDS, '').trim() !== '');
  const caption = hasCaption ? text.trim() : '';
  return {
    position,
    // A formula may be shown as an image, but is not a figure.
    images: kind === 'equation' ? [] : shownFigures(markdown),
    caption,
    isLabelled: LABELLED.test(caption),
    float: /^(?:\w+\.)*[FT]\d+(?=[.-]|$)/.exec(id)?.[0],
  };
}

/** Groups adjacent blocks of figures. If the page has ids for floats, a group has only blocks of one float. */
function runsOf(blocks: readonly ReadBlock[]): Part[][] {
  const runs: Part[][] = [];
  let before: Part | undefined;
  for (const [position, block] of blocks.entries()) {
    const part = partOf(block, position);
    const isPart = part.images.length > 0 || block.kind === 'caption';
    const isNext = before?.position === position - 1 && before.float === part.float;
    if (isPart && isNext) runs.at(-1)?.push(part);
    else if (isPart) runs.push([part]);
    if (isPart) before = part;
  }
  return runs;
}

function cutAfter(run: readonly Part[]): Part[][] {
  const cut: Part[][] = [[]];
  for (const part of run) {
    cut.at(-1)?.push(part);
    if (part.isLabelled) cut.push([]);
  }
  return cut;
}

function cutBefore(run: readonly Part[]): Part[][] {
  const cut: Part[][] = [];
  for (const part of run) {
    if (part.isLabelled || cut.length === 0) cut.push([]);
    cut.at(-1)?.push(part);
  }
  return cut;
}

function figureOf(parts: readonly Part[]): PaperFigure[] {
  const images = parts.flatMap(({ images }) => images);
  const [first] = parts;
  const last = parts.at(-1);
  if (images.length === 0 || first === undefined || last === undefined) return [];
  const main = parts.find(({ isLabelled }) => isLabelled)?.caption ?? '';
  const others = parts.filter(({ isLabelled, caption }) => !isLabelled && caption !== '').map(({ caption }) => caption);
  const caption = [main, ...others].filter((text) => text !== '').join('\n');
  return [{ number: captionNumber(main), caption, images, first: first.position, last: last.position }];
}
