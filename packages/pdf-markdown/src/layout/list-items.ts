import type { Line } from './line.ts';

/** The sign before an item of a list, in Markdown as in plain text: symbol fonts make it a formula. */
export const BULLET = /^(?:[•◦▪■●∙·‣–—*-]|\$[•·∙◦●▪]\$|\\[*-])\s+/u;
const ENUMERATED = /^(?:\(?(?:\d{1,2}|[ivx]{1,5}|[a-h])[.)])\s+\S/;
/** Signs that stand for nothing else at the start of a line. */
const SURE_BULLET = /^[•◦▪■●‣]\s/u;

export function isListItem(line: Line): boolean {
  return BULLET.test(line.markdown) || ENUMERATED.test(line.text);
}

/** Whether a line begins an item also where nothing else sets it apart. */
export function isSurelyItem(line: Line): boolean {
  return SURE_BULLET.test(line.text);
}
