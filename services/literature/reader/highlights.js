/** @import { NoteRecord } from '@almagest/contracts/literature' */

/** As the contract has them. */
export const COLORS = /** @type {const} */ (['yellow', 'green', 'blue', 'pink']);

/** @typedef {(typeof COLORS)[number]} Color */

/**
 * Paints the passages that notes are about, over the text and without a change to it. Browsers that cannot do so still
 * show the notes beside their paragraphs.
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
 * Where a passage stands in a paragraph, whatever blanks and line ends a selection has made of those in the text.
 *
 * @param {Element} paragraph
 * @param {string} passage
 */
function rangeOf(paragraph, passage) {
  const wanted = passage.replaceAll(/\s+/g, '');
  if (wanted === '') return undefined;
  /** @type {{ node: Text, offset: number }[]} every letter that is no blank */
  const letters = [];
  let text = '';
  const walker = document.createTreeWalker(paragraph, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    if (!(node instanceof Text) || node.parentElement?.closest('.katex-mathml') !== null) continue;
    for (let offset = 0; offset < node.data.length; offset += 1) {
      const letter = node.data.charAt(offset);
      if (/\s/.test(letter)) continue;
      letters.push({ node, offset });
      text += letter;
    }
  }
  const at = text.indexOf(wanted);
  const [first, last] = [letters[at], letters[at + wanted.length - 1]];
  if (at < 0 || first === undefined || last === undefined) return undefined;
  const range = document.createRange();
  range.setStart(first.node, first.offset);
  range.setEnd(last.node, last.offset + 1);
  return range;
}
