/**
 * Invisible characters and characters that reorder others: control characters, and bidirectional formatting characters
 * (Unicode Standard Annex 9, section 2), as ranges of a character class.
 */
export const UNSEEN = String.raw`\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069`;

const ONE_UNSEEN = new RegExp(`[${UNSEEN}]`, 'u');
const EACH_UNSEEN = new RegExp(ONE_UNSEEN, 'gu');

/** Returns the first invisible character of a text in the form `U+202E`, or undefined. */
export function unseenCharacterOf(text: string): string | undefined {
  const [found] = ONE_UNSEEN.exec(text) ?? [];
  return found === undefined ? undefined : nameOf(found);
}

/** Replaces invisible characters in a text with visible codes: `<U+202E>`. */
export function showUnseen(text: string): string {
  return text.replaceAll(EACH_UNSEEN, (character) => `<${nameOf(character)}>`);
}

function nameOf(character: string): string {
  return `U+${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}`;
}
