import { widthOfText, writePdf, type FontName, type Page, type Text } from '@almagest/upstream-lab/pdf-writer';
import type { Block } from '../src/index.ts';
import { parsePdf } from '../src/parse-pdf.ts';

const LEADING = 1.2; // font sizes

export interface Setting {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly size?: number;
  /** Indent of the first line in points. A negative value indents all other lines. */
  readonly indent?: number;
  readonly font?: FontName;
}

export function widthOf(text: string, size: number): number {
  return widthOfText(text, 'Times-Roman', size);
}

/** Sets text in justified lines, as TeX does. A `|` marks a possible hyphenation in a word. */
export function setLines(text: string, setting: Setting): Text[] {
  const { x, y, width, size = 10, indent = 0, font = 'Times-Roman' } = setting;
  const left = (i: number) => x + (i === 0 ? Math.max(0, indent) : Math.max(0, -indent));
  const lines = breakLines(text, size, (i) => x + width - left(i));
  return lines.map((line, i) => {
    const spaces = line.split(' ').length - 1;
    const isLast = i === lines.length - 1;
    const spacing = isLast || spaces === 0 ? 0 : (x + width - left(i) - widthOf(line, size)) / spaces;
    return { text: line, x: left(i), y: y + i * LEADING * size, size, font, spacing };
  });
}

function breakLines(text: string, size: number, roomOf: (line: number) => number): string[] {
  const lines = [''];
  for (const word of text.split(' ')) {
    const [head = '', tail = ''] = word.split('|');
    const line = lines.at(-1) ?? '';
    const start = line === '' ? '' : `${line} `;
    const fits = (end: string) => widthOf(start + end, size) <= roomOf(lines.length - 1);
    if (line === '' || fits(head + tail)) lines[lines.length - 1] = start + head + tail;
    else if (tail !== '' && fits(`${head}-`)) lines.splice(-1, 1, `${start}${head}-`, tail);
    else lines.push(head + tail);
  }
  return lines;
}

/** Returns the vertical position for text below these lines. */
export function below(lines: readonly Text[], gap = 0): number {
  const last = lines.at(-1);
  return (last?.y ?? 0) + LEADING * (last?.size ?? 10) + gap;
}

/** The columns of a page in letter format. */
export const LEFT = { x: 50, width: 245 };
export const RIGHT = { x: 317, width: 245 };
export const FULL = { x: 50, width: 512 };

const SENTENCES = [
  'The spectra of hot subdwarfs show lines of helium and of many heavier ele|ments whose abundances scatter from star to star.',
  'Diffusion in their quiet atmo|spheres lifts some elements by radiation pressure while others sink out of sight below the surface.',
  'A slow wind changes this balance and smooths the pattern that diffusion alone would build up within a short time.',
  'We computed model atmo|spheres with all important opaci|ties and compared the emergent spectra with obser|vations of high resolution.',
  'The surface gravity follows from the widths of the broad lines while the ratios of ioni|sation stages give the effective tempera|ture.',
];

/** Returns `count` sentences about stars, starting with number `from`. */
export function prose(count: number, from = 0): string {
  return Array.from({ length: count }, (_, i) => SENTENCES[(from + i) % SENTENCES.length]).join(' ');
}

/** Removes the hyphenation marks from a text. */
export function read(text: string): string {
  return text.replaceAll('|', '');
}

/** Sets capitals in two sizes to imitate small capitals, as in documents without a small-capital font. */
export function smallCapitals(text: string, x: number, y: number, size: number): Text[] {
  const texts: Text[] = [];
  let at = x;
  for (const [part, capital = '', rest = '', space = ''] of text.matchAll(/(\S)(\S*)(\s*)/g)) {
    if (part === '') continue;
    const isLarge = capital !== capital.toLowerCase();
    if (isLarge) texts.push({ text: capital, x: at, y, size });
    at += isLarge ? widthOf(capital, size) : 0;
    const small = `${isLarge ? '' : capital}${rest}`.toUpperCase();
    if (small !== '') texts.push({ text: small, x: at, y, size: 0.8 * size });
    at += widthOf(small, 0.8 * size) + (space === '' ? 0 : 0.3 * size);
  }
  return texts;
}

export async function blocksOf(...pages: readonly Page[]): Promise<Block[]> {
  return (await parsePdf(writePdf(pages))).blocks;
}

export function textsOf(blocks: readonly Block[], kind: Block['kind']): string[] {
  return blocks.filter((block) => block.kind === kind).map((block) => block.text);
}
