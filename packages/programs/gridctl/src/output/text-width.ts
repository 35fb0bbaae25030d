const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

// East Asian Wide and Fullwidth blocks (Unicode TR 11). A terminal gives each of these characters two cells, like
// emoji.
const WIDE =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\ua960-\ua97c\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff01-\uff60\uffe0-\uffe6\u{1f300}-\u{1f64f}\u{1f900}-\u{1f9ff}\u{20000}-\u{3fffd}]|\p{Emoji_Presentation}|\ufe0f/u;
const INVISIBLE = /^[\p{Mark}\p{Default_Ignorable_Code_Point}]+$/u;
const PLAIN = /^[\x20-\x7e]*$/;

/** Returns how many terminal cells a text takes. */
export function textWidth(text: string): number {
  if (PLAIN.test(text)) return text.length;
  let width = 0;
  for (const { segment } of graphemes.segment(text)) width += graphemeWidth(segment);
  return width;
}

function graphemeWidth(grapheme: string): number {
  if (INVISIBLE.test(grapheme)) return 0;
  return WIDE.test(grapheme) ? 2 : 1;
}

/** Truncates a text to at most `width` cells and marks the cut with an ellipsis. */
export function fitText(text: string, width: number): string {
  if (textWidth(text) <= width) return text;
  if (width <= 0) return '';
  let fitted = '';
  let used = 0;
  for (const { segment } of graphemes.segment(text)) {
    const next = graphemeWidth(segment);
    if (used + next > width - 1) break;
    fitted += segment;
    used += next;
  }
  return `${fitted}…`;
}

export function padText(text: string, width: number, align: 'left' | 'right' = 'left'): string {
  const padding = ' '.repeat(Math.max(0, width - textWidth(text)));
  return align === 'right' ? padding + text : text + padding;
}

/**
 * Makes a text from the server safe for a terminal. Error messages come from worker nodes, so escape sequences and
 * direction overrides must not move the cursor, change colours or swap letters.
 */
export function printable(text: string): string {
  return text
    .replaceAll(/\s+/g, (blanks) => (/[\t\n\v\f\r]/.test(blanks) ? ' ' : blanks))
    .replaceAll(HARMFUL, '\ufffd');
}

/** Control characters, line separators and characters that change the direction of text. */
const HARMFUL = /[\p{Cc}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/gu;

/** Escapes invisible characters of a JSON text. The value and the line breaks of the text stay the same. */
export function escapeInvisible(json: string): string {
  return json.replaceAll(HARMFUL, (character) =>
    character === '\n' ? character : `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
