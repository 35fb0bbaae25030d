import type { TextSide } from '@almagest/contracts/literature';

interface PassagePart {
  readonly block: number;
  /** Formulas are TeX between dollar signs. */
  readonly text: string;
}

export interface Selected {
  readonly side: TextSide;
  /** One part per paragraph, in order. */
  readonly parts: readonly PassagePart[];
}

/**
 * Yields the texts and formulas of an element, in order. A formula is one piece, because part of a formula has no TeX.
 */
function* piecesOf(root: Node): Generator<{ node: Text; tex: undefined } | { node: Element; tex: string }> {
  for (const node of root.childNodes) {
    if (node instanceof Text) yield { node, tex: undefined };
    else if (node instanceof Element && node.classList.contains('katex'))
      yield { node, tex: `$${node.querySelector('annotation')?.textContent ?? ''}$` };
    else yield* piecesOf(node);
  }
}

/** Returns the text of an element within a range. Formulas that the range touches are included completely, as TeX. */
function textWithin(element: Element, range: Range): string {
  let text = '';
  for (const { node, tex } of piecesOf(element)) {
    if (!range.intersectsNode(node)) continue;
    if (tex !== undefined) text += tex;
    else {
      const from = node === range.startContainer ? range.startOffset : 0;
      text += node.data.slice(from, node === range.endContainer ? range.endOffset : undefined);
    }
  }
  return text.trim();
}

const IGNORED = /[\s\u00ad\u200b-\u200d\u2060\ufeff$*_`\\~]/;

/** Normalises a letter for comparison, as the service does. */
function foldLetter(letter: string): string {
  if (IGNORED.test(letter)) return '';
  const folded = letter.normalize('NFKC').toLowerCase();
  if (/[\u2010-\u2015\u2212]/.test(folded)) return '-';
  if (/[\u2018-\u201f"]/.test(folded)) return "'";
  return folded;
}

const foldText = (text: string) => Array.from(text, foldLetter).join('');

interface Letters {
  readonly text: string;
  readonly places: readonly { readonly start: readonly [Node, number]; readonly end: readonly [Node, number] }[];
}

function lettersOf(element: Element): Letters {
  const places: Letters['places'][number][] = [];
  let text = '';
  for (const { node, tex } of piecesOf(element)) {
    let offset = 0;
    for (const letter of tex ?? node.textContent ?? '') {
      const folded = foldLetter(letter);
      text += folded;
      const place =
        tex === undefined
          ? ({ start: [node, offset], end: [node, offset + letter.length] } as const)
          : ({ start: [node, 0], end: [node, node.childNodes.length] } as const);
      // One entry per code unit, because strings are indexed by code unit.
      for (let unit = 0; unit < folded.length; unit += 1) places.push(place);
      offset += letter.length;
    }
  }
  return { text, places };
}

/**
 * If the complete passage is not found, runs of this many letters are searched. Formulas in the passage may be written
 * differently.
 */
const RUN = 20;

/** Returns the range of a passage in an element, or the whole element if the passage is empty or not found. */
export function rangeOf(element: Element, passage: string): Range {
  const range = document.createRange();
  range.selectNodeContents(element);
  const wanted = foldText(passage);
  if (wanted === '') return range;
  const { text, places } = lettersOf(element);
  const whole = text.indexOf(wanted);
  const from = whole >= 0 ? whole : text.indexOf(wanted.slice(0, RUN));
  const tail = wanted.slice(-RUN);
  const tailAt = whole < 0 ? text.indexOf(tail, Math.max(from, 0)) : -1;
  const to = whole >= 0 ? whole + wanted.length : tailAt < 0 ? -1 : tailAt + tail.length;
  const [first, last] = [places[from], places[to - 1]];
  if (from < 0 || to <= from || first === undefined || last === undefined) return range;
  range.setStart(...first.start);
  range.setEnd(...last.end);
  return range;
}

export interface PlacedName {
  readonly name: string;
  readonly range: Range;
}

const PART_OF_WORD = /[\p{L}\p{N}]/u;

/** Finds names in an element as separate words. Ignores spaces within names. */
export function placesOfNames(element: Element, names: readonly string[]): PlacedName[] {
  const { text, places } = lettersOf(element);
  return names.flatMap((name) => {
    const wanted = foldText(name);
    if (wanted === '') return [];
    const found: PlacedName[] = [];
    for (let at = text.indexOf(wanted); at >= 0; at = text.indexOf(wanted, at + wanted.length)) {
      const [first, last] = [places[at], places[at + wanted.length - 1]];
      if (first === undefined || last === undefined) break;
      const [before, after] = [letterAt(first.start, -1), letterAt(last.end, 0)];
      if (PART_OF_WORD.test(before) || PART_OF_WORD.test(after)) continue;
      const range = document.createRange();
      range.setStart(...first.start);
      range.setEnd(...last.end);
      found.push({ name, range });
    }
    return found;
  });
}

function letterAt([node, offset]: readonly [Node, number], step: number): string {
  return node instanceof Text ? (node.data[offset + step] ?? '') : '';
}

/** Returns what is selected in the text of the paper, or undefined. */
export function selectedInText(root: Element, range: Range): Selected | undefined {
  const start = range.startContainer instanceof Element ? range.startContainer : range.startContainer.parentElement;
  const side: TextSide = start?.closest('.translated') === null ? 'original' : 'translation';
  const parts: PassagePart[] = [];
  for (const block of root.querySelectorAll<HTMLElement>('[data-block]')) {
    if (!range.intersectsNode(block)) continue;
    const element = block.querySelector(side === 'original' ? '.original' : '.translated');
    const text = element === null ? '' : textWithin(element, range);
    if (text !== '') parts.push({ block: Number(block.dataset['block']), text });
  }
  return parts.length === 0 ? undefined : { side, parts };
}
