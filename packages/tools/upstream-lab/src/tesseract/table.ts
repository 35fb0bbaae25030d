/** A word on a page image, in pixels. */
export interface ImageWord {
  readonly text: string;
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
  /** In percent. */
  readonly confidence: number;
}

const HEAD = 'level\tpage_num\tblock_num\tpar_num\tline_num\tword_num\tleft\ttop\twidth\theight\tconf\ttext';

/** Returns the table that Tesseract prints for lines of words. Each line is a separate block with one paragraph. */
export function tesseractTable(
  size: { readonly width: number; readonly height: number },
  lines: readonly (readonly ImageWord[])[],
): string {
  const rows = [[1, 1, 0, 0, 0, 0, 0, 0, size.width, size.height, -1, '']];
  for (const [line, words] of lines.entries()) {
    const box = boxOf(words);
    rows.push([2, 1, line + 1, 0, 0, 0, ...box, -1, ''], [3, 1, line + 1, 1, 0, 0, ...box, -1, '']);
    rows.push([4, 1, line + 1, 1, 1, 0, ...box, -1, '']);
    for (const [at, word] of words.entries()) {
      const { left, top, width, height, confidence, text } = word;
      rows.push([5, 1, line + 1, 1, 1, at + 1, left, top, width, height, confidence.toFixed(6), text]);
    }
  }
  return `${[HEAD, ...rows.map((row) => row.join('\t'))].join('\n')}\n`;
}

function boxOf(words: readonly ImageWord[]): [left: number, top: number, width: number, height: number] {
  const left = Math.min(...words.map((word) => word.left));
  const top = Math.min(...words.map((word) => word.top));
  const right = Math.max(...words.map((word) => word.left + word.width));
  const bottom = Math.max(...words.map((word) => word.top + word.height));
  return [left, top, right - left, bottom - top];
}

/** Returns lines of text as in an image of this resolution: letters of equal width with the heights of Times. */
export function setImageLines(
  lines: readonly string[],
  { left, top, size, leading, dpi, confidence }: ImageSetting,
): ImageWord[][] {
  const pixels = dpi / 72;
  return lines.map((line, row) => {
    const baseline = top + row * leading;
    let at = left;
    return line.split(' ').map((text) => {
      const width = 0.5 * size * text.length;
      const above = /[A-Z\dbdfhklt]/.test(text) ? 0.68 : 0.45;
      const below = /[gjpqy,;()[\]]/.test(text) ? 0.22 : 0;
      const word = {
        text,
        left: Math.round(at * pixels),
        top: Math.round((baseline - above * size) * pixels),
        width: Math.round(width * pixels),
        height: Math.round((above + below) * size * pixels),
        confidence,
      };
      at += width + 0.3 * size;
      return word;
    });
  });
}

/** In points and percent. */
export interface ImageSetting {
  readonly left: number;
  /** The first baseline. */
  readonly top: number;
  readonly size: number;
  readonly leading: number;
  readonly dpi: number;
  readonly confidence: number;
}
