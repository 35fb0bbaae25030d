import { foldLetters } from './page-letters.ts';

/** Shorter strings match almost anywhere. */
const LEAST = 6;
const RUN = 20;

/** Returns the range of some words in the text layer of a PDF page, or undefined. */
export function rangeInLayer(layer: HTMLElement, words: string): Range | undefined {
  // Skip formulas. Their printed letters differ from their TeX.
  const spoken = words.split(/\$[^$]*\$/).map(foldLetters);
  const first = spoken.find((part) => part.length >= LEAST);
  const last = spoken.findLast((part) => part.length >= LEAST);
  if (first === undefined || last === undefined) return undefined;
  const { text, places } = lettersOf(layer);
  const from = text.indexOf(first) >= 0 ? text.indexOf(first) : text.indexOf(first.slice(0, RUN));
  if (from < 0) return undefined;
  const whole = text.indexOf(last, from);
  const tail = text.indexOf(last.slice(-RUN), from);
  const to = whole >= 0 ? whole + last.length : tail >= 0 ? tail + Math.min(RUN, last.length) : text.length;
  const [start, end] = [places[from], places[to - 1]];
  if (start === undefined || end === undefined) return undefined;
  const range = document.createRange();
  range.setStart(start[0], start[1]);
  range.setEnd(end[0], end[1] + 1);
  return range;
}

function lettersOf(layer: HTMLElement) {
  const places: (readonly [Text, number])[] = [];
  let text = '';
  const nodes = document.createTreeWalker(layer, NodeFilter.SHOW_TEXT);
  for (let node = nodes.nextNode(); node !== null; node = nodes.nextNode()) {
    if (!(node instanceof Text)) continue;
    for (let offset = 0; offset < node.data.length; offset += 1) {
      const letters = foldLetters(node.data.charAt(offset));
      for (let unit = 0; unit < letters.length; unit += 1) places.push([node, offset]);
      text += letters;
    }
  }
  return { text, places };
}
