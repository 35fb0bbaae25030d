const isWord = (character: string): boolean => /[\p{L}\p{N}]/u.test(character);

/** What follows a character that means something only before it; every other special one always does. */
const MEANS_BEFORE: Readonly<Record<string, RegExp>> = {
  '\\': /^(?:[!-/:-@[-`{-~\n]|$)/,
  // Tags, comments, and addresses between angle brackets.
  '<': /^[a-zA-Z/!?]|^[^\s<>@]+@/,
  '&': /^#?\w{1,40};/,
  // `[^1]` is a note, and `[x](`, `[x][` and `[x]:` are links; "[Fe/H]" is not.
  '[': /^\^/,
  ']': /^[([:]/,
};

/** Whether the character would mean something between these neighbours; `rest` begins with the next character. */
function isSpecial(character: string, before: string, rest: string, inLink: boolean): boolean {
  // Within a word an underscore is only an underscore.
  if (character === '_') return !isWord(before) || !isWord(rest.charAt(0));
  // A link's text must not make a note of it.
  if (character === '^') return inLink && before === '';
  if (inLink && (character === '[' || character === ']')) return true;
  // The box of a task list.
  if (character === '[' && before === '' && /^[ xX]\]/.test(rest)) return true;
  return MEANS_BEFORE[character]?.test(rest) ?? true;
}

/**
 * Escapes text so that Markdown (CommonMark, GFM tables and footnotes, `$` formulas) shows it as it is.
 * Only what could mean something is escaped: text is also read by people and by language models.
 *
 * `after`: the character that follows in the Markdown, empty at the end of the line.
 */
export function escapeText(value: string, inLink: boolean, after = ''): string {
  return value.replace(/[\\*`$~_<&^[\]]/g, (character, at: number) => {
    const rest = value.slice(at + 1, at + 45) + after;
    return isSpecial(character, value.charAt(at - 1), rest, inLink) ? `\\${character}` : character;
  });
}

/** Escapes what means something only at the start of a line. */
export function escapeLineStart(line: string): string {
  return line
    .replace(/^([-+])(?=[\s]|$)/, '\\$1')
    .replace(/^([-=|:])(?=[-=|:\s]*$)/, '\\$1')
    .replace(/^(#{1,6})(?=\s|$)/, '\\$1')
    .replace(/^(\d{1,9})([.)])(?=\s|$)/, '$1\\$2')
    .replace(/^>/, '\\>');
}

/** Destination of a link between parentheses. */
export function escapeDestination(address: string): string {
  return address
    .replace(/[\s<>()\\"`|$*_~[\]]/g, (character) =>
      character === '_' || character === '~' ? character : encodeURIComponent(character),
    )
    .replace(/[()]/g, (character) => (character === '(' ? '%28' : '%29'))
    .replace(/\*/g, '%2A');
}

/** Value of an attribute between double quotes. */
export const escapeAttribute = (value: string): string =>
  value.replace(/[&"<>]/g, (character) => `&#${character.charCodeAt(0)};`);

/** Backticks around code: more than stand together in it. */
export function codeFence(code: string, least: number): string {
  let length = least;
  for (const [run] of code.matchAll(/`+/g)) length = Math.max(length, run.length + 1);
  return '`'.repeat(length);
}
