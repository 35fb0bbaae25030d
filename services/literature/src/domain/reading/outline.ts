import type { BlockPlace, OutlineBlock } from '@almagest/contracts/literature';

interface OutlinedBlock {
  readonly kind: string;
  /** Plain text, without markup. */
  readonly text: string;
  readonly markdown: string;
  readonly place?: BlockPlace | null;
  readonly ocr_confidence?: number | null;
}

/** The kinds of blocks that a list shows by their text. */
const TITLED: ReadonlySet<string> = new Set(['heading', 'caption', 'table', 'figure', 'reference']);
const MOST_TITLE_LETTERS = 400;

const ANCHOR = /<a id="([^"<>]{1,200})">/g;
const TAG = /\\tag\*?\{([^{}]{1,20})\}/g;
const FORMULA = /\$([^$]+)\$/g;
const HEADING = /^#{1,6}(?= )/;

/** A typeset formula has about this many HTML and MathML elements per letter of its TeX. */
const ELEMENTS_OF_LETTER = 1.6;

/** Returns the part of a block shown in the lists of contents, figures, tables, equations and references. */
export function outlineOf({ kind, text, markdown, place = null, ocr_confidence = null }: OutlinedBlock): OutlineBlock {
  const anchors = [...markdown.matchAll(ANCHOR)].map(([, id = '']) => id);
  const numbers = kind === 'equation' ? [...markdown.matchAll(TAG)].map(([, number = '']) => number) : [];
  const level = kind === 'heading' ? HEADING.exec(markdown)?.[0].length : undefined;
  // The cells of a table follow its caption.
  const [line = ''] = text.trimStart().split('\n', 1);
  const title = TITLED.has(kind) ? shortTitle(line.trim()) : '';
  return {
    kind,
    letters: text.length,
    weight: weightOf(kind, markdown),
    ...(title === '' ? {} : { title }),
    ...(level === undefined ? {} : { level }),
    ...(numbers.length === 0 ? {} : { numbers }),
    ...(place === null ? {} : { place }),
    ...(ocr_confidence === null ? {} : { ocr_confidence }),
    ...(anchors.length === 0 ? {} : { anchors }),
  };
}

/** Cuts a long caption at the end of a word. */
function shortTitle(line: string): string {
  if (line.length <= MOST_TITLE_LETTERS) return line;
  const cut = line.slice(0, MOST_TITLE_LETTERS - 1).toWellFormed();
  const end = cut.lastIndexOf(' ');
  return `${(end < MOST_TITLE_LETTERS / 2 ? cut : cut.slice(0, end)).trimEnd()}…`;
}

function weightOf(kind: string, markdown: string): number {
  let tex = 0;
  for (const [, formula = ''] of markdown.matchAll(FORMULA)) tex += formula.length;
  const cells = kind === 'table' ? markdown.split('|').length : 0;
  return 3 + cells + Math.round(tex * ELEMENTS_OF_LETTER);
}
