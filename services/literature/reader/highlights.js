/** @import { NoteRecord } from '@almagest/contracts/literature' */

/** As the contract has them. */
export const COLORS = /** @type {const} */ (['yellow', 'green', 'blue', 'pink']);

/** @typedef {(typeof COLORS)[number]} Color */

/**
 * Highlights the passages of notes without changing the text. Browsers without this feature still show the notes beside
 * their paragraphs.
 *
 * @param {readonly NoteRecord[]} notes
 * @param {(index: number) => Element | undefined} paragraphOf
 */
export function paint(notes, paragraphOf) {
  if (CSS.highlights === undefined) return;
  for (const color of COLORS) {
    const ranges = notes
      .filter((note) => note.highlight_color === color)
      .flatMap((note) => {
        const paragraph = paragraphOf(note.paragraph_index);
        const range = paragraph && rangeOf(paragraph, note.selected_text);
        return range === undefined ? [] : [range];
      });
    CSS.highlights.set(`note-${color}`, new Highlight(...ranges));
  }
}

/**
 * The characters of a paragraph with their positions, in the form in which passages are compared: a formula is its TeX,
 * as in the server's text, and blanks are ignored.
 *
 * @param {Element} paragraph
 */
function lettersOf(paragraph) {
  /** @type {{ start: [Node, number], end: [Node, number] }[]} */
  const places = [];
  let text = '';
  for (const { node, formula } of piecesOf(paragraph)) {
    const shown = formula === undefined ? node.data : formula;
    for (let offset = 0; offset < shown.length; offset += 1) {
      const letter = shown.charAt(offset);
      if (/\s/.test(letter)) continue;
      text += letter;
      places.push(
        formula === undefined
          ? { start: [node, offset], end: [node, offset + 1] }
          : { start: [node, 0], end: [node, node.childNodes.length] },
      );
    }
  }
  return { text, places };
}

/**
 * The texts and formulas of a part of a page, in their order.
 *
 * @param {Node} root
 * @returns {Generator<{ node: Text, formula: undefined } | { node: Element, formula: string }>}
 */
function* piecesOf(root) {
  for (const node of root.childNodes) {
    if (node instanceof Text) yield { node, formula: undefined };
    else if (node instanceof Element && node.classList.contains('katex'))
      yield { node, formula: `$${node.querySelector('annotation')?.textContent ?? ''}$` };
    else yield* piecesOf(node);
  }
}

/**
 * The text of a paragraph within a range: its words, and as TeX the whole formulas that the range touches.
 *
 * @param {Element} paragraph
 * @param {Range} range
 */
export function passageOf(paragraph, range) {
  let passage = '';
  for (const { node, formula } of piecesOf(paragraph)) {
    if (!range.intersectsNode(node)) continue;
    if (formula !== undefined) passage += formula;
    else {
      const from = node === range.startContainer ? range.startOffset : 0;
      passage += node.data.slice(from, node === range.endContainer ? range.endOffset : undefined);
    }
  }
  return passage.trim();
}

/**
 * Finds a passage in a paragraph, ignoring differences in blanks and line ends.
 *
 * @param {Element} paragraph
 * @param {string} passage
 */
function rangeOf(paragraph, passage) {
  const wanted = passage.replaceAll(/\s+/g, '');
  if (wanted === '') return undefined;
  const { text, places } = lettersOf(paragraph);
  const at = text.indexOf(wanted);
  const [first, last] = [places[at], places[at + wanted.length - 1]];
  if (at < 0 || first === undefined || last === undefined) return undefined;
  const range = document.createRange();
  range.setStart(...first.start);
  range.setEnd(...last.end);
  return range;
}
