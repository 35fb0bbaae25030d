import type { Line } from '../lines/line.ts';

/**
 * The bullet of a list item, as Markdown or as plain text. Bullets of symbol fonts look like formulas. Bullets of
 * bitmap fonts (TeX's TS1 without outlines) are unknown characters.
 */
export const BULLET = /^(?:[•◦▪■●∙·‣–—*\ufffd-]|\$[•·∙◦●▪]\$|\\[*-])\s+/u;
const ENUMERATED = /^(?:\(?(?:\d{1,2}|[ivx]{1,5}|[a-h])[.)])\s+\S/;
/** Signs that are always bullets at the start of a line. */
const SURE_BULLET = /^(?:[•◦▪■●‣]\s|∙\s+\p{Lu})/u;

/** Returns whether a line begins with a bullet or an item number, regardless of the following text. */
export function isMarkedItem({ text }: Line): boolean {
  return BULLET.test(text) || ENUMERATED.test(text);
}

export function isListItem(line: Line): boolean {
  // A formula letter may be the last word of a sentence.
  return BULLET.test(line.markdown()) || (ENUMERATED.test(line.text) && !line.markdown().startsWith('$'));
}

/** Returns whether a line certainly begins a list item. Only the bullet counts. */
export function isSurelyItem(line: Line): boolean {
  return SURE_BULLET.test(line.text);
}

/** Returns the item number at the start of a line: `3.`, `(3)`. */
export function itemNumber(line: Line): number | undefined {
  const [, number] = /^\(?(\d{1,2})[.)]\s+\S/.exec(line.text) ?? [];
  return number === undefined ? undefined : Number(number);
}
