const isWord = (character: string): boolean => /[\p{L}\p{N}]/u.test(character);

/**
 * Maps each character that is special only before certain text to that text. All other special characters are always
 * special.
 */
const MEANS_BEFORE: Readonly<Record<string, RegExp>> = {
  '\\': /^(?:[!-/:-@[-`{-~\n]|$)/,
  // Tags, comments, and addresses in angle brackets.
  '<': /^[a-zA-Z/!?]|^[^\s<>@]+@/,
  '&': /^#?\w{1,40};/,
  // `[^1]` is a note, and `[x](`, `[x][` and `[x]:` are links. "[Fe/H]" is not special.
  '[': /^\^/,
  ']': /^[([:]/,
};

/** Returns whether the character is special between these neighbours. `rest` begins with the next character. */
function isSpecial(character: string, before: string, rest: string, inLink: boolean): boolean {
  // An underscore within a word is not special.
  if (character === '_') return !isWord(before) || !isWord(rest.charAt(0));
  // A caret at the start of a link's text would turn it into a note.
  if (character === '^') return inLink && before === '';
  if (inLink && (character === '[' || character === ']')) return true;
  // A checkbox of a task list.
  if (character === '[' && before === '' && /^[ xX]\]/.test(rest)) return true;
  return MEANS_BEFORE[character]?.test(rest) ?? true;
}

/**
 * Escapes text so that Markdown (CommonMark, GFM tables and footnotes, `$` formulas) shows it unchanged.
 *
 * Escapes only characters that need an escape, because people and language models also read the Markdown itself.
 * `after` is the next character in the Markdown. It is empty at the end of the line.
 */
export function escapeText(value: string, inLink: boolean, after = ''): string {
  return value.replace(/[\\*`$~_<&^[\]]/g, (character, at: number) => {
    const rest = value.slice(at + 1, at + 45) + after;
    return isSpecial(character, value.charAt(at - 1), rest, inLink) ? `\\${character}` : character;
  });
}

/** Escapes characters that are special only at the start of a line. */
export function escapeLineStart(line: string): string {
  return (
    line
      .replace(/^([-+])(?=[\s]|$)/, '\\$1')
      .replace(/^([-=|:])(?=[-=|:\s]*$)/, '\\$1')
      .replace(/^(#{1,6})(?=\s|$)/, '\\$1')
      .replace(/^(\d{1,9})([.)])(?=\s|$)/, '$1\\$2')
      // A note mark followed by a colon would define the note.
      .replace(/^(\[\^[^\]\s]+\]):/, '$1\\:')
      .replace(/^>/, '\\>')
  );
}

/** Escapes the destination of a link in parentheses. */
export function escapeDestination(address: string): string {
  return address
    .replace(/[\s<>()\\"`|$*_~[\]]/g, (character) =>
      character === '_' || character === '~' ? character : encodeURIComponent(character),
    )
    .replace(/[()]/g, (character) => (character === '(' ? '%28' : '%29'))
    .replace(/\*/g, '%2A');
}

/** Escapes the value of an attribute in double quotes. */
export const escapeAttribute = (value: string): string =>
  value.replace(/[&"<>]/g, (character) => `&#${character.charCodeAt(0)};`);

/** Returns a code fence with more backticks than any run in the code. */
export function codeFence(code: string, least: number): string {
  let length = least;
  for (const [run] of code.matchAll(/`+/g)) length = Math.max(length, run.length + 1);
  return '`'.repeat(length);
}
