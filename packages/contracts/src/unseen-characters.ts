/**
 * Characters that are not seen, or that change the order in which others are: control characters, and those of bidirectional
 * formatting (Unicode Standard Annex 9, section 2), as ranges of a character class.
 */
export const UNSEEN = String.raw`\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069`;

const ONE_UNSEEN = new RegExp(`[${UNSEEN}]`, 'u');
const EACH_UNSEEN = new RegExp(ONE_UNSEEN, 'gu');

/** The first of them in a text, as Unicode writes it: `U+202E`. Undefined if there is none. */
export function unseenCharacterOf(text: string): string | undefined {
  const [found] = ONE_UNSEEN.exec(text) ?? [];
  return found === undefined ? undefined : nameOf(found);
}

/** A text in which each of them is seen: `<U+202E>`. */
export function showUnseen(text: string): string {
  return text.replaceAll(EACH_UNSEEN, (character) => `<${nameOf(character)}>`);
}

function nameOf(character: string): string {
  return `U+${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}`;
}
